"""Under which circumstances the figures were measured."""

from __future__ import annotations

from dataclasses import dataclass

import pandas as pd

from ringassay.analysis.disturbance import crowded as is_crowded
from ringassay.analysis.study import Study


@dataclass(frozen=True)
class Load:
    """How busy a run's machine was: one-minute load averages beside its number of cores.

    `crowded` counts the evaluations during which more tasks wanted to run than there are cores, of
    `known` evaluations whose load was recorded.
    """

    run: str
    cores: float
    median: float
    maximum: float
    known: int
    crowded: int

    @property
    def disturbed(self) -> bool:
        """Whether any evaluation was measured on a crowded machine."""
        return self.crowded > 0


def loads(study: Study) -> tuple[Load, ...]:
    """The load of every run that recorded it."""
    cores_of = dict(zip(study.machines["machine"], study.machines["cores"], strict=True))
    found = []
    for run, machine in zip(study.runs["run"], study.runs["machine"], strict=True):
        load = study.evaluations.loc[study.evaluations["run"] == run, "load1"].dropna()
        if load.empty:
            continue
        cores = float(cores_of.get(machine, float("nan")))
        crowded = 0 if pd.isna(cores) else int(is_crowded(load, cores).sum())
        found.append(
            Load(str(run), cores, float(load.median()), float(load.max()), len(load), crowded)
        )
    return tuple(found)


def repetitions(study: Study) -> tuple[int, int]:
    """Smallest and largest number of measurements per system and case; (0, 0) without any."""
    if study.evaluations.empty:
        return 0, 0
    counts = study.evaluations.groupby(["system", "run", "case"]).size()
    return int(counts.min()), int(counts.max())
