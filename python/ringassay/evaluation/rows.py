"""From what the harness saw to the rows of the store.

A SUT's report is a stranger's text: whatever is not of the declared type and range is kept in
the JSON columns, to be shown, and left out of the columns that are computed with.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ringassay.evaluation.keygroups import KeyParameters
from ringassay.evaluation.ports import SessionLike
from ringassay.store.canonical import canonical_json, clean_text
from ringassay.store.figures import EVALUATION_PARTS, FIGURES
from ringassay.store.records import Identity, IngestionRecord, KeyRecord

if TYPE_CHECKING:
    from ringassay.harness import Step


# What the harness may fail to see of a program's CPU time: children count in ticks.
_CPU_RESOLUTION_NS = 20_000_000
_INT64_MAX = (1 << 63) - 1
_TEXT_LIMIT = 500


def whole(value: object) -> int | None:
    """`value` if it is a number without fraction in [0, 2^63)."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int):
        return None
    return value if 0 <= value <= _INT64_MAX else None


def real(value: object) -> float | None:
    """`value` if it is a finite number."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    try:
        number = float(value)
    except OverflowError:
        return None
    return number if math.isfinite(number) else None


def word(value: object) -> str | None:
    """`value` as non-empty text of at most 500 characters."""
    if value is None or isinstance(value, (dict, list)):
        return None
    return clean_text(str(value), _TEXT_LIMIT) or None


def step_figures(name: str, step: Step) -> dict[str, int | None]:
    """The columns `FIGURES[name]` of a step."""
    said = step.report or {}
    found: dict[str, int | None] = {
        figure.column: getattr(step, figure.name)
        if figure.source == "measured"
        else whole(said.get(figure.name))
        for figure in FIGURES[name]
    }
    return found | _corrected(name, step, found)


def _corrected(name: str, step: Step, found: Mapping[str, int | None]) -> dict[str, int | None]:
    """What a strange report says only in part, or not at all."""
    choose_ns = found.get("choose_ns")
    if choose_ns is not None:
        return {"choose_ns": min(choose_ns, step.wall_ns)}
    if name == "ingest":
        return {"key_send_ns": step.key_send_ns or None}
    if name == "evaluate" and not _parts_hold(step, found):
        return dict.fromkeys(figure.column for figure in EVALUATION_PARTS)
    return {}


def _parts_hold(step: Step, found: Mapping[str, int | None]) -> bool:
    """Whether all parts of an evaluation are there, fit into the whole, and the harness saw as much
    CPU time."""
    cpu, load, save = (found[figure.column] for figure in EVALUATION_PARTS)
    if cpu is None or load is None or save is None or load + save > cpu:
        return False
    return cpu <= step.server_cpu_ns + _CPU_RESOLUTION_NS


def notes(step: Step) -> str | None:
    """The SUT's notes as JSON, None without any."""
    said = (step.report or {}).get("notes")
    return canonical_json(said) if isinstance(said, list) and said else None


def identity_of(session: SessionLike) -> Identity:
    """What a session's SUT says of itself."""
    hello = session.hello
    if not hello:
        return Identity()
    said: Mapping[str, Any] = hello.get("client") or next(iter(hello.values()))
    return Identity(
        version=word(said.get("version")),
        library=word(said.get("library")),
        library_version=word(said.get("library_version")),
        scheme=word(said.get("scheme")),
        protocol=2,
        hello=canonical_json(hello),
    )


def key_record(sut: str, params: KeyParameters, step: Step) -> KeyRecord:
    """The row of a key generation."""
    said = (step.report or {}).get("parameters")
    parameters: Mapping[str, Any] = said if isinstance(said, dict) else {}
    return KeyRecord(
        sut=sut,
        params=params.text,
        security=params.security,
        batch=params.batch,
        depth=float(params.depth) if params.depth is not None else None,
        outcome=step.outcome,
        detail=canonical_json(step.detail),
        figures=step_figures("keygen", step),
        parameters=canonical_json(parameters) if parameters else None,
        n=whole(parameters.get("n")),
        m=whole(parameters.get("m")),
        log2_q=real(parameters.get("log2_q")),
        log2_qp=real(parameters.get("log2_qp")),
        t=whole(parameters.get("t")),
        security_bits=real(parameters.get("security_bits")),
        security_method=word(parameters.get("security_method")),
        secret=word(parameters.get("secret")),
        error=word(parameters.get("error")),
        notes=notes(step),
    )


def ingestion_record(
    sut: str, key: str, circuit: str, circuit_bytes: int, step: Step
) -> IngestionRecord:
    """The row of an ingestion."""
    return IngestionRecord(
        sut=sut,
        key=key,
        circuit=circuit,
        outcome=step.outcome,
        detail=canonical_json(step.detail),
        figures=step_figures("ingest", step),
        circuit_bytes=circuit_bytes,
        notes=notes(step),
    )
