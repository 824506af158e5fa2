"""How far a disturbed run moves a ratio of times, by what the run measured of itself.

A loaded machine makes times longer, and not the same for everybody. How much that changes a ratio
is measured where the run has the same thing twice, disturbed in the same way: one system under two
names in turns, or one system in several rounds. The interval of a ratio is widened by that much;
what still leaves 1 out is no effect of the disturbance.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
import pandas as pd

from ringassay.analysis.disturbance import Disturbance
from ringassay.analysis.effect import Effect, exp
from ringassay.analysis.floor import (
    MIN_UNITS,
    QUANTITIES,
    Clock,
    beyond_chance,
    case_times,
    differences,
)
from ringassay.analysis.intervals import Interval
from ringassay.analysis.study import Study
from ringassay.analysis.verdict import Verdict, decide

ASSUMED = 2.0
"""Relative widening of CPU times where nothing was measured twice: a ratio may be three times off.

Two hardware threads of one core halve each other's speed, and caches and memory that are shared do
the rest; docs/methods.md has what was measured.
"""


@dataclass(frozen=True)
class Widening:
    """The relative uncertainty that a disturbance adds to a ratio, and what says so.

    - `twin`: one system under two names;
    - `rounds`: the same cases of the two systems in other rounds;
    - `assumed`: nothing was measured twice.

    What was measured is as uncertain as the interval itself and independent of it, so that both add
    as squares, of logarithms. What is assumed is a bound, and is added.
    """

    relative: float
    source: Literal["twin", "rounds", "assumed"]

    def widened(self, found: Effect) -> Effect:
        """The effect with the interval that it has in a disturbed run."""
        return self._with_ends(found, 1.0)

    def narrowed(self, found: Effect) -> Effect:
        """A widened effect with the interval that it would have undisturbed."""
        return self._with_ends(found, -1.0)

    def _with_ends(self, found: Effect, sign: float) -> Effect:
        at, by = found.interval, math.log1p(self.relative)
        if at is None or found.is_equal:
            return found

        def moved(end: float) -> float:
            away = abs(math.log(end / found.ratio)) if 0.0 < end < math.inf else math.inf
            if self.source == "assumed":
                return max(0.0, away + sign * by)
            return math.sqrt(max(0.0, away * away + sign * by * by))

        low = found.ratio * math.exp(-moved(at.low))
        high = found.ratio * exp(moved(at.high))
        return replace(found, interval=Interval(low, high, at.confidence))


def widening(
    study: Study, systems: Sequence[str], label: str, *, clock: Clock = "cpu"
) -> Widening | None:
    """The widening for a time of two systems, disturbed; None where nothing can be said.

    That is a wall time of which nothing was measured twice: a crowd makes it longer without bound.
    """
    label = label if label in QUANTITIES else "total time"
    twin = differences(study, clock).get(label)
    if twin is None and study.again is not None:
        ends = [_end(study.again, pair, label, clock) for pair in study.again.twins]
        twin = max((end for end in ends if end is not None), default=None)
    if twin is not None:
        return Widening(twin, "twin")
    between = [end for system in systems for end in _between_rounds(study, system, label, clock)]
    if between:
        return Widening(max(between), "rounds")
    return Widening(ASSUMED, "assumed") if clock == "cpu" else None


def decide_disturbed(
    found: Effect,
    *,
    adjusted_p: float,
    floor: float,
    reservations: Sequence[Disturbance],
    widened_by: Widening | None,
) -> Verdict:
    """`verdict.decide` for a time whose interval has been widened.

    "withheld" if it is the disturbance alone that keeps a difference from being claimed.
    """

    def of(effect: Effect, left: Sequence[Disturbance]) -> Verdict:
        return decide(
            ratio=effect.ratio,
            interval=effect.interval,
            adjusted_p=adjusted_p,
            rank_p=effect.rank_p,
            units=effect.units,
            floor=floor,
            reservations=left,
        )

    if widened_by is None:
        return of(found, reservations)
    told = of(found, ())
    if told == "open" and of(widened_by.narrowed(found), ()) in ("first", "second", "unresolved"):
        return "withheld"
    return told


def _between_rounds(study: Study, system: str, label: str, clock: Clock) -> Iterator[float]:
    """How far each round of a system lies from the one before, on the same cases."""
    source = "total time" if QUANTITIES[label].frame != "evaluations" else label
    rows = case_times(study, source, clock)
    rows = rows[rows["system"] == system]
    numbers = sorted(set(rows["round"]))
    for before, after in itertools.pairwise(numbers):
        one, other = (rows[rows["round"] == number] for number in (before, after))
        end = _of_two(one, other, ["circuit", "input"])
        if end is not None:
            yield end


def _end(again: Study, pair: tuple[str, str], label: str, clock: Clock) -> float | None:
    """What two names of one system differ by, on too few circuits for others to be spoken of."""
    rows = case_times(again, label, clock)
    one, other = (rows[rows["system"] == name] for name in pair)
    return _of_two(one, other, [*QUANTITIES[label].case])


def _of_two(one: pd.DataFrame, other: pd.DataFrame, case: list[str]) -> float | None:
    """By units where there are enough of them, else by cases: then it holds for these alone."""
    names = ["unit", *[name for name in case if name != "unit"]]
    sides = [rows.groupby(names)["time"].median() for rows in (one, other)]
    both = pd.concat(sides, axis=1, join="inner", keys=["first", "second"])
    logs = (both["second"] / both["first"]).map(math.log)
    of_units = logs.groupby(level="unit").mean()
    sample = np.asarray(of_units if len(of_units) >= MIN_UNITS else logs, dtype=np.float64)
    return None if len(sample) < MIN_UNITS else beyond_chance(sample)
