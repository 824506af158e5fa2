"""Which system to choose for what: derived from resolved differences and from nothing else.

A system is a candidate if none of its results was wrong, if it encrypts, and if our estimator
gives it the security asked for. Candidates are compared two by two, on the requests for which both
deliver the same security as far as costs may be compared at all (`security_excess`). A difference
counts if `verdict` claims it for CPU time (or size) and the wall clock does not say the opposite.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Literal

import pandas as pd

from ringassay.analysis.comparison import Comparison, Paired, compare, encrypts
from ringassay.analysis.correctness import Score, by_system
from ringassay.analysis.disturbance import Disturbance
from ringassay.analysis.family import together
from ringassay.analysis.floor import relative_floors
from ringassay.analysis.glance import Glance, glances
from ringassay.analysis.intervals import Interval
from ringassay.analysis.parameters import parameter_sets
from ringassay.analysis.security_excess import Excess, security_excess
from ringassay.analysis.study import Study

Standing = Literal["candidate", "wrong", "unencrypted", "weak", "unanswered"]

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
class Contender:
    """One system: its figures, and whether it may be chosen.

    `wrong` results were delivered, `failed` evaluations delivered nothing. `asked_bits` is the
    highest security level asked that is not delivered, NaN if there is none.
    """

    glance: Glance
    standing: Standing
    wrong: int
    failed: int
    asked_bits: float

    @property
    def system(self) -> str:
        """Its name."""
        return self.glance.system


@dataclass(frozen=True)
class Difference:
    """A resolved one: `more` needs `factor` times what `less` needs, `clock` times by the clock.

    Factors are above 1, geometric means over circuits or keys; `clock` is None for sizes.
    """

    aspect: str
    less: str
    more: str
    factor: float
    interval: Interval
    clock: float | None
    units: int


@dataclass(frozen=True)
class Gain:
    """One aspect in which a system needs less than others, the nearest of them first."""

    aspect: str
    over: tuple[Difference, ...]


@dataclass(frozen=True)
class Choice:
    """What speaks for a system. `over` are those that need more: all others, if `is_least`."""

    system: str
    over: tuple[str, ...]
    gains: tuple[Gain, ...]
    is_least: bool


@dataclass(frozen=True)
class Pairing:
    """Two candidates, and whether their costs were compared.

    `excess` says how far their security lies apart, and which requests were left out for it; None
    if no key was asked of both. `reservations` are what kept a difference in times from being told.
    """

    first: str
    second: str
    excess: Excess | None
    compared: bool
    reservations: tuple[Disturbance, ...] = ()


@dataclass(frozen=True)
class Decision:
    """All systems, the resolved differences between candidates, and the choices that follow."""

    contenders: tuple[Contender, ...]
    cases: int
    differences: tuple[Difference, ...]
    pairings: tuple[Pairing, ...]
    choices: tuple[Choice, ...]

    @property
    def candidates(self) -> tuple[str, ...]:
        """The systems that may be chosen."""
        return tuple(c.system for c in self.contenders if c.standing == "candidate")

    def is_marked(self, system: str, aspect: str) -> bool:
        """Whether a candidate needs less of something than another one, and than none more."""
        return any(
            choice.system == system and gain.aspect == aspect
            for choice in self.choices
            for gain in choice.gains
        )


def decide(study: Study, pages: int = 1) -> Decision:
    """The decision that a study supports; `pages` decisions are told together (see `family`)."""
    scores = {score.label: score for score in by_system(study)}
    weak = _weak(study)
    found = glances(study)
    contenders = tuple(_contender(study, row, scores[row.system], weak) for row in found.rows)
    candidates = [c.system for c in contenders if c.standing == "candidate"]
    floors = relative_floors(study)
    differences: list[Difference] = []
    pairings = []
    couples = list(itertools.combinations(candidates, 2))
    excesses = [security_excess(study, *couple) for couple in couples]
    compared = [
        _compared(study, *couple, excess, floors)
        for couple, excess in zip(couples, excesses, strict=True)
    ]
    of_page = iter(together([pair for pair in compared if pair], pages))
    for (first, second), excess, found_pair in zip(couples, excesses, compared, strict=True):
        pair = next(of_page) if found_pair else None
        withheld = [p for p in pair.aspects if p.verdict == "withheld"] if pair else []
        reservations = tuple(dict.fromkeys(r for p in withheld for r in p.reservations))
        pairings.append(Pairing(first, second, excess, pair is not None, reservations))
        differences += _resolved(pair) if pair else ()
    return Decision(
        contenders,
        found.cases,
        tuple(differences),
        tuple(pairings),
        _choices(candidates, differences),
    )


def _compared(
    study: Study, first: str, second: str, excess: Excess | None, floors: Mapping[str, float]
) -> Comparison | None:
    """The two on the requests for which both deliver the same security; None if that says nothing.

    It says nothing where too few requests are left for any claim, though all would not be too few.
    """
    if excess is None or not excess.alike:
        return None
    pair = compare(_asked(study, excess.alike), first, second, floors=floors)
    left_out = len(excess.alike) < excess.requests
    silent = all(paired.verdict == "few" for paired in pair.aspects)
    return None if left_out and silent else pair


def _asked(study: Study, params: Collection[str]) -> Study:
    """The study restricted to what belongs to keys asked for with some parameters."""
    keys = study.keys[study.keys["params"].isin(list(params))]
    place = ["run", "sut", "key"]
    wanted = pd.MultiIndex.from_frame(keys[place])

    def of_those(frame: pd.DataFrame) -> pd.DataFrame:
        return frame[pd.MultiIndex.from_frame(frame[place]).isin(wanted)]

    return replace(
        study,
        keys=keys,
        ingestions=of_those(study.ingestions),
        evaluations=of_those(study.evaluations),
    )


def _weak(study: Study) -> dict[str, float]:
    """Systems that deliver less security than asked, with the highest level missed."""
    missed: dict[str, float] = {}
    for found in parameter_sets(study):
        if found.standing == "below":
            missed[found.system] = max(missed.get(found.system, 0.0), found.asked)
    return missed


def _contender(study: Study, row: Glance, score: Score, weak: dict[str, float]) -> Contender:
    standing: Standing = "candidate"
    if score.wrong:
        standing = "wrong"
    elif not encrypts(study, row.system) or row.security_bits == 0.0:
        standing = "unencrypted"
    elif row.system in weak:
        standing = "weak"
    elif not score.right:
        standing = "unanswered"
    missed = weak.get(row.system, math.nan)
    return Contender(row, standing, score.wrong, score.failed, missed)


def _resolved(pair: Comparison) -> list[Difference]:
    found = (_difference(pair, paired) for paired in pair.aspects)
    return [difference for difference in found if difference is not None]


def _difference(pair: Comparison, paired: Paired) -> Difference | None:
    """The difference in one aspect, None unless it is resolved and clear of the clock's veto."""
    interval = paired.decided.interval
    if paired.verdict not in ("first", "second") or interval is None:
        return None
    first_less = paired.verdict == "first"
    factor = _turned(paired.decided.ratio, first_less)
    clock = None if paired.clock is None else _turned(paired.clock.ratio, first_less)
    if clock is not None and clock <= 1.0:
        return None
    ends = sorted((_turned(interval.low, first_less), _turned(interval.high, first_less)))
    return Difference(
        paired.aspect.label,
        pair.first if first_less else pair.second,
        pair.second if first_less else pair.first,
        factor,
        Interval(ends[0], ends[1], interval.confidence),
        clock,
        paired.decided.units,
    )


def _turned(ratio: float, first_less: bool) -> float:
    """First over second as more over less."""
    if not first_less:
        return ratio
    return 1.0 / ratio if ratio > 0.0 else math.inf


def _choices(candidates: list[str], differences: list[Difference]) -> tuple[Choice, ...]:
    """For each candidate what it needs least of; where nobody needs least, who beats whom.

    Who loses an aspect to any candidate is never chosen for it.
    """
    gains: dict[tuple[str, tuple[str, ...]], list[Gain]] = {}
    for aspect in dict.fromkeys(d.aspect for d in differences):
        of_aspect = [d for d in differences if d.aspect == aspect]
        beaten = {d.more for d in of_aspect}
        for system in candidates:
            over = sorted((d for d in of_aspect if d.less == system), key=lambda d: d.factor)
            if over and system not in beaten:
                losers = {d.more for d in over}
                key = (system, tuple(c for c in candidates if c in losers))
                gains.setdefault(key, []).append(Gain(aspect, tuple(over)))
    order = sorted(gains, key=lambda key: (candidates.index(key[0]), -len(key[1])))
    return tuple(
        Choice(system, over, tuple(gains[system, over]), len(over) == len(candidates) - 1)
        for system, over in order
    )
