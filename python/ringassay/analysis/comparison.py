"""SUT against SUT on the cases both got right, at the same security level asked.

The unit is the circuit (or the key parameters): one ratio each, their centre by signed ranks the
typical factor of times, their geometric mean that of sizes; the interval is over circuits and
rounds. With fewer circuits than speak for others, the comparison is of these alone, over inputs and
rounds (`sampled`). The ratio of sums stands beside: what all cases together cost. CPU time decides
who needs less, because it is what a system uses and not what else the machine did; the wall clock
stands beside it. `verdict` holds the rule by which a difference is claimed.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

import pandas as pd

from ringassay.analysis.disturbance import Disturbance, disturbances, sequential
from ringassay.analysis.effect import Effect
from ringassay.analysis.floor import LEAST, Clock, relative_floors
from ringassay.analysis.metrics import Quantity
from ringassay.analysis.sampled import Scope, scoped_effect
from ringassay.analysis.study import Study
from ringassay.analysis.verdict import Verdict, decide_counted, holm
from ringassay.analysis.widening import Widening, decide_disturbed, widening

# A difference below this is not told from a drift of the machine between two systems that were
# measured one after the other.
SEQUENTIAL_FLOOR = 0.25


@dataclass(frozen=True)
class Aspect:
    """A quantity to compare, smaller being better.

    `column` is the size or the wall time, `cpu` the CPU time, which decides where there is one. The
    `unit` is what was measured independently: circuits, or keys for what contains their generation.
    """

    label: str
    quantity: Quantity
    frame: Literal["keys", "ingestions", "evaluations"]
    column: str
    cpu: str = ""
    unit: Literal["circuit", "params"] = "circuit"


ASPECTS = (
    Aspect("key generation", "time", "keys", "generate_ns", "generate_cpu_ns", "params"),
    Aspect("key size", "size", "keys", "key_bytes", unit="params"),
    Aspect("ingestion", "time", "ingestions", "circuit_ns", "circuit_cpu_ns"),
    Aspect("encryption", "time", "evaluations", "encrypt_wall_ns", "encrypt_cpu_ns"),
    Aspect("evaluation", "time", "evaluations", "evaluate_wall_ns", "evaluate_cpu_ns"),
    Aspect("decryption", "time", "evaluations", "decrypt_wall_ns", "decrypt_cpu_ns"),
    Aspect("total time", "time", "evaluations", "total_wall_ns", "total_cpu_ns"),
    Aspect("first answer", "time", "evaluations", "first_wall_ns", "first_cpu_ns", "params"),
    Aspect("fresh ciphertexts", "size", "evaluations", "fresh_bytes"),
    Aspect("evaluated ciphertext", "size", "evaluations", "evaluated_bytes"),
)
# What is not measured twice itself is told apart no better than what it contains.
_FLOOR = {"first answer": "total time"}
# Paired first where the same input was evaluated by both in the same round.
_CASE: dict[str, list[str]] = {
    "keys": ["params", "security", "round"],
    "ingestions": ["circuit", "security", "round"],
    "evaluations": ["circuit", "security", "input", "round"],
}
# The columns that name a case, of any frame.
_NAMES = frozenset({"system", "params", "circuit", "security", "input", "round"})


@dataclass(frozen=True)
class Paired:
    """One aspect of first against second.

    `decided` is what decides: CPU time, or the size. `clock` is the wall time beside it. `sums` is
    what first needs for all cases together over what second needs. `floor` is the relative
    difference below which nothing is claimed. `reservations` are what disturbed the measurement of
    times, `widened_by` what the interval was widened by for it. `adjusted_p` is corrected for what
    is told with it: the aspects of a pair, or all pairs of a page (`family`). `scope` says what the
    comparison holds for.
    """

    aspect: Aspect
    decided: Effect
    clock: Effect | None
    adjusted_p: float
    floor: float = 0.0
    reservations: tuple[Disturbance, ...] = ()
    widened_by: Widening | None = None
    sums: float = math.nan
    scope: Scope = "family"

    @property
    def verdict(self) -> Verdict:
        """Who needs less, if that may be claimed: see `ringassay.analysis.verdict`."""
        if self.decided.is_equal:
            return "equal"
        if self.aspect.quantity == "size":
            found = self.decided
            return decide_counted(found.ratio, found.minimum, found.maximum)
        return decide_disturbed(
            self.decided,
            adjusted_p=self.adjusted_p,
            floor=self.floor,
            reservations=self.reservations,
            widened_by=self.widened_by,
        )


@dataclass(frozen=True)
class Comparison:
    """Two systems over every aspect both were measured in.

    `ratios` holds one row per circuit: first and second (total ns, wall), d, width, batch.
    `in_turns` says whether the two were measured in turns; None if that is not known.
    """

    first: str
    second: str
    aspects: tuple[Paired, ...]
    ratios: pd.DataFrame
    in_turns: bool | None

    def aspect(self, label: str) -> Paired | None:
        """The aspect with this label, if it could be compared."""
        return next((p for p in self.aspects if p.aspect.label == label), None)


def compare(
    study: Study, first: str, second: str, *, floors: Mapping[str, float] | float | None = None
) -> Comparison:
    """Compare two systems on their common cases; aspects without a common case are left out.

    `floors` are relative differences that the run cannot tell apart, by aspect or for all; None for
    what the study's system that was measured twice differs from itself (`floor.relative_floors`).
    """
    if floors is None:
        floors = relative_floors(study)
    sources = dict.fromkeys((aspect.frame, aspect.unit) for aspect in ASPECTS)
    cases = {source: _cases(study, source, (first, second), ASPECTS) for source in sources}
    found = []
    for aspect in ASPECTS:
        both = cases[aspect.frame, aspect.unit]
        timed = aspect.quantity == "time"
        size = both.measured(aspect.column, aspect, by_ranks=timed)
        cpu = both.measured(aspect.cpu, aspect, by_ranks=timed) if aspect.cpu else None
        decided = cpu or size
        if decided is not None:
            clock = size.effect if size is not None and aspect.cpu else None
            found.append((aspect, decided, clock, aspect.cpu and not cpu))
    adjusted = holm(
        [
            math.nan if aspect.quantity == "size" or one.effect.is_equal else one.effect.p
            for aspect, one, _, _ in found
        ]
    )
    disturbed = disturbances(study, (first, second)) if found else ()
    one_by_one = sequential(study, first, second)
    aspects = []
    for (aspect, decided, clock, no_cpu), p in zip(found, adjusted, strict=True):
        timed = aspect.quantity == "time"
        floor = (
            floors
            if isinstance(floors, float)
            else floors.get(_FLOOR.get(aspect.label, aspect.label), LEAST)
        )
        if one_by_one:
            floor = max(floor, SEQUENTIAL_FLOOR)
        unknown = (Disturbance("cpu", 1.0),) if no_cpu else ()
        reservations = (*disturbed, *unknown) if timed else ()
        of_clock: Clock = "wall" if no_cpu else "cpu"
        wider = (
            widening(study, (first, second), aspect.label, clock=of_clock) if reservations else None
        )
        aspects.append(
            Paired(
                aspect,
                wider.widened(decided.effect) if wider else decided.effect,
                clock,
                p,
                floor=floor if timed else 0.0,
                reservations=reservations,
                widened_by=wider,
                sums=decided.sums,
                scope=decided.scope,
            )
        )
    in_turns = None if one_by_one is None else not one_by_one
    return Comparison(first, second, tuple(aspects), _totals(study, first, second), in_turns)


def aspect_effect(study: Study, aspect: Aspect, first: str, second: str) -> Effect | None:
    """One aspect of first over second on their common cases: CPU time or size; None without one.

    Its ratio is the geometric mean.
    """
    cases = _cases(study, (aspect.frame, aspect.unit), (first, second), [aspect])
    found = cases.measured(aspect.cpu or aspect.column, aspect)
    return None if found is None else found.effect


def _by_unit(aspect: Aspect) -> bool:
    """Whether measurements within a unit are no sample: what is counted is exact, and the answers
    under one key share its generation, which was measured once."""
    return aspect.quantity == "size" or aspect.unit == "params"


@dataclass(frozen=True)
class _Measured:
    """One quantity of both on their common cases: typically, and in sum."""

    effect: Effect
    scope: Scope
    sums: float


@dataclass(frozen=True)
class _Cases:
    """The right rows of two systems in one frame, numbered by unit and by case within it."""

    sides: Mapping[bool, pd.DataFrame]
    """Those of the first under False, those of the second under True."""
    facts: pd.DataFrame
    """By the number of a case: its unit, input and round."""

    def measured(self, column: str, aspect: Aspect, *, by_ranks: bool = False) -> _Measured | None:
        """First over second on the cases for which both have a positive value."""
        sides = pd.DataFrame(
            {
                side: rows[column].where(rows[column] > 0.0).groupby(rows["case_number"]).median()
                for side, rows in self.sides.items()
            }
        ).dropna()
        if sides.empty:
            return None
        facts = self.facts.loc[sides.index]
        found = scoped_effect(
            sides[False].to_numpy(dtype=float),
            sides[True].to_numpy(dtype=float),
            *(facts[fact].to_numpy() for fact in ("unit_number", "input", "round")),
            by_unit=_by_unit(aspect),
            by_ranks=by_ranks,
        )
        if found is None:
            return None
        of_units = sides.groupby(facts["unit_number"]).mean().sum()
        return _Measured(*found, float(of_units[False] / of_units[True]))


def _cases(
    study: Study, source: tuple[str, str], pair: tuple[str, str], aspects: Iterable[Aspect]
) -> _Cases:
    """Of a frame and its unit, with the columns that these aspects read."""
    (name, unit), (first, second) = source, pair
    frame: pd.DataFrame = getattr(study, name)
    read = _NAMES | {column for aspect in aspects for column in (aspect.column, aspect.cpu)}
    which = (frame["outcome"] == "ok") & frame["system"].isin([first, second])
    good = frame.loc[which, [column for column in frame if column in read]]
    # A level that is not known must still pair with itself.
    good = good.assign(security=good["security"].fillna(-1.0), is_second=good["system"] == second)
    numbered = good.assign(
        unit_number=good.groupby([unit, "security"]).ngroup(),
        case_number=good.groupby(_CASE[name]).ngroup(),
        # Keys and ingestions have none: each is measured once in a round.
        input=good["input"].fillna(0.0) if "input" in good else 0.0,
    )
    facts = numbered.drop_duplicates("case_number").set_index("case_number")
    sides = {side: numbered[numbered["is_second"] == side] for side in (False, True)}
    return _Cases(sides, facts[["unit_number", "input", "round"]])


def _totals(study: Study, first: str, second: str) -> pd.DataFrame:
    read = ["circuit", "security", "input", "system", "total_wall_ns"]
    rows = study.right.loc[study.right["system"].isin([first, second]), read]
    per_input = rows.groupby(["circuit", "security", "input", "system"], dropna=False)
    sides = per_input["total_wall_ns"].median().unstack("system")
    if sides.shape[1] < 2:
        sides = sides.reindex(columns=[first, second])
    both = sides.dropna().rename(columns={first: "first", second: "second"}).reset_index()
    medians = both.groupby("circuit", as_index=False)[["first", "second"]].median()
    return medians.merge(study.circuits[["circuit", "d", "width", "batch"]], on="circuit")
