"""One quantity of two systems over their common cases: ratio, interval, tests."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from ringassay.analysis.crossed import MeanDifference, mean_difference
from ringassay.analysis.distributions import student_quantile, student_tail
from ringassay.analysis.intervals import FloatArray, Interval
from ringassay.analysis.ranks import Centre, centre, signed_ranks

RANKED_UNITS = 20
"""Units from which ranks decide: with fewer their exact p value cannot fall below 5 % after
correction for all comparisons of a page (2/2^20 can for 20,000 of them)."""
ROUNDING = 1e-12
"""Relative differences that only the rounding of logarithms makes."""


@dataclass(frozen=True)
class Effect:
    """What first needs over what second needs; above 1 means that first needs more.

    `ratio` is the geometric mean over units, or their centre by signed ranks (`typical`);
    `interval` is its 95 % interval over units and rounds, `p` belongs to the interval, `rank_p` to
    the signed ranks of the units.
    """

    cases: int
    units: int
    rounds: int
    first_median: float
    second_median: float
    ratio: float
    interval: Interval | None
    p: float
    rank_p: float
    minimum: float
    maximum: float
    first_wins: int
    second_wins: int
    of_units: FloatArray = field(repr=False, compare=False)
    """The logarithm of each unit's ratio."""

    @property
    def is_equal(self) -> bool:
        """Whether both need exactly the same in every unit."""
        return self.minimum == self.maximum == 1.0


def effect(
    first: FloatArray,
    second: FloatArray,
    units: npt.ArrayLike,
    rounds: npt.ArrayLike,
    *,
    by_ranks: bool = False,
) -> Effect | None:
    """Compare what first and second need, case by case; None without a case.

    All arrays have one entry per case: `units` names its independent unit, `rounds` its round.
    With `by_ranks` the ratio is `typical`, else the geometric mean.
    """
    if not first.size:
        return None
    logs = np.log(first / second)
    logs[np.abs(logs) < ROUNDING] = 0.0
    found = mean_difference(logs, units, rounds)
    at = typical(found) if by_ranks else Centre(found.mean, found.interval, found.p)
    return Effect(
        cases=int(first.size),
        units=found.units,
        rounds=found.rounds,
        first_median=float(np.median(first)),
        second_median=float(np.median(second)),
        ratio=math.exp(at.value),
        interval=of_ratio(at.interval),
        p=at.p,
        rank_p=signed_ranks(found.of_units),
        minimum=math.exp(float(found.of_units.min())),
        maximum=math.exp(float(found.of_units.max())),
        first_wins=int((found.of_units < 0.0).sum()),
        second_wins=int((found.of_units > 0.0).sum()),
        of_units=found.of_units,
    )


def typical(found: MeanDifference) -> Centre:
    """Where the units lie: their mean, or from RANKED_UNITS on their centre by signed ranks.

    Where rounds matter, the error of the centre is larger by as much as that of the mean, and
    interval and p value are Student's.
    """
    if found.units < RANKED_UNITS:
        return Centre(found.mean, found.interval, found.p)
    at = centre(found.of_units)
    if at.interval is None or not found.rounds_matter or at.error == 0.0:
        return at
    error = at.error * found.stretch
    p = 2.0 * float(student_tail(abs(at.value) / error, found.freedom))
    half = error * float(student_quantile((1.0 + at.interval.confidence) / 2.0, found.freedom))
    return Centre(at.value, Interval(at.value - half, at.value + half, at.interval.confidence), p)


def of_ratio(logs: Interval | None) -> Interval | None:
    """The interval of a ratio, from that of its logarithm."""
    return None if logs is None else Interval(exp(logs.low), exp(logs.high), logs.confidence)


def exp(exponent: float) -> float:
    """The exponential, infinite where it is too large for a number."""
    return math.exp(exponent) if exponent < 700.0 else math.inf
