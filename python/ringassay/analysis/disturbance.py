"""What may have disturbed the measurement of two systems, and whether they took turns."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal

import pandas as pd

from ringassay.analysis.study import Study

Kind = Literal["load", "steal", "waiting", "together", "cpu"]

# Share of the evaluations from which a disturbance counts.
DISTURBED = 0.05
# Tasks beyond the cores: a system on all cores, and the harness that feeds it, are no crowd.
_OWN = 0.5
# Share of its wall time that the machine's host took from an evaluation.
_STOLEN = 0.02
# An evaluation waited if it used this much less CPU over wall than the best one of its circuit.
_WAITED = 0.75
# Shorter ones wait as much for the scheduler as for others.
_LONG_NS = 20e6

# The columns from which disturbances are told.
_READ = [
    "run", "system", "circuit", "load1", "steal_ns", "total_wall_ns", "evaluate_wall_ns",
    "evaluate_cpu_ns",
]  # fmt: skip


@dataclass(frozen=True)
class Disturbance:
    """One kind of disturbance, and the share of the evaluations that it befell.

    - `load`: more tasks wanted to run than there are cores;
    - `steal`: the host gave the machine's cores to others;
    - `waiting`: a system got less CPU over wall than for the same circuit at other times;
    - `together`: several systems were measured at the same time;
    - `cpu`: CPU time is not known, only the wall clock.
    """

    kind: Kind
    share: float


def crowded(load: pd.Series, cores: pd.Series | float) -> pd.Series:
    """Whether more tasks wanted to run than the machine has cores."""
    return load > cores + _OWN


def disturbances(study: Study, systems: Collection[str]) -> tuple[Disturbance, ...]:
    """What befell the right evaluations of some systems, each above DISTURBED of them."""
    rows = study.right.loc[study.right["system"].isin(list(systems)), _READ]
    if rows.empty:
        return ()
    runs = study.runs[study.runs["run"].isin(rows["run"])]
    shares: dict[Kind, float] = {
        "load": _share(_crowded(study, rows), rows["load1"].notna()),
        "steal": _share(
            rows["steal_ns"] > _STOLEN * rows["total_wall_ns"], rows["steal_ns"].notna()
        ),
        "waiting": _waiting(rows),
        "together": float((runs["jobs"] > 1.0).any()),
    }
    return tuple(Disturbance(kind, s) for kind, s in shares.items() if s > DISTURBED)


def sequential(study: Study, first: str, second: str) -> bool | None:
    """Whether one system was measured after the other, not in turns; None if that is not known.

    In turns means that who is measured changes about once for each circuit or more often.
    """
    read = ["system", "run", "circuit", "sequence", "at"]
    rows = study.evaluations.loc[study.evaluations["system"].isin([first, second]), read]
    if rows["run"].nunique() > 1:
        return True
    by = "sequence" if rows["sequence"].notna().all() else "at"
    timed = rows[rows[by] != ""]
    if timed[by].nunique() < 2 or timed["system"].nunique() < 2:
        return None
    order = timed.sort_values(by, kind="stable")
    changes = int((order["system"] != order["system"].shift()).sum()) - 1
    circuits = timed.groupby("system")["circuit"].nunique().min()
    return bool(changes < max(2, circuits / 2))


def _share(which: pd.Series, known: pd.Series) -> float:
    return float(which[known].mean()) if known.any() else 0.0


def _crowded(study: Study, rows: pd.DataFrame) -> pd.Series:
    cores = dict(zip(study.machines["machine"], study.machines["cores"], strict=True))
    machine = dict(zip(study.runs["run"], study.runs["machine"], strict=True))
    of_run = {run: cores.get(machine.get(run, ""), float("nan")) for run in rows["run"].unique()}
    of_row = rows["run"].map(of_run)
    return crowded(rows["load1"], of_row.astype(float))


def _waiting(rows: pd.DataFrame) -> float:
    """Share of the evaluations whose CPU over wall fell behind the best of the same circuit."""
    long = rows[(rows["evaluate_wall_ns"] >= _LONG_NS) & (rows["evaluate_cpu_ns"] > 0.0)]
    if long.empty:
        return 0.0
    cores = long["evaluate_cpu_ns"] / long["evaluate_wall_ns"]
    groups = [long["system"], long["circuit"]]
    best = cores.groupby(groups).transform("max")
    again = cores.groupby(groups).transform("size") > 1
    return float((cores < _WAITED * best)[again].mean()) if again.any() else 0.0
