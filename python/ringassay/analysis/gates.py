"""Evaluation time per gate, from circuits of a single gate type (HEtest §6.9, Table 10)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd

from ringassay.analysis.columns import GATE_NAMES
from ringassay.analysis.describe import Description, describe
from ringassay.analysis.study import Study, grouped


@dataclass(frozen=True)
class GateTime:
    """Time per gate of one type, in ns.

    `wall` divides the whole evaluation step by the number of gates; `gate_only` divides the CPU
    time of the SUT's computation without loading the input ciphertexts and saving the result, which
    circuits of few gates spend most of their time on. It is None where the SUT does not report
    these parts. `levels` (the depth D the key was asked for), `counts` (gates of a circuit) and
    `dimensions` (ring dimension n reported) are the distinct values, ascending.
    """

    system: str
    space: str
    security: float
    batch: float
    gate: str
    wall: Description
    gate_only: Description | None
    levels: tuple[float, ...]
    counts: tuple[float, ...]
    dimensions: tuple[float, ...]

    @property
    def own(self) -> Description:
        """Time of the gates alone if the SUT reports it, else wall time per gate."""
        return self.wall if self.gate_only is None else self.gate_only


def gate_times(study: Study) -> tuple[GateTime, ...]:
    """Per system, plaintext space, security level, batch size and gate type."""
    right = study.right
    single = right[(right["kind"] == "single") & (right["gates"] > 0.0)]
    found = []
    for system, part in study.per_system(single):
        for group, rows in grouped(part, ("space", "security", "batch", "gate")):
            gates = rows["gates"].to_numpy(dtype=float)
            circuits = rows["circuit"].to_numpy(dtype=str)
            wall = describe(rows["evaluate_wall_ns"].to_numpy(dtype=float) / gates, circuits)
            if wall is None:
                continue
            alone = describe(_gates_alone(rows).to_numpy(dtype=float) / gates, circuits)
            found.append(
                GateTime(
                    system,
                    **group,
                    wall=wall,
                    gate_only=alone,
                    levels=_distinct(rows["levels"]),
                    counts=_distinct(rows["gates"]),
                    dimensions=_distinct(rows["n"]),
                )
            )
    order = {name: place for place, name in enumerate(GATE_NAMES)}
    place = {system: number for number, system in enumerate(study.systems)}
    return tuple(
        sorted(
            found,
            key=lambda g: (
                place[g.system], g.space, np.nan_to_num(g.security), np.nan_to_num(g.batch),
                order.get(g.gate, len(order)), g.gate,
            ),
        )
    )  # fmt: skip


def _gates_alone(rows: pd.DataFrame) -> pd.Series:
    """CPU time of the computation without loading and saving; NaN where that is not known."""
    parts = rows["evaluate_load_ns"] + rows["evaluate_save_ns"]
    return rows["evaluate_compute_cpu_ns"] - parts


def _distinct(values: pd.Series) -> tuple[float, ...]:
    return tuple(sorted({float(v) for v in values.dropna()}))
