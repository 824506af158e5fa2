"""What a run can tell apart, measured: one system twice, under two names (A/A).

What the two names of one program seem to differ by beyond chance, two systems would seem to differ
by as well: order, caches, where a process came to lie. That is the floor; below it nothing is
claimed. What chance adds is not part of it: the interval of each comparison has it already, from
its own circuits.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np
import pandas as pd

from ringassay.analysis.columns import STEPS
from ringassay.analysis.correctness import NOT_JUDGED
from ringassay.analysis.crossed import mean_difference
from ringassay.analysis.effect import of_ratio, typical
from ringassay.analysis.intervals import FloatArray, Interval
from ringassay.analysis.ranks import Centre
from ringassay.analysis.study import Study

Clock = Literal["cpu", "wall"]

MIN_UNITS = 5
"""Circuits (for key generation, keys) below which a floor is not stated."""
LEAST = 0.02
"""No floor is lower: where its parts come to lie in memory moves a program's time by as much
(Mytkowicz et al. 2009, *Producing wrong data without doing anything obviously wrong*)."""
CONFIDENCE = 0.95


class Source(NamedTuple):
    """Where the times of a quantity are, what of them is independent, and what is the same twice.

    The times of several columns are added up.
    """

    frame: Literal["keys", "ingestions", "evaluations"]
    unit: Literal["params", "circuit"]
    case: tuple[str, ...]
    columns: Mapping[Clock, tuple[str, ...]]


def _steps(steps: tuple[str, ...]) -> Source:
    columns: dict[Clock, tuple[str, ...]] = {
        clock: tuple(f"{step}_{clock}_ns" for step in steps) for clock in CLOCKS
    }
    return Source("evaluations", "circuit", ("circuit", "input", "repetition"), columns)


CLOCKS: tuple[Clock, ...] = ("cpu", "wall")
QUANTITIES: dict[str, Source] = {
    "key generation": Source(
        "keys",
        "params",
        ("params", "security"),
        {"cpu": ("generate_cpu_ns",), "wall": ("generate_ns",)},
    ),
    "ingestion": Source(
        "ingestions",
        "circuit",
        ("circuit", "security"),
        {"cpu": ("circuit_cpu_ns",), "wall": ("circuit_ns",)},
    ),
    "encryption": _steps(STEPS[:1]),
    "evaluation": _steps(STEPS[1:2]),
    "decryption": _steps(STEPS[2:]),
    "total time": _steps(STEPS),
}
"""Names as in `comparison.ASPECTS`."""


@dataclass(frozen=True)
class Floor:
    """One quantity of a system measured twice: the second name over the first.

    Ratio, interval and what they differ by beyond chance are None with fewer than MIN_UNITS
    circuits.
    """

    system: str
    label: str
    clock: Clock
    units: int
    rounds: int
    ratio: float | None
    interval: Interval | None
    beyond: float | None

    @property
    def relative(self) -> float | None:
        """The floor: 0.03 says that no difference below 3 % is claimed."""
        return None if self.beyond is None else max(LEAST, self.beyond)


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
    again = study.again
    if again is None:
        return ()
    return again.once("twice", "", lambda: tuple(_twice(again, *pair) for pair in again.twins))


def relative_floors(study: Study, clock: Clock = "cpu") -> dict[str, float]:
    """Quantity to the largest floor of its time, for `comparison`."""
    return {label: max(LEAST, beyond) for label, beyond in differences(study, clock).items()}


def differences(study: Study, clock: Clock = "cpu") -> dict[str, float]:
    """Quantity to the most that two names of a system differ by beyond chance, as a relative
    difference.

    What was measured twice on too few units to say (few keys) is told apart no better than the
    total time is.
    """
    found: dict[str, float] = {}
    for twice in measured_twice(study):
        whole = twice.floor("total time", clock).beyond
        for floor in (twice.floor(label, clock) for label in QUANTITIES):
            beyond = whole if floor.beyond is None else floor.beyond
            if beyond is not None:
                found[floor.label] = max(found.get(floor.label, 0.0), beyond)
    return found


def beyond_chance(logs: FloatArray) -> float:
    """A relative difference, from one logarithm of a ratio for each unit.

    One of m with standard error e is one of sqrt(m² - e²) beyond chance, or none.
    """
    at = ratio_of(logs)
    return math.expm1(math.sqrt(max(0.0, at.value**2 - at.error**2)))


def ratio_of(logs: FloatArray) -> Centre:
    """Where the logarithms of ratios of two units or more lie."""
    each = np.arange(logs.size)
    return typical(mean_difference(logs, each, np.zeros(logs.size), least_units=2))


def _twice(again: Study, first: str, second: str) -> Twice:
    rows = again.evaluations[again.evaluations["system"] == second]
    judged = rows[~rows["outcome"].isin(NOT_JUDGED)]
    return Twice(
        system=first,
        circuits=int(rows["circuit"].nunique()),
        floors=tuple(
            _floor(again, (first, second), label, clock) for label in QUANTITIES for clock in CLOCKS
        ),
        judged=len(judged),
        right=int((judged["outcome"] == "ok").sum()),
    )


def case_times(study: Study, label: str, clock: Clock) -> pd.DataFrame:
    """The times of a quantity above zero: the right rows of its frame, with `time` and `unit`.

    Of the frame's columns those that name a case; each is made once.
    """
    return study.once("case times", (label, clock), lambda: _case_times(study, label, clock))


def _case_times(study: Study, label: str, clock: Clock) -> pd.DataFrame:
    source = QUANTITIES[label]
    frame: pd.DataFrame = getattr(study, source.frame)
    times = list(source.columns[clock])
    kept = dict.fromkeys(("system", "security", "round", source.unit, *source.case, *times))
    good = frame.loc[frame["outcome"] == "ok", list(kept)]
    time = good[times].sum(axis=1, skipna=False)
    timed = good.assign(time=time, security=good["security"].fillna(-1.0), unit=good[source.unit])
    return timed[timed["time"] > 0.0]


def _numbered(study: Study, source: Source) -> tuple[pd.Series, pd.DataFrame]:
    """The number of each row's case, sorted by unit; and by number, its unit and what names it.

    A row of which that is not known has no number. Quantities of the same cases share theirs.
    """

    def numbered() -> tuple[pd.Series, pd.DataFrame]:
        frame: pd.DataFrame = getattr(study, source.frame)
        names = list(dict.fromkeys((source.unit, *source.case)))
        facts = frame[names].assign(unit=frame[source.unit])
        if "security" in names:
            facts = facts.assign(security=facts["security"].fillna(-1.0))
        number = facts.groupby(["unit", *source.case]).ngroup()
        cases = facts.assign(number=number).drop_duplicates("number").set_index("number")
        return number.where(number >= 0), cases

    return study.once("numbered cases", (source.frame, source.unit, source.case), numbered)


def _floor(again: Study, pair: tuple[str, str], label: str, clock: Clock) -> Floor:
    known = case_times(again, label, clock)
    # Each measurement beside its own again: the same circuit, input and round; the same key.
    number, cases = _numbered(again, QUANTITIES[label])
    place = number.loc[known.index]
    sides = [known["time"][known["system"] == name].groupby(place).median() for name in pair]
    both = pd.concat(sides, axis=1, join="inner", keys=["first", "second"])
    logs = (both["second"] / both["first"]).map(math.log)
    told = cases.loc[both.index]
    of_units = logs.groupby(told["unit"]).mean().to_numpy(dtype=float)
    rounds = int(told["repetition"].nunique()) if "repetition" in told else 1
    if len(of_units) < MIN_UNITS:
        return Floor(pair[0], label, clock, len(of_units), rounds, None, None, None)
    at = ratio_of(of_units)
    return Floor(
        pair[0],
        label,
        clock,
        len(of_units),
        rounds,
        math.exp(at.value),
        of_ratio(at.interval),
        beyond_chance(of_units),
    )
