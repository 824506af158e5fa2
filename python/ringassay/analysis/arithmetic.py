"""Bits, integers and real numbers apart: a system is chosen for one by its figures in it."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pandas as pd

from ringassay.analysis.correctness import NOT_JUDGED
from ringassay.analysis.study import Study
from ringassay.spaces import APPROXIMATE

KINDS: dict[str, tuple[str, ...]] = {
    "bits": ("gf2", ""),
    "integers": ("zt",),
    "real": APPROXIMATE,
}
"""Kinds of arithmetic, with their plaintext spaces."""


@dataclass(frozen=True)
class Part:
    """What a study has of one kind of arithmetic."""

    kind: str
    """One of KINDS; empty where the study has one kind only."""
    study: Study

    @property
    def label(self) -> str:
        """For titles; empty where the study has one kind only."""
        if self.kind != "real":
            return self.kind
        present = set(self.study.evaluations["space"])
        found = [space for space in APPROXIMATE if space in present]
        return f"{' and '.join(found)} numbers"


def parts(study: Study) -> tuple[Part, ...]:
    """The study by kinds of arithmetic, each with the systems that were asked for it; the study
    itself where there is one kind only."""
    judged = study.evaluations[~study.evaluations["outcome"].isin(NOT_JUDGED)]
    systems = {
        kind: set(judged.loc[judged["space"].isin(spaces), "system"])
        for kind, spaces in KINDS.items()
    }
    present = [kind for kind, found in systems.items() if found]
    if len(present) < 2:
        return (Part("", study),)
    return tuple(Part(kind, _restricted(study, systems[kind], KINDS[kind])) for kind in present)


def _restricted(study: Study, systems: set[str], spaces: tuple[str, ...]) -> Study:
    def of_kind(frame: pd.DataFrame) -> pd.DataFrame:
        return frame[frame["space"].isin(spaces)]

    kept = study.only([system for system in study.systems if system in systems])
    return replace(
        kept,
        circuits=of_kind(kept.circuits),
        keys=of_kind(kept.keys),
        ingestions=of_kind(kept.ingestions),
        evaluations=of_kind(kept.evaluations),
    )
