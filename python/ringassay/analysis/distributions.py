"""Tails and quantiles of the distributions that tests and intervals need, and ranks.

They are the functions of scipy.special that scipy.stats calls for the same arguments; importing
scipy.stats takes half a second of processor time, which is as long as all else that most commands
import. Each takes numbers or arrays.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from scipy import special


def student_tail(value: npt.ArrayLike, freedom: npt.ArrayLike) -> Any:
    """The probability that Student's t with so many degrees of freedom exceeds a value."""
    return special.stdtr(freedom, np.negative(value))


def student_quantile(probability: npt.ArrayLike, freedom: npt.ArrayLike) -> Any:
    """The value below which Student's t lies with that probability."""
    return special.stdtrit(freedom, probability)


def normal_below(value: npt.ArrayLike) -> Any:
    """The probability that a standard normal variable is at most a value."""
    return special.ndtr(value)


def normal_quantile(probability: npt.ArrayLike) -> Any:
    """The value below which a standard normal variable lies with that probability."""
    return special.ndtri(probability)


def fisher_tail(value: npt.ArrayLike, above: npt.ArrayLike, below: npt.ArrayLike) -> Any:
    """The probability that Fisher's F with these degrees of freedom exceeds a value."""
    return special.fdtrc(above, below, value)


def beta_quantile(probability: npt.ArrayLike, a: npt.ArrayLike, b: npt.ArrayLike) -> Any:
    """The value below which a beta variable with these two parameters lies with a probability."""
    return special.betaincinv(a, b, probability)


def binomial_at_most(successes: npt.ArrayLike, trials: int, chance: float) -> Any:
    """The probability of at most so many successes in independent trials."""
    return special.bdtr(successes, trials, chance)


def ranked(values: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """The ranks of values from 1 on; equal values have the mean of the ranks that they share."""
    _, place, times = np.unique(values, return_inverse=True, return_counts=True)
    last = np.cumsum(times)
    return np.asarray((last - (times - 1) / 2.0)[place])
