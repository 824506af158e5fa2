"""Intervals for what is typical: mean, median, geometric mean.

Measurements of one circuit resemble each other more than measurements of different circuits, so
the independent unit is the circuit: values are first reduced to one per unit, and no interval is
given for fewer units than can carry it. Each method was chosen because it covers: see
`tests/analysis/coverage.py` and docs/methods.md.

- *mean*: the hull of Student's interval, which is right for what is spread symmetrically, and of
  Cox's interval of a log-normal mean, which is right for what is skewed (Land 1972; Zhou and Gao
  1997, with Student's quantile for few units). Either alone covers as little as 82 % for the other.
  No interval of a mean holds where few units are far from all others: most samples contain none.
- *median*: order statistics, interpolated to the level (Hettmansperger and Sheather 1986), whatever
  the distribution.
- *mean of logarithms*: Student's interval; its exponential is that of a geometric mean.
"""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from ringassay.analysis.distributions import binomial_at_most, student_quantile
from ringassay.analysis.intervals import CONFIDENCE, FloatArray, Interval

# Units below which the methods have been seen to cover less than they say.
LOG_UNITS = 5
MEDIAN_UNITS = 6
MEAN_UNITS = 8
# Standard deviation of logarithms beyond which a mean depends on values that were never seen.
_WIDEST = 3.0


def mean_interval(
    values: npt.ArrayLike,
    units: npt.ArrayLike | None = None,
    *,
    confidence: float = CONFIDENCE,
) -> Interval | None:
    """The interval of the mean; None with fewer than MEAN_UNITS units. NaN values are left out."""
    sample = _mean_of_units(values, units)
    if sample.size < MEAN_UNITS:
        return None
    low, high = _student(sample, confidence)
    # What cannot be negative has a logarithm and a mean above zero.
    if sample.min() > 0.0:
        cox = _cox(sample, confidence)
        if cox is None:
            return None
        low, high = min(max(low, 0.0), cox[0]), max(high, cox[1])
    return Interval(low, high, confidence)


def median_interval(
    values: npt.ArrayLike,
    units: npt.ArrayLike | None = None,
    *,
    confidence: float = CONFIDENCE,
) -> Interval | None:
    """The interval of the median unit, each unit by its median; None below MEDIAN_UNITS units."""
    sample, labels = _finite(values, units)
    count = int(labels.max()) + 1 if labels.size else 0
    if count < MEDIAN_UNITS:
        return None
    of_units = np.sort(_medians(sample, labels))
    return Interval(*_order_statistics(of_units, confidence), confidence)


def log_mean_interval(
    logs: npt.ArrayLike,
    units: npt.ArrayLike | None = None,
    *,
    confidence: float = CONFIDENCE,
) -> Interval | None:
    """The interval of the mean of logarithms; None with fewer than LOG_UNITS units."""
    sample = _mean_of_units(logs, units)
    if sample.size < LOG_UNITS:
        return None
    return Interval(*_student(sample, confidence), confidence)


def _finite(
    values: npt.ArrayLike, units: npt.ArrayLike | None
) -> tuple[FloatArray, npt.NDArray[np.intp]]:
    """The finite values, and for each the number of its unit."""
    sample = np.asarray(values, dtype=np.float64)
    kept = np.isfinite(sample)
    names = np.arange(sample.size) if units is None else np.asarray(units)
    _, labels = np.unique(names[kept], return_inverse=True)
    return sample[kept], labels


def _medians(sample: FloatArray, labels: npt.NDArray[np.intp]) -> FloatArray:
    """The median of each unit: the mean of the two values in its middle, or the one twice."""
    sizes = np.bincount(labels)
    first = np.cumsum(sizes) - sizes
    ascending = sample[np.lexsort((sample, labels))]
    lower, upper = ascending[first + (sizes - 1) // 2], ascending[first + sizes // 2]
    return np.asarray(np.where(sizes % 2, lower, (lower + upper) / 2.0), dtype=np.float64)


def _mean_of_units(values: npt.ArrayLike, units: npt.ArrayLike | None) -> FloatArray:
    """One value per unit whose mean is the mean of all values, and whose spread is its spread.

    Equally many values in each unit: the units' means. Else a unit's sum counts in proportion to
    its number of values, which is the linearised ratio of two sums (Cochran 1977, section 6.4).
    """
    sample, labels = _finite(values, units)
    if not sample.size:
        return sample
    sizes = np.bincount(labels).astype(np.float64)
    sums = np.bincount(labels, weights=sample)
    if np.ptp(sizes) == 0.0:
        return np.asarray(sums / sizes, dtype=np.float64)
    mean = float(sample.mean())
    return np.asarray(mean + (sums - sizes * mean) / sizes.mean(), dtype=np.float64)


def _student(sample: FloatArray, confidence: float) -> tuple[float, float]:
    mean = float(sample.mean())
    if np.ptp(sample) == 0.0:
        return float(sample[0]), float(sample[0])
    error = float(sample.std(ddof=1)) / math.sqrt(sample.size)
    half = error * float(student_quantile((1.0 + confidence) / 2.0, sample.size - 1))
    return mean - half, mean + half


def _cox(sample: FloatArray, confidence: float) -> tuple[float, float] | None:
    """Cox's interval; None where the values are spread so widely that none would mean anything."""
    if np.ptp(sample) == 0.0:
        return float(sample[0]), float(sample[0])
    logs = np.log(sample)
    variance, n = float(logs.var(ddof=1)), sample.size
    if variance > _WIDEST**2:
        return None
    error = math.sqrt(variance / n + variance**2 / (2.0 * (n + 1)))
    half = error * float(student_quantile((1.0 + confidence) / 2.0, n - 1))
    centre = float(logs.mean()) + variance / 2.0
    return math.exp(centre - half), math.exp(centre + half)


def _order_statistics(ascending: FloatArray, confidence: float) -> tuple[float, float]:
    """The k-th value from either end, moved towards the (k+1)-th to reach the confidence.

    From MEDIAN_UNITS values on, the outermost pair covers more than 95 %.
    """
    n = ascending.size
    # The confidence of the k-th value from either end, at k - 1; it falls with k.
    levels = 1.0 - 2.0 * binomial_at_most(np.arange(n // 2 + 1), n, 0.5)
    k = max(1, int(np.count_nonzero(levels[: n // 2] >= confidence)))
    outer, inner = float(levels[k - 1]), float(levels[k])
    excess = max(0.0, (outer - confidence) / (outer - inner))
    share = (n - k) * excess / (k + (n - 2 * k) * excess)
    low = (1.0 - share) * ascending[k - 1] + share * ascending[k]
    high = (1.0 - share) * ascending[n - k] + share * ascending[n - k - 1]
    return float(low), float(high)
