"""Which system to choose for what: derived from resolved differences and from nothing else.

Who may be chosen is in `contenders`. Candidates are compared two by two on the cases that all of
them got right, which are also those of the figures in the table: one set of cases for figures,
marks and sentences. Whoever delivers the security asked for is compared as delivered; where the
cheaper is the weaker, the difference carries its price in bits.

A difference counts if `verdict` claims it for CPU time (or size) and if nothing else that is shown
says the opposite: neither the wall clock, nor the sum over all cases, nor the medians in the table.
One that is contradicted is `mixed`: told, and chosen by nobody.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from ringassay.analysis.comparison import ASPECTS, Comparison, Paired, compare
from ringassay.analysis.contenders import Contender, Standing, judged
from ringassay.analysis.disturbance import Disturbance
from ringassay.analysis.family import together
from ringassay.analysis.floor import relative_floors
from ringassay.analysis.glance import Glance
from ringassay.analysis.intervals import Interval
from ringassay.analysis.sampled import Scope
from ringassay.analysis.security_excess import Excess, security_excess
from ringassay.analysis.study import Study

__all__ = [
    "ASPECT_OF",
    "Choice",
    "Contender",
    "Decision",
    "Difference",
    "Gain",
    "Lead",
    "Pairing",
    "Standing",
    "decide",
]

Opposed = Literal["clock", "sum", "median"]

# Column of a glance to the aspect of `comparison.ASPECTS` that says which differences in it are
# resolved. Peak memory has none: it is one figure for each system.
ASPECT_OF = {
    "keygen_ns": "key generation",
    "ingestion_ns": "ingestion",
    "encryption_ns": "encryption",
    "evaluation_ns": "evaluation",
    "decryption_ns": "decryption",
    "total_ns": "total time",
    "first_answer_ns": "first answer",
    "key_bytes": "key size",
    "ciphertext_bytes": "fresh ciphertexts",
}


@dataclass(frozen=True)
class Difference:
    """A resolved one: `more` needs `factor` times what `less` needs, `clock` times by the clock.

    Factors are geometric means over units; `sums` is the factor of all cases together. `interval`
    is None for sizes, which are counted; `clock`, too. `opposed` names what says the opposite.
    `price_bits` is how much less security `less` delivers, where that is not the same.
    """

    aspect: str
    less: str
    more: str
    factor: float
    interval: Interval | None
    clock: float | None
    sums: float
    units: int
    scope: Scope
    price_bits: float
    opposed: tuple[Opposed, ...] = ()


@dataclass(frozen=True)
class Gain:
    """One aspect in which a system needs less than others, the nearest of them first."""

    aspect: str
    over: tuple[Difference, ...]


@dataclass(frozen=True)
class Choice:
    """What a system is best at. `over` are those that need more: all others, if `is_least`."""

    system: str
    over: tuple[str, ...]
    gains: tuple[Gain, ...]
    is_least: bool


@dataclass(frozen=True)
class Lead:
    """Who is best at one aspect: the candidates of whom nobody needs less.

    `gain` says by how much, where there is one such system and it is better than any.
    """

    aspect: str
    leaders: tuple[str, ...]
    gain: Gain | None


@dataclass(frozen=True)
class Pairing:
    """Two systems, and whether their costs were compared.

    `excess` says what security they deliver; None if no key was asked of both. `aspects` are the
    comparisons, `reservations` what kept a difference in times from being told.
    """

    first: str
    second: str
    excess: Excess | None
    aspects: tuple[Paired, ...] = ()
    reservations: tuple[Disturbance, ...] = ()

    @property
    def compared(self) -> bool:
        """Whether there was anything to compare."""
        return bool(self.aspects)

    def aspect(self, label: str) -> Paired | None:
        """The comparison of one aspect."""
        return next((p for p in self.aspects if p.aspect.label == label), None)


@dataclass(frozen=True)
class Decision:
    """All systems, the resolved differences, and the choices that follow.

    Compared are `compared` on `cases`, those that all of them got right, of so many circuits and
    families. These are the candidates, or, where there are not two, also those that left something
    unanswered: then nothing is chosen.
    """

    contenders: tuple[Contender, ...]
    compared: tuple[str, ...]
    cases: int
    circuits: int
    families: int
    differences: tuple[Difference, ...]
    mixed: tuple[Difference, ...]
    pairings: tuple[Pairing, ...]
    choices: tuple[Choice, ...]
    leads: tuple[Lead, ...]

    @property
    def candidates(self) -> tuple[str, ...]:
        """The systems that may be chosen."""
        return tuple(c.system for c in self.contenders if c.standing == "candidate")

    def is_marked(self, system: str, aspect: str) -> bool:
        """Whether a candidate is the one that needs least of something."""
        return any(
            choice.system == system and gain.aspect == aspect
            for choice in self.choices
            for gain in choice.gains
        )

    def pairing(self, one: str, other: str) -> Pairing | None:
        """The comparison of two systems."""
        return next((p for p in self.pairings if {p.first, p.second} == {one, other}), None)


def decide(study: Study, pages: int = 1) -> Decision:
    """The decision that a study supports; `pages` decisions are told together (see `family`)."""
    contenders, figures = judged(study)
    candidates = [c.system for c in contenders if c.standing == "candidate"]
    compared = candidates
    if len(candidates) < 2:
        compared = [c.system for c in contenders if c.is_trusted]
    rows = {c.system: c.glance for c in contenders}
    floors = relative_floors(study)
    pairings, found = [], []
    common = figures.restricted(study) if figures.cases else study
    couples = list(itertools.combinations(compared, 2))
    excesses = [security_excess(common, *couple) for couple in couples]
    pairs: Sequence[Comparison | None] = [None for _ in couples]
    if figures.cases:
        pairs = together([compare(common, *couple, floors=floors) for couple in couples], pages)
    for (first, second), excess, pair in zip(couples, excesses, pairs, strict=True):
        if pair is None:
            pairings.append(Pairing(first, second, excess))
            continue
        withheld = [p for p in pair.aspects if p.verdict == "withheld"]
        reservations = tuple(dict.fromkeys(r for p in withheld for r in p.reservations))
        pairings.append(Pairing(first, second, excess, pair.aspects, reservations))
        found += _differences(pair, excess, rows)
    clear = [d for d in found if not d.opposed]
    leads = _leads(candidates, clear, pairings) if len(candidates) > 1 else ()
    circuits = figures.right.drop_duplicates("circuit") if figures.cases else figures.right[:0]
    return Decision(
        contenders,
        tuple(compared),
        figures.cases,
        len(circuits),
        int(circuits["family"].nunique()),
        tuple(clear),
        tuple(d for d in found if d.opposed),
        tuple(pairings),
        _choices(candidates, leads),
        leads,
    )


def _differences(
    pair: Comparison, excess: Excess | None, rows: Mapping[str, Glance]
) -> list[Difference]:
    found = (_difference(pair, paired, excess, rows) for paired in pair.aspects)
    return [difference for difference in found if difference is not None]


def _difference(
    pair: Comparison, paired: Paired, excess: Excess | None, rows: Mapping[str, Glance]
) -> Difference | None:
    """The difference in one aspect, None unless it is resolved."""
    if paired.verdict not in ("first", "second"):
        return None
    first_less = paired.verdict == "first"
    less, more = (pair.first, pair.second) if first_less else (pair.second, pair.first)
    clock = None if paired.clock is None else _turned(paired.clock.ratio, first_less)
    sums = _turned(paired.sums, first_less)
    median = _medians(rows[more], rows[less], paired.aspect.label)
    beside: dict[Opposed, float] = {
        "clock": math.inf if clock is None else clock,
        "sum": sums,
        "median": median,
    }
    interval = None if paired.aspect.quantity == "size" else paired.decided.interval
    return Difference(
        paired.aspect.label,
        less,
        more,
        _turned(paired.decided.ratio, first_less),
        None if interval is None else _turned_interval(interval, first_less),
        clock,
        sums,
        paired.decided.units,
        paired.scope,
        0.0 if excess is None else excess.of(less).price_bits,
        tuple(kind for kind, factor in beside.items() if factor < 1.0),
    )


def _medians(more: Glance, less: Glance, aspect: str) -> float:
    """The quotient of the two figures in the table; infinite where there is none."""
    column = next((c for c, label in ASPECT_OF.items() if label == aspect), None)
    if column is None:
        return math.inf
    found = float(getattr(more, column)) / (float(getattr(less, column)) or math.nan)
    return found if math.isfinite(found) else math.inf


def _turned(ratio: float, first_less: bool) -> float:
    """First over second as more over less."""
    if not first_less:
        return ratio
    return 1.0 / ratio if ratio > 0.0 else math.inf


def _turned_interval(interval: Interval, first_less: bool) -> Interval:
    ends = sorted((_turned(interval.low, first_less), _turned(interval.high, first_less)))
    return Interval(ends[0], ends[1], interval.confidence)


def _choices(candidates: Sequence[str], leads: Sequence[Lead]) -> tuple[Choice, ...]:
    """For each candidate what it alone is best at, apart by whom it is better than."""
    gains: dict[tuple[str, tuple[str, ...]], list[Gain]] = {}
    for lead in leads:
        if lead.gain is not None:
            losers = {d.more for d in lead.gain.over}
            key = (lead.leaders[0], tuple(c for c in candidates if c in losers))
            gains.setdefault(key, []).append(lead.gain)
    order = sorted(gains, key=lambda key: (candidates.index(key[0]), -len(key[1])))
    return tuple(
        Choice(system, over, tuple(gains[system, over]), len(over) == len(candidates) - 1)
        for system, over in order
    )


def _gain(system: str, aspect: str, differences: Sequence[Difference]) -> Gain | None:
    over = sorted((d for d in differences if d.less == system), key=lambda d: d.factor)
    return Gain(aspect, tuple(over)) if over else None


def _leads(
    candidates: Sequence[str], differences: Sequence[Difference], pairings: Sequence[Pairing]
) -> tuple[Lead, ...]:
    """Who is best at each aspect in which all were compared.

    Who loses an aspect to any candidate is never best at it, nor is one of several that nobody
    beats: then the choice is between these.
    """
    found = []
    for aspect in (one.label for one in ASPECTS):
        if not all(pairing.aspect(aspect) for pairing in pairings):
            continue
        of_aspect = [d for d in differences if d.aspect == aspect]
        beaten = {d.more for d in of_aspect}
        leaders = tuple(c for c in candidates if c not in beaten)
        gain = _gain(leaders[0], aspect, of_aspect) if len(leaders) == 1 else None
        found.append(Lead(aspect, leaders, gain))
    return tuple(found)
