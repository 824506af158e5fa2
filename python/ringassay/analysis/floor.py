"""What a run can tell apart, measured: one system twice, under two names (A/A).

What the two names of one program seem to differ by, two systems would seem to differ by as well.
The floor is the farther end of the interval of that difference: below it nothing is resolved.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np
import pandas as pd
from scipy import stats

from ringassay.analysis.columns import STEPS
from ringassay.analysis.correctness import NOT_JUDGED
from ringassay.analysis.intervals import Interval
from ringassay.analysis.study import Study

Clock = Literal["cpu", "wall"]

MIN_UNITS = 5
"""Circuits below which a floor is not stated."""
CONFIDENCE = 0.95
QUANTITIES: dict[str, tuple[str, ...]] = {
    "encryption": STEPS[:1],
    "evaluation": STEPS[1:2],
    "decryption": STEPS[2:],
    "total time": STEPS,
}
"""Names as in `comparison.ASPECTS`, with the steps whose times they add up."""


@dataclass(frozen=True)
class Floor:
    """One quantity of a system measured twice: the second name over the first.

    `relative` is the floor: 0.03 says that differences below 3 % are not resolved. Ratio, interval
    and floor are None with fewer than MIN_UNITS circuits.
    """

    system: str
    label: str
    clock: Clock
    units: int
    rounds: int
    ratio: float | None
    interval: Interval | None
    relative: float | None


@dataclass(frozen=True)
class Twice:
    """A system measured twice: its floors, and what the second name got wrong."""

    system: str
    circuits: int
    floors: tuple[Floor, ...]
    judged: int
    right: int
    """Evaluations under the second name: those are part of no other figure."""

    def floor(self, label: str, clock: Clock) -> Floor:
        """The floor of a quantity by its name in QUANTITIES."""
        return next(one for one in self.floors if (one.label, one.clock) == (label, clock))


def measured_twice(study: Study) -> tuple[Twice, ...]:
    """Every system of the study that was measured twice."""
    return () if study.again is None else tuple(_twice(study.again, *p) for p in study.again.twins)


def relative_floors(study: Study) -> dict[str, float]:
    """Quantity to the largest floor of its CPU time, for `comparison`."""
    found: dict[str, float] = {}
    for twice in measured_twice(study):
        for floor in twice.floors:
            if floor.clock == "cpu" and floor.relative is not None:
                found[floor.label] = max(found.get(floor.label, 0.0), floor.relative)
    return found


def _twice(again: Study, first: str, second: str) -> Twice:
    rows = again.evaluations[again.evaluations["system"] == second]
    judged = rows[~rows["outcome"].isin(NOT_JUDGED)]
    clocks: tuple[Clock, ...] = ("cpu", "wall")
    return Twice(
        system=first,
        circuits=int(rows["circuit"].nunique()),
        floors=tuple(
            _floor(again, (first, second), label, clock) for label in QUANTITIES for clock in clocks
        ),
        judged=len(judged),
        right=int((judged["outcome"] == "ok").sum()),
    )


def _floor(again: Study, pair: tuple[str, str], label: str, clock: Clock) -> Floor:
    columns = [f"{step}_{clock}_ns" for step in QUANTITIES[label]]
    times = again.right.assign(time=again.right[columns].sum(axis=1, skipna=False))
    known = times[times["time"] > 0.0]
    # Each evaluation beside its own again: the same circuit, input and round.
    sides = [
        known[known["system"] == name].set_index(["circuit", "input", "repetition"])["time"]
        for name in pair
    ]
    both = pd.concat(sides, axis=1, join="inner", keys=["first", "second"])
    both["log"] = np.log(both["second"].to_numpy(float) / both["first"].to_numpy(float))
    of_units = both.groupby(level="circuit")["log"].mean().to_numpy(dtype=float)
    rounds = int(both.index.get_level_values("repetition").nunique())
    if len(of_units) < MIN_UNITS:
        return Floor(pair[0], label, clock, len(of_units), rounds, None, None, None)
    mean = float(of_units.mean())
    spread = float(of_units.std(ddof=1)) / math.sqrt(len(of_units))
    half = float(stats.t.ppf(0.5 + CONFIDENCE / 2.0, len(of_units) - 1)) * spread
    interval = Interval(math.exp(mean - half), math.exp(mean + half), CONFIDENCE)
    relative = math.expm1(abs(mean) + half)
    return Floor(pair[0], label, clock, len(of_units), rounds, math.exp(mean), interval, relative)
