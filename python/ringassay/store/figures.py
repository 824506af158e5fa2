"""The figures of steps that are stored: columns, units, meanings and where they come from.

Columns, frames, rows and the table in docs/store.md follow from `FIGURES`. What the harness
measures is described by the compiled module, with the fields of a `Step`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ringassay import _native

CASE_STEPS = ("encrypt", "evaluate", "decrypt")
"""The measured steps of one case, in the order in which they happen."""

_MEASURED = {name: (unit, meaning) for name, unit, meaning in _native.step_figures()}


@dataclass(frozen=True)
class Figure:
    """A stored figure of a step."""

    column: str
    unit: str
    meaning: str
    source: Literal["measured", "reported"]
    name: str
    """There: the field of `Step`, or the key of the SUT's REPORT."""
    may_miss: bool = True


def _measured(name: str, column: str = "", *, may_miss: bool = False) -> Figure:
    unit, meaning = _MEASURED[name]
    return Figure(column or name, unit, meaning, "measured", name, may_miss)


def _reported(key: str, meaning: str, column: str = "") -> Figure:
    return Figure(column or key, "ns", meaning, "reported", key)


_SPLIT = ("wall_ns", "send_ns", "wait_ns", "receive_ns")
_COMPUTE = ("compute_ns", "The computation's own time.")


def _case(step: str, role: str) -> tuple[Figure, ...]:
    own = {f"{role}_cpu_ns": "cpu_ns", f"{role}_peak_bytes": "peak_bytes"}
    return (
        *(_measured(name, f"{step}_{name}", may_miss=True) for name in _SPLIT),
        _reported(*_COMPUTE, f"{step}_compute_ns"),
        *(_measured(name, f"{step}_{short}", may_miss=True) for name, short in own.items()),
    )


EVALUATION_PARTS = (
    _reported(
        "cpu_ns", "CPU time of the computation; all three parts or none.", "evaluate_compute_cpu_ns"
    ),
    _reported("load_ns", "CPU time for reading ciphertexts, a part of it.", "evaluate_load_ns"),
    _reported("save_ns", "CPU time for writing the result, a part of it.", "evaluate_save_ns"),
)
"""What an evaluation consists of by the SUT's own account."""

FIGURES: dict[str, tuple[Figure, ...]] = {
    "keygen": (
        *map(_measured, _SPLIT),
        _reported(*_COMPUTE),
        _reported(
            "choose_ns", "The part of `compute_ns` that chose parameters; at most `wall_ns`."
        ),
        _measured("client_cpu_ns"),
        _measured("client_peak_bytes"),
        _measured("payload_bytes", "key_bytes"),
    ),
    "ingest": (
        *map(_measured, _SPLIT),
        _measured("key_send_ns", may_miss=True),
        _reported("key_load_ns", "Loading the key; no part of `compute_ns`."),
        _reported(*_COMPUTE),
        _measured("server_cpu_ns"),
        _measured("server_peak_bytes"),
    ),
    "encrypt": _case("encrypt", "client"),
    "evaluate": (*_case("evaluate", "server"), *EVALUATION_PARTS),
    "decrypt": _case("decrypt", "client"),
}
"""Step to its figures, in the order of the frames of docs/store.md."""

CASE_FIGURES = (
    *(figure for step in CASE_STEPS for figure in FIGURES[step] if figure not in EVALUATION_PARTS),
    *EVALUATION_PARTS,
)
"""Those of a case, in the order of the columns of `evaluations`."""


def columns(figures: tuple[Figure, ...]) -> str:
    """Their columns, in order, separated by spaces."""
    return " ".join(figure.column for figure in figures)
