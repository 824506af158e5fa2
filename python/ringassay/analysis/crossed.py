"""The mean of differences that vary from circuit to circuit and from round to round.

A difference d(c, r) of circuit c in round r is μ + circuit + round + rest. Its mean is as uncertain
as circuits *and* rounds make it: resampling circuits alone takes what one round has in common (a
frequency, a neighbour, where a process came to lie) for a property of the system. This is the
analytic counterpart of a bootstrap that draws rounds and circuits (Cameron, Gelbach, Miller 2011):
V = V(circuits) + V(rounds) - V(rest), with degrees of freedom after Satterthwaite.

Few rounds say little about rounds, and one says nothing. Interval and p value take in the rounds'
share where the data speak for it: if the F test of rounds has p < POOLED, a quarter, as is usual
for tests that decide about pooling (Bancroft 1964). What few rounds do not show is what the floor
is for (`floor.LEAST`). Coverage and claims: `coverage.py` and `same_program.py` of
`tests/analysis`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ringassay.analysis.distributions import fisher_tail, student_quantile, student_tail
from ringassay.analysis.intervals import CONFIDENCE, FloatArray, Interval
from ringassay.analysis.locations import LOG_UNITS

# Level of the test whether rounds differ at all.
POOLED = 0.25


@dataclass(frozen=True)
class MeanDifference:
    """A mean over circuits and rounds.

    `interval` is None with too few units, and `p` (two-sided, of a mean of zero) NaN.
    `rounds_matter` says whether rounds entered both: they make the standard error `stretch` times
    (at least 1) what it is by circuits alone, known with `freedom` degrees of freedom.
    """

    mean: float
    units: int
    rounds: int
    interval: Interval | None
    p: float
    rounds_matter: bool
    of_units: FloatArray
    stretch: float = 1.0
    freedom: float = math.inf


def mean_difference(
    values: npt.ArrayLike,
    units: npt.ArrayLike,
    rounds: npt.ArrayLike,
    *,
    confidence: float = CONFIDENCE,
    least_units: int = LOG_UNITS,
) -> MeanDifference:
    """The mean of finite `values`, every unit with the same weight. Raises ValueError on none.

    There is no interval with fewer than `least_units` units, of which two are the least.
    """
    cells = _cells(values, units, rounds)
    many = np.isfinite(cells)
    of_units = np.asarray(np.nanmean(cells, axis=1))
    mean = float(of_units.mean())
    unit_count, round_count = cells.shape
    if unit_count < least_units:
        return MeanDifference(mean, unit_count, round_count, None, math.nan, False, of_units)
    # What each cell adds to the mean's deviation; the weights of all cells add up to 1.
    parts = np.where(many, cells - mean, 0.0) / (unit_count * many.sum(axis=1, keepdims=True))
    circuits = _Spread(_between(parts.sum(axis=1)), unit_count - 1.0)
    joint, p_of_rounds = _with_rounds(parts, many, circuits) if round_count > 1 else (circuits, 1.0)
    matter = p_of_rounds < POOLED
    shown = joint if matter else circuits
    if shown.error <= abs(mean) * 1e-12:  # every unit the same, rounding aside
        exact = Interval(mean, mean, confidence)
        p = 0.0 if mean else 1.0
        return MeanDifference(mean, unit_count, round_count, exact, p, matter, of_units)
    half = shown.error * float(student_quantile((1.0 + confidence) / 2.0, shown.freedom))
    p = 2.0 * float(student_tail(abs(mean) / shown.error, shown.freedom))
    interval = Interval(mean - half, mean + half, confidence)
    stretch = shown.error / circuits.error if circuits.error > 0.0 else math.inf
    return MeanDifference(
        mean, unit_count, round_count, interval, p, matter, of_units, stretch, shown.freedom
    )


@dataclass(frozen=True)
class _Spread:
    """A variance of the mean and how well it is known."""

    variance: float
    freedom: float

    @property
    def error(self) -> float:
        return math.sqrt(self.variance)


def _cells(values: npt.ArrayLike, units: npt.ArrayLike, rounds: npt.ArrayLike) -> FloatArray:
    """Units down, rounds across: the mean of the values in each cell, NaN where there is none."""
    sample = np.asarray(values, dtype=np.float64)
    kept = np.isfinite(sample)
    if not kept.any():
        raise ValueError("there is no finite value to take the mean of")
    _, row = np.unique(np.asarray(units)[kept], return_inverse=True)
    _, column = np.unique(np.asarray(rounds)[kept], return_inverse=True)
    shape = (int(row.max()) + 1, int(column.max()) + 1)
    place = np.ravel_multi_index((row, column), shape)
    size = shape[0] * shape[1]
    sums = np.bincount(place, weights=sample[kept], minlength=size)
    counts = np.bincount(place, minlength=size).astype(np.float64)
    counts[counts == 0.0] = np.nan
    return (sums / counts).reshape(shape)


def _between(sums: FloatArray) -> float:
    """Variance of the total of independent parts whose expectation is zero."""
    n = sums.size
    return float((sums**2).sum()) * n / (n - 1)


def _with_rounds(
    parts: FloatArray, many: npt.NDArray[np.bool_], circuits: _Spread
) -> tuple[_Spread, float]:
    """The spread with rounds, and the p value that rounds do not differ (1 if nothing shows it)."""
    rows, columns = parts.shape
    freedom = int(many.sum()) - rows - columns + 1
    rounds = _between(parts.sum(axis=0))
    if freedom < 1 or rounds == 0.0:
        return circuits, 1.0
    fitted = parts.sum(axis=1, keepdims=True) / columns + parts.sum(axis=0) / rows
    rest = float((np.where(many, parts - fitted, 0.0) ** 2).sum()) * many.sum() / freedom
    variance = max(circuits.variance + rounds - rest, circuits.variance)
    shares = circuits.variance**2 / (rows - 1) + rounds**2 / (columns - 1) + rest**2 / freedom
    spread = _Spread(variance, float(np.clip(variance**2 / shares, 1.0, rows - 1.0)))
    if rest == 0.0:
        return spread, 0.0
    return spread, float(fisher_tail(rounds / rest, columns - 1, freedom))
