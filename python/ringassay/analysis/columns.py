"""The columns of the stored frames that the analysis reads, by type.

A column that a store does not have (a reduced test) is filled with "missing", so
that every analysis meets the same columns with the same types: text as str, numbers as float64.
"""

from __future__ import annotations

import numpy as np
import pandas as pd

STEPS = ("encrypt", "evaluate", "decrypt")
PARTS = ("wall_ns", "send_ns", "wait_ns", "receive_ns", "compute_ns", "cpu_ns", "peak_bytes")
GATE_NAMES = (
    "LADD", "LADDconst", "LMUL", "LMULconst", "LROTATE", "LSELECT", "LSUB", "LNEG",
    "AND", "OR", "XOR", "LPOLY", "LCONJ",
)  # fmt: skip

TEXT: dict[str, tuple[str, ...]] = {
    "runs": (
        "run", "label", "suite", "suite_hash", "started_at", "finished_at", "state", "version",
        "machine", "commit", "built_from", "build_profile", "compiler", "kernels", "backend",
        "affinity", "governors",
    ),
    "machines": ("machine", "cpu_model", "simd", "kernel", "os", "governor", "python"),
    "suts": (
        "run", "sut", "version", "library", "library_version", "scheme", "hello", "command",
        "twin_of",
        "isolation",
        "commit", "profile", "simd", "threads", "library_build", "planner",
    ),
    "circuits": ("circuit", "family", "kind", "gate", "space", "magnitudes"),
    "keys": (
        "run", "sut", "key", "params", "outcome", "detail", "parameters", "security_method",
        "secret", "error", "notes",
    ),
    "ingestions": ("run", "sut", "key", "circuit", "outcome", "detail", "notes"),
    "evaluations": (
        "run", "sut", "key", "circuit", "outcome", "detail", "stage", "expected", "got", "at",
        "started_at",
    ),
    "probes": ("run", "sut", "key", "probe", "params", "circuit", "result", "reason", "at"),
}  # fmt: skip

NUMBERS: dict[str, tuple[str, ...]] = {
    "runs": (
        "seed", "security", "warm_up", "repetitions", "resumed", "jobs", "load_at_start", "threads",
    ),
    "machines": (
        "cpu_family", "cpu_number", "cpu_stepping", "cores", "memory_bytes", "load_at_start",
    ),
    "suts": ("position", "protocol"),
    "circuits": (
        "modulus", "batch", "depth", "requested_depth", "width", "levels", "gates",
        "multiplicative_depth", "circuit_bytes", "outputs", "bound",
        "magnitude", *(f"n_{gate}" for gate in GATE_NAMES),
    ),
    "keys": (
        "security", "batch", "depth", "wall_ns", "send_ns", "wait_ns", "receive_ns", "compute_ns",
        "choose_ns",
        "client_cpu_ns", "client_peak_bytes", "key_bytes", "n", "m", "log2_q", "log2_qp", "t",
        "security_bits",
    ),
    "ingestions": (
        "wall_ns", "send_ns", "wait_ns", "receive_ns", "key_send_ns", "key_load_ns", "compute_ns",
        "server_cpu_ns", "server_peak_bytes", "circuit_bytes",
    ),
    "evaluations": (
        "input", "repetition", "wrong_slots", "fresh_bytes", "evaluated_bytes", "input_bytes",
        "total_wall_ns", "baseline_ns", "load1", "round", "sequence", "idle_cpu_ns", "steal_ns",
        "precision_bits", "mean_precision_bits",
        *(f"{step}_{part}" for step in STEPS for part in PARTS),
        "evaluate_compute_cpu_ns", "evaluate_load_ns", "evaluate_save_ns",
    ),
    "probes": (),
}  # fmt: skip


def normalised(frame: pd.DataFrame, name: str) -> pd.DataFrame:
    """The frame `name` with every column the analysis reads; further columns are kept.

    What is not a finite number becomes NaN, what is missing as text becomes "".
    """
    frame = frame.reset_index(drop=True)
    columns: dict[str, pd.Series] = {str(c): frame[c] for c in frame.columns}
    for column in TEXT[name]:
        columns[column] = _text(frame, column)
    for column in NUMBERS[name]:
        columns[column] = _number(frame, column)
    return pd.DataFrame(columns, index=frame.index)


def _text(frame: pd.DataFrame, column: str) -> pd.Series:
    if column not in frame.columns:
        return pd.Series([""] * len(frame), index=frame.index, dtype=object)
    if frame[column].dtype == "string":
        held = frame[column].to_numpy(dtype=object, na_value="")
        return pd.Series(held, index=frame.index, dtype=object)
    filled = [
        "" if missing else str(value)
        for value, missing in zip(
            frame[column].tolist(), frame[column].isna().tolist(), strict=True
        )
    ]
    return pd.Series(filled, index=frame.index, dtype=object)


def _number(frame: pd.DataFrame, column: str) -> pd.Series:
    if column not in frame.columns:
        return pd.Series(np.full(len(frame), np.nan), index=frame.index, dtype=np.float64)
    values = pd.to_numeric(frame[column], errors="coerce").to_numpy(
        dtype=np.float64, na_value=np.nan
    )
    return pd.Series(
        np.where(np.isfinite(values), values, np.nan), index=frame.index, dtype=np.float64
    )
