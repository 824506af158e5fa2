"""Whether something became worse by more than a threshold: the judgement behind a CI's exit code.

A time or memory is *worse* if all of these hold; new over base is the ratio, both measured in one
run in turns:

- its 95 % interval over circuits and rounds lies beyond the threshold, whole;
- signed ranks agree that it does (5 %), so that no single circuit decides;
- it is larger than what the run's system measured twice differs from itself by (the floor).

Where load, other guests or waiting disturbed the measurement, the whole interval must lie beyond
that floor too, which was measured under the same disturbance. Without one the interval is widened
by what rounds differ by, or by what disturbances may do (`widening`), before it decides. Of two
runs, measured one after the other, a drift of SEQUENTIAL_FLOOR is first taken off the ratio:
between them the machine may have changed by as much.

Sizes are counted, not sampled: the ratio itself decides. A right answer of base that new no longer
gives is a loss whatever the threshold.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from ringassay.analysis.comparison import SEQUENTIAL_FLOOR, aspect_effect
from ringassay.analysis.correctness import NOT_JUDGED
from ringassay.analysis.disturbance import Disturbance, disturbances, sequential
from ringassay.analysis.effect import Effect
from ringassay.analysis.floor import relative_floors
from ringassay.analysis.ranks import signed_ranks
from ringassay.analysis.study import Study
from ringassay.analysis.verdict import ALPHA, TEST_UNITS
from ringassay.analysis.watched import RIGHT, Watched, watched, with_memory
from ringassay.analysis.widening import widening

Finding = Literal["worse", "within", "open", "few", "withheld", "nothing"]

DECIDED = ("worse", "within")
"""The findings that decide; the others say why nothing is known."""


@dataclass(frozen=True)
class Checked:
    """One quantity of one pair of systems.

    `ratio` is new over base, `low` and `high` its interval where there is one; `drift` what was
    taken off for runs at different times; `floor` what the run cannot tell apart (None: not
    measured). For right answers `base` and `new` count them among `units` cases, else they are
    medians, in ns or bytes.

    - "worse": beyond the threshold;
    - "within": not beyond it;
    - "open": it may or may not be beyond it;
    - "few": too few circuits for an interval;
    - "withheld": the measurement was disturbed, perhaps by as much as the difference;
    - "nothing": no case that both got right, or not measured.
    """

    metric: str
    label: str
    base_system: str
    new_system: str
    threshold: float
    finding: Finding
    base: float = math.nan
    new: float = math.nan
    ratio: float = math.nan
    low: float = math.nan
    high: float = math.nan
    units: int = 0
    drift: float = 0.0
    floor: float | None = None
    disturbed: tuple[str, ...] = ()


@dataclass(frozen=True)
class _Measured:
    """How the two systems were measured."""

    study: Study
    base: str
    new: str
    floors: Mapping[str, float]
    is_sequential: bool
    disturbed: tuple[Disturbance, ...]


def check(
    study: Study, base: str, new: str, thresholds: Mapping[str, float]
) -> tuple[Checked, ...]:
    """Judges the quantities named in `thresholds` (name to the relative worsening allowed)."""
    measured = _Measured(
        with_memory(study),
        base,
        new,
        relative_floors(study),
        bool(sequential(study, base, new)),
        disturbances(study, (base, new)),
    )
    return tuple(
        _right(measured) if name == RIGHT else _judged(watched(name), measured, threshold)
        for name, threshold in thresholds.items()
    )


def _judged(what: Watched, measured: _Measured, threshold: float) -> Checked:
    base, new = measured.base, measured.new
    assert what.aspect is not None
    found = aspect_effect(measured.study, what.aspect, new, base)
    if found is None:
        return Checked(what.name, what.label, base, new, threshold, "nothing")
    is_time = what.kind == "time"
    # What is not measured twice itself is told apart no better than what it contains.
    floors = measured.floors
    floor = floors.get(what.aspect.label, floors.get("total time")) if is_time else None
    drift = SEQUENTIAL_FLOOR if is_time and measured.is_sequential else 0.0
    befallen = measured.disturbed if is_time else ()
    # Without a floor of its own a disturbed time is as uncertain as its rounds, or as is assumed.
    wider = (
        widening(measured.study, (base, new), what.aspect.label)
        if befallen and floor is None
        else None
    )
    if wider is not None:
        found = wider.widened(found)
    if what.kind == "size":
        finding: Finding = "worse" if found.ratio > 1.0 + threshold else "within"
    else:
        finding = _of_sample(found, threshold, drift, floor, bool(befallen))
        if finding == "open" and wider is not None:
            finding = "withheld"
    return Checked(
        what.name,
        what.label,
        base,
        new,
        threshold,
        finding,
        base=found.second_median,
        new=found.first_median,
        ratio=found.ratio,
        low=math.nan if found.interval is None else found.interval.low,
        high=math.nan if found.interval is None else found.interval.high,
        units=found.units,
        drift=drift,
        floor=floor,
        disturbed=tuple(one.kind for one in befallen),
    )


def _of_sample(
    found: Effect, threshold: float, drift: float, floor: float | None, is_disturbed: bool
) -> Finding:
    """What is known of a ratio that was measured with noise."""
    if found.is_equal:
        return "within"
    if found.interval is None or found.units < TEST_UNITS:
        return "few"
    limit = (1.0 + threshold) * (1.0 + drift)
    if found.interval.high * (1.0 + drift) <= 1.0 + threshold:
        return "within"
    least = max(limit, 1.0 + (floor or 0.0)) if is_disturbed else limit
    beyond = found.interval.low > least and found.ratio > 1.0 + (floor or 0.0)
    agreed = signed_ranks(found.of_units - math.log(limit)) <= ALPHA
    return "worse" if beyond and agreed else "open"


def _right(measured: _Measured) -> Checked:
    """Right answers of base that new gives too. A refusal is none; what we broke is left out."""
    case = ["circuit", "security", "input", "round"]
    rows = measured.study.evaluations
    rows = rows.assign(security=rows["security"].fillna(-1.0), ok=rows["outcome"] == "ok")
    rows = rows[~rows["outcome"].isin(NOT_JUDGED - {"unsupported"})]
    base, new = (
        rows[rows["system"] == system].drop_duplicates(case).set_index(case)["ok"]
        for system in (measured.base, measured.new)
    )
    both = base.to_frame("base").join(new.rename("new"), how="inner")
    found = Checked(RIGHT, watched(RIGHT).label, measured.base, measured.new, 0.0, "nothing")
    if both.empty:
        return found
    lost = bool((both["base"] & ~both["new"]).any())
    return replace(
        found,
        finding="worse" if lost else "within",
        base=float(both["base"].sum()),
        new=float(both["new"].sum()),
        units=len(both),
    )
