"""One quantity of two systems over their common cases: ratio, interval, tests."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from ringassay.analysis.crossed import mean_difference
from ringassay.analysis.intervals import Interval
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

    @property
    def is_equal(self) -> bool:
        """Whether both need exactly the same in every unit."""
        return self.minimum == self.maximum == 1.0


def effect(cases: pd.DataFrame, unit: Sequence[str]) -> Effect | None:
    """Compare the columns `first` and `second`, case by case; None without a case.

    `unit` names the columns that make an independent unit, `round` is the column of rounds.
    """
    if cases.empty:
        return None
    logs = np.log(cases["first"].to_numpy(dtype=float) / cases["second"].to_numpy(dtype=float))
    logs[np.abs(logs) < _ROUNDING] = 0.0
    units = cases.groupby(list(unit), dropna=False).ngroup().to_numpy()
    found = mean_difference(logs, units, cases["round"].to_numpy(dtype=float))
    interval = found.interval
    return Effect(
        cases=len(cases),
        units=found.units,
        rounds=found.rounds,
        first_median=float(cases["first"].median()),
        second_median=float(cases["second"].median()),
        ratio=math.exp(found.mean),
        interval=None
        if interval is None
        else Interval(_exp(interval.low), _exp(interval.high), interval.confidence),
        p=found.p,
        rank_p=signed_ranks(found.of_units),
        minimum=math.exp(float(found.of_units.min())),
        maximum=math.exp(float(found.of_units.max())),
        first_wins=int((found.of_units < 0.0).sum()),
        second_wins=int((found.of_units > 0.0).sum()),
    )


def _exp(exponent: float) -> float:
    """The exponential, infinite where it is too large for a number."""
    return math.exp(exponent) if exponent < 700.0 else math.inf
