"""Who may be chosen: nobody for whom a sentence beside the choice would be a warning."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from ringassay.analysis.correctness import Score, by_system
from ringassay.analysis.glance import Glance, Glances, glances
from ringassay.analysis.parameters import parameter_sets
from ringassay.analysis.secrecy import (
    KEYS_SHARED,
    NOT_AS_CLAIMED,
    Encryption,
    encryption,
    in_the_clear,
    verdict_of,
)
from ringassay.analysis.study import Study

Standing = Literal[
    "candidate",
    "wrong",
    "unencrypted",
    "shared",
    "misstated",
    "weak",
    "unverifiable",
    "unanswered",
    "unshown",
    "incomplete",
]
"""Why a system may be chosen or not:

- "wrong": it delivered a wrong answer;
- "unencrypted": it does not encrypt;
- "shared": one of its keys opens what another encrypted;
- "misstated": its ciphertexts, its own facts or where it computes belie what it says of itself;
- "weak": it delivers less security than was asked for;
- "unverifiable": its security cannot be estimated;
- "unanswered": nothing it answered was right;
- "unshown": whether it encrypts was not probed, or could not be;
- "incomplete": it left some of what it was asked unanswered, or does not support it.
"""


_COMPARED: frozenset[Standing] = frozenset({"candidate", "incomplete", "unshown"})


@dataclass(frozen=True)
class Contender:
    """One system: its figures, and whether it may be chosen.

    `wrong` results were delivered, `failed` evaluations delivered nothing (`outcomes` has how they
    ended), `unsupported` ones were never sent. `asked_bits` is the highest security level asked
    that is not delivered, NaN if there is none; `unknown` says what an estimate would need.
    """

    glance: Glance
    standing: Standing
    wrong: int
    failed: int
    asked_bits: float
    encryption: Encryption
    unsupported: int = 0
    outcomes: tuple[tuple[str, int], ...] = ()
    unknown: str = ""

    @property
    def system(self) -> str:
        """Its name."""
        return self.glance.system

    @property
    def is_trusted(self) -> bool:
        """Whether what it answered may be compared: nothing is against it but what is missing."""
        return self.standing in _COMPARED


def judged(study: Study) -> tuple[tuple[Contender, ...], Glances]:
    """The systems of a study, and the figures over the cases on which they are compared."""
    scores = {score.label: score for score in by_system(study)}
    weak, unknown = _weak(study), _unknown(study)
    standings = {
        system: _standing(study, system, scores[system], weak, unknown) for system in study.systems
    }
    found = glances(study, _trusted(standings))
    return tuple(
        Contender(
            row,
            standings[row.system],
            scores[row.system].wrong,
            scores[row.system].failed,
            weak.get(row.system, math.nan),
            encryption(study, row.system),
            scores[row.system].outcomes.get("unsupported", 0),
            tuple(scores[row.system].outcomes.items()),
            unknown.get(row.system, ""),
        )
        for row in found.rows
    ), found


def _trusted(standings: Mapping[str, Standing]) -> tuple[str, ...]:
    """The candidates; where fewer than two are, those too that only left something unanswered, or
    of which nobody knows whether they encrypt.

    Nobody is chosen between these, but what they answered is compared.
    """
    candidates = tuple(s for s, found in standings.items() if found == "candidate")
    if len(candidates) > 1:
        return candidates
    return tuple(s for s, found in standings.items() if found in _COMPARED)


def _standing(
    study: Study, system: str, score: Score, weak: dict[str, float], unknown: dict[str, str]
) -> Standing:
    """The gravest of what is against a system."""
    against: dict[Standing, bool] = {
        "wrong": score.wrong > 0,
        "unencrypted": in_the_clear(study, system) or _protects_nothing(study, system),
        "shared": verdict_of(study, system).label == KEYS_SHARED,
        "misstated": verdict_of(study, system).label == NOT_AS_CLAIMED,
        "weak": system in weak,
        "unanswered": not score.right,
        "unverifiable": system in unknown,
        "unshown": encryption(study, system).word != "shown",
        "incomplete": bool(score.failed or score.outcomes.get("unsupported", 0)),
    }
    return next((standing for standing, holds in against.items() if holds), "candidate")


def _protects_nothing(study: Study, system: str) -> bool:
    sets = [p for p in parameter_sets(study) if p.system == system]
    return bool(sets) and all(p.standing == "none" for p in sets)


def _weak(study: Study) -> dict[str, float]:
    """Systems that deliver less security than asked, with the highest level missed."""
    missed: dict[str, float] = {}
    for found in parameter_sets(study):
        if found.standing == "below":
            missed[found.system] = max(missed.get(found.system, 0.0), found.asked)
    return missed


def _unknown(study: Study) -> dict[str, str]:
    """Systems of which a key cannot be estimated, with what is not said."""
    return {
        found.system: found.delivered.how
        for found in parameter_sets(study)
        if found.standing == "unverifiable"
    }
