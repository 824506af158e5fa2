"""Logistic regression on 64 features, in reals.

The logistic function on [-8, 8] by the polynomials of degree 3, 5 and 7 of Kim, Song, Kim, Lee and
Cheon (2018/254), which HEBench's workloads PolyD3, PolyD5 and PolyD7 use.
"""

import numpy as np

from ringassay.trace import computation

WEIGHTS = np.random.default_rng(3).uniform(-0.12, 0.12, 64)
BIAS = 0.25
# Of x / 8, the highest degree first.
DEGREE_3 = (-0.81562, 0.0, 1.20096, 0.5)
DEGREE_5 = (1.3511295, 0.0, -2.3533056, 0.0, 1.53048, 0.5)
DEGREE_7 = (-2.50739, 0.0, 5.43402, 0.0, -4.19407, 0.0, 1.73496, 0.5)


def score(features, polynomial):
    """The probability of a yes, in every slot."""
    return np.polyval(polynomial, (WEIGHTS @ features + BIAS) / 8)


@computation(length=64, bound=1.0)
def logistic_3(features):
    """Degree 3."""
    return score(features, DEGREE_3)


@computation(length=64, bound=1.0)
def logistic_5(features):
    """Degree 5."""
    return score(features, DEGREE_5)


@computation(length=64, bound=1.0)
def logistic_7(features):
    """Degree 7."""
    return score(features, DEGREE_7)
