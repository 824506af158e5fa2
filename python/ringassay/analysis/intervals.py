"""Confidence intervals: exact ones for rates, bootstrap ones for means and medians.

Measurements of one circuit resemble each other more than measurements of different circuits, so
the bootstrap draws whole circuits (clusters), never single measurements: drawing measurements
would pretend to more information than the data hold.
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt
from scipy import stats

FloatArray = npt.NDArray[np.float64]
Statistic = Literal["mean", "median"]

CONFIDENCE = 0.95
RESAMPLES = 2000
SEED = 20150126
# An interval drawn from fewer independent units says more about the method than about the data.
MIN_CLUSTERS = 5
# Upper bound of the elements of one batch of bootstrap weights (8 bytes each).
_BATCH_ELEMENTS = 2_000_000


@dataclass(frozen=True)
class Interval:
    """A closed interval that covers the true value with the given confidence."""

    low: float
    high: float
    confidence: float = CONFIDENCE

    def contains(self, value: float) -> bool:
        """Whether `value` lies in the interval, its ends included."""
        return self.low <= value <= self.high


def clopper_pearson(successes: int, trials: int, confidence: float = CONFIDENCE) -> Interval:
    """Exact two-sided interval of a success rate (Clopper and Pearson 1934).

    Raises ValueError unless 0 <= successes <= trials and trials >= 1.
    """
    _check_counts(successes, trials)
    tail = (1.0 - confidence) / 2.0
    low = 0.0 if successes == 0 else stats.beta.ppf(tail, successes, trials - successes + 1)
    high = (
        1.0
        if successes == trials
        else stats.beta.ppf(1.0 - tail, successes + 1, trials - successes)
    )
    return Interval(float(low), float(high), confidence)


def error_rate_bound(errors: int, trials: int, confidence: float = CONFIDENCE) -> float:
    """Exact one-sided upper bound of an error rate after `errors` in `trials`.

    Without errors it is 1 - (1 - confidence)^(1/trials), which the rule of three, 3/trials,
    approximates at 95 %. Raises ValueError unless 0 <= errors <= trials and trials >= 1.
    """
    _check_counts(errors, trials)
    if errors == trials:
        return 1.0
    return float(stats.beta.ppf(confidence, errors + 1, trials - errors))


def bootstrap(
    values: npt.ArrayLike,
    statistic: Statistic = "mean",
    clusters: npt.ArrayLike | None = None,
    *,
    seed: int = SEED,
    resamples: int = RESAMPLES,
    confidence: float = CONFIDENCE,
) -> Interval | None:
    """Seeded cluster bootstrap interval (bias corrected and accelerated, Efron 1987).

    `clusters` names the independent unit each value belongs to; without it every value is its own.
    NaN values are left out. Returns None with fewer than MIN_CLUSTERS units. Where all values are
    equal the interval is that one point; where the acceleration is undefined, the percentile
    interval is returned.
    """
    sample = np.asarray(values, dtype=np.float64)
    kept = np.isfinite(sample)
    names = np.arange(sample.size) if clusters is None else np.asarray(clusters)
    sample, names = sample[kept], names[kept]
    _, labels = np.unique(names, return_inverse=True)
    units = int(labels.max()) + 1 if labels.size else 0
    if units < MIN_CLUSTERS:
        return None
    if np.ptp(sample) == 0.0:
        return Interval(float(sample[0]), float(sample[0]), confidence)
    order = np.argsort(sample, kind="stable")
    sample, labels = sample[order], labels[order]

    def of_units(drawn: npt.NDArray[np.intp], axis: int = -1) -> FloatArray:
        """The statistic of every row of drawn unit numbers."""
        moved = np.moveaxis(np.asarray(drawn), axis, -1)
        weights = _multiplicities(moved.reshape(-1, moved.shape[-1]), units)[:, labels]
        result = (
            _weighted_mean(sample, weights)
            if statistic == "mean"
            else _weighted_median(sample, weights)
        )
        return result.reshape(moved.shape[:-1])

    batch = max(1, min(resamples, _BATCH_ELEMENTS // max(sample.size, units)))
    for method in ("BCa", "percentile"):
        with warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore")  # a degenerate case shows as NaN, handled below
            found = stats.bootstrap(
                (np.arange(units),),
                of_units,
                n_resamples=resamples,
                batch=batch,
                vectorized=True,
                axis=-1,
                confidence_level=confidence,
                method=method,
                rng=np.random.default_rng(seed),
            ).confidence_interval
        if np.isfinite(found.low) and np.isfinite(found.high):
            return Interval(float(found.low), float(found.high), confidence)
    return None


def _check_counts(part: int, whole: int) -> None:
    if whole < 1 or not 0 <= part <= whole:
        raise ValueError(f"a rate needs 0 <= part <= whole and whole >= 1, got {part} of {whole}")


def _multiplicities(drawn: npt.NDArray[np.intp], units: int) -> FloatArray:
    """How often each unit was drawn, per row: shape (rows, units)."""
    rows = drawn.shape[0]
    offset = drawn + units * np.arange(rows)[:, None]
    counts = np.bincount(offset.ravel(), minlength=rows * units)
    return counts.reshape(rows, units).astype(np.float64)


def _weighted_mean(ascending: FloatArray, weights: FloatArray) -> FloatArray:
    return np.asarray(weights @ ascending / weights.sum(axis=1), dtype=np.float64)


def _weighted_median(ascending: FloatArray, weights: FloatArray) -> FloatArray:
    """Median of each row's multiset: the mean of the two middle members if their number is even."""
    upto = np.cumsum(weights, axis=1)
    total = upto[:, -1:]
    low = (upto < np.floor((total + 1) / 2)).sum(axis=1)
    high = (upto < np.floor(total / 2) + 1).sum(axis=1)
    return np.asarray((ascending[low] + ascending[high]) / 2.0, dtype=np.float64)
