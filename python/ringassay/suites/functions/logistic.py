"""Logistic regression on 64 features, in integers.

Features and weights are whole numbers; a weighted sum z stands for z / 16. The logistic function
is that of HEBench's workload, 0.5 + 1.20096 (x / 8) - 0.81562 (x / 8)^3, with its coefficients
rounded after multiplication by 2^30.
"""

import numpy as np

from ringassay.trace import computation

SCALE = 16
COEFFICIENTS = (-0.81562 / 8**3, 0.0, 1.20096 / 8, 0.5)
WEIGHTS = np.random.default_rng(3).integers(-2, 3, 64)


def scaled():
    """Highest first: a coefficient of degree d is for (z / SCALE)^d."""
    degrees = range(len(COEFFICIENTS) - 1, -1, -1)
    return [round(c * 2**30 / SCALE**d) for c, d in zip(COEFFICIENTS, degrees, strict=True)]


@computation(length=64, modulus=4295294977)
def logistic_regression(features):
    """The probability, times 2^30."""
    return np.polyval(scaled(), WEIGHTS @ features)
