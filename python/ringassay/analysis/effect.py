"""One quantity of two systems over their common cases: ratio, interval, tests."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from ringassay.analysis.crossed import mean_difference
from ringassay.analysis.intervals import FloatArray, Interval
from ringassay.analysis.verdict import signed_ranks

# Relative differences that only the rounding of logarithms makes.
_ROUNDING = 1e-12


@dataclass(frozen=True)
class Effect:
    """What first needs over what second needs; above 1 means that first needs more.

    `ratio` is the geometric mean over units, `interval` its 95 % interval over units and rounds,
    `p` belongs to the interval, `rank_p` to the signed ranks of the units.
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
    first: FloatArray, second: FloatArray, units: npt.ArrayLike, rounds: npt.ArrayLike
) -> Effect | None:
    """Compare what first and second need, case by case; None without a case.

    All arrays have one entry per case: `units` names its independent unit, `rounds` its round.
    """
    if not first.size:
        return None
    logs = np.log(first / second)
    logs[np.abs(logs) < _ROUNDING] = 0.0
    found = mean_difference(logs, units, rounds)
    interval = found.interval
    return Effect(
        cases=int(first.size),
        units=found.units,
        rounds=found.rounds,
        first_median=float(np.median(first)),
        second_median=float(np.median(second)),
        ratio=math.exp(found.mean),
        interval=None
        if interval is None
        else Interval(exp(interval.low), exp(interval.high), interval.confidence),
        p=found.p,
        rank_p=signed_ranks(found.of_units),
        minimum=math.exp(float(found.of_units.min())),
        maximum=math.exp(float(found.of_units.max())),
        first_wins=int((found.of_units < 0.0).sum()),
        second_wins=int((found.of_units > 0.0).sum()),
        of_units=found.of_units,
    )


def exp(exponent: float) -> float:
    """The exponential, infinite where it is too large for a number."""
    return math.exp(exponent) if exponent < 700.0 else math.inf
