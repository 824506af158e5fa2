"""Under which circumstances the figures were measured, and in what those of several runs differ."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
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
    """The load of every run that recorded it, beside the cores that it could use."""
    cores_of = dict(zip(study.machines["machine"], study.machines["cores"], strict=True))
    found = []
    runs = (study.runs[column] for column in ("run", "machine", "affinity"))
    for run, machine, affinity in zip(*runs, strict=True):
        load = study.evaluations.loc[study.evaluations["run"] == run, "load1"].dropna()
        if load.empty:
            continue
        cores = usable_cores(affinity) or float(cores_of.get(machine, float("nan")))
        crowded = 0 if pd.isna(cores) else int(is_crowded(load, cores).sum())
        found.append(
            Load(str(run), cores, float(load.median()), float(load.max()), len(load), crowded)
        )
    return tuple(found)


def usable_cores(affinity: str) -> float | None:
    """How many CPUs a list such as `0-3,8` names; None where it names none."""
    cores = 0
    for part in affinity.split(","):
        first, _, last = part.partition("-")
        try:
            cores += int(last or first) - int(first) + 1
        except ValueError:
            return None
    return float(cores) if cores > 0 else None


@dataclass(frozen=True)
class Difference:
    """A fact that is not the same for all runs."""

    fact: str
    values: tuple[tuple[str, tuple[str, ...]], ...]
    """Each value, and the runs that have it; "" where a run did not record it."""


_RUN_FACTS = (
    ("ringassay", "version"),
    ("commit", "commit"),
    ("commit of the compiled parts", "built_from"),
    ("build profile", "build_profile"),
    ("compiler", "compiler"),
    ("kernels", "kernels"),
    ("vector instructions in use", "backend"),
    ("threads", "threads"),
    ("CPUs that may be used", "affinity"),
    ("frequency governor", "governors"),
    ("systems at the same time", "jobs"),
    ("warm-up", "warm_up"),
)
_MACHINE_FACTS = (
    ("processor", "cpu_model"),
    ("processor family", "cpu_family"),
    ("processor model number", "cpu_number"),
    ("processor stepping", "cpu_stepping"),
    ("cores", "cores"),
    ("memory, GiB", "memory_gib"),
    ("kernel", "kernel"),
    ("operating system", "os"),
    ("Python", "python"),
)
_SYSTEM_FACTS = (
    ("version", "version"),
    ("library version", "library_version"),
    ("library's build", "library_build"),
    ("commit", "commit"),
    ("build profile", "profile"),
    ("vector instructions", "simd"),
    ("threads", "threads"),
    ("planner", "planner"),
)


def differences(study: Study) -> tuple[Difference, ...]:
    """In what the circumstances of the runs differ; nothing for a single run.

    Systems are compared with themselves in other runs. A fact that only some runs recorded differs,
    too: nobody knows that it was the same.
    """
    runs = study.runs.drop_duplicates("run").to_dict("records")
    if len(runs) < 2:
        return ()
    gib = (study.machines["memory_bytes"] / 2**30).round()
    machines = study.machines.assign(memory_gib=gib).to_dict("records")
    of_machine = {row["machine"]: row for row in machines}
    hosts = [(run["run"], of_machine.get(run["machine"], {})) for run in runs]
    found = [*_differing(_RUN_FACTS, [(run["run"], run) for run in runs])]
    found += _differing(_MACHINE_FACTS, hosts)
    for sut, rows in study.suts.groupby("sut", sort=False):
        own = [(row["run"], row) for row in rows.to_dict("records")]
        found += _differing([(f"{sut}: {fact}", column) for fact, column in _SYSTEM_FACTS], own)
    return tuple(found)


def _differing(
    facts: Iterable[tuple[str, str]], rows: Sequence[tuple[Any, Mapping[Any, Any]]]
) -> Iterator[Difference]:
    for fact, column in facts:
        by_value: dict[str, list[str]] = {}
        for run, row in rows:
            by_value.setdefault(_text(row.get(column)), []).append(str(run))
        if len(by_value) > 1:
            yield Difference(fact, tuple((value, tuple(own)) for value, own in by_value.items()))


def _text(value: object) -> str:
    if value is None or (isinstance(value, float) and not np.isfinite(value)):
        return ""
    return f"{value:g}" if isinstance(value, float) else str(value)


def repetitions(study: Study) -> tuple[int, int]:
    """Smallest and largest number of measurements per system and case; (0, 0) without any."""
    if study.evaluations.empty:
        return 0, 0
    counts = study.evaluations.groupby(["system", "run", "case"]).size()
    return int(counts.min()), int(counts.max())
