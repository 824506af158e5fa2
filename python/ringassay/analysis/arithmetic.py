"""Exact and approximate computations apart: a system is chosen for one by its figures in it."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pandas as pd

from ringassay.analysis.correctness import NOT_JUDGED
from ringassay.analysis.study import Study
from ringassay.spaces import APPROXIMATE


@dataclass(frozen=True)
class Part:
    """What a study has of one kind of arithmetic."""

    kind: str
    """`exact`, of bits and integers, or `real`, of real and complex numbers; empty where the study
    has one kind only."""
    study: Study

    @property
    def label(self) -> str:
        """For titles; empty where the study has one kind only."""
        if self.kind != "real":
            return "bits and integers" if self.kind else ""
        present = set(self.study.evaluations["space"])
        found = [space for space in APPROXIMATE if space in present]
        return f"{' and '.join(found)} numbers"


def parts(study: Study) -> tuple[Part, ...]:
    """The study by kinds of arithmetic, each with the systems that were asked for it; the study
    itself where there is one kind only."""
    judged = study.evaluations[~study.evaluations["outcome"].isin(NOT_JUDGED)]
    real = judged["space"].isin(APPROXIMATE)
    if real.all() or not real.any():
        return (Part("", study),)
    return (
        Part("exact", _restricted(study, set(judged.loc[~real, "system"]), real=False)),
        Part("real", _restricted(study, set(judged.loc[real, "system"]), real=True)),
    )


def _restricted(study: Study, systems: set[str], *, real: bool) -> Study:
    def of_kind(frame: pd.DataFrame) -> pd.DataFrame:
        return frame[frame["space"].isin(APPROXIMATE) == real]

    kept = study.only([system for system in study.systems if system in systems])
    return replace(
        kept,
        circuits=of_kind(kept.circuits),
        keys=of_kind(kept.keys),
        ingestions=of_kind(kept.ingestions),
        evaluations=of_kind(kept.evaluations),
    )
