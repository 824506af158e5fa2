"""A system calibrated through the protocol: keys as the computation needs them, small circuits.

What is measured depends on the key parameters and on the kinds of operations: it serves every other
computation with the same.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from ringassay.analysis.generation import searching_cpu_ns
from ringassay.circuit import Circuit
from ringassay.evaluation.judgement import Judgement, Tolerance, judge
from ringassay.evaluation.outputs import Comparison, compare_outputs
from ringassay.evaluation.ports import SessionLike
from ringassay.evaluation.rows import step_figures
from ringassay.spaces import APPROXIMATE

if TYPE_CHECKING:
    from ringassay.harness import Step

PER_VISIT, ROUNDS = 3, 2
"""Inputs of each circuit behind its ingestion, and how often all circuits are visited: as a run of
the harness visits them."""

KEYS, KEYS_S = 3, 4.0
"""Keys that are made at most, and the time after which no further one is begun."""

VISIT_S = 6.0
"""Time of a visit after which no further input is begun."""

BUDGET_S = 40.0
"""Time after which no further circuit is begun."""

Progress = Callable[[str, int, int], object]


class Unable(Exception):  # noqa: N818 - an outcome, not an error
    """The system does not serve the computation; the message is why, as a clause."""


@dataclass(frozen=True)
class Run:
    """One small circuit; processor time of client or server, in nanoseconds, of each sample."""

    circuit: str
    ingest_ns: tuple[int, ...]
    encrypt_ns: tuple[int, ...]
    evaluate_ns: tuple[int, ...]
    decrypt_ns: tuple[int, ...]
    fresh_bytes: int
    peak_bytes: int


@dataclass(frozen=True)
class Calibrated:
    """A key, and what was measured under it."""

    system: str
    params: str
    """The key parameters that the computation asks for."""
    key_params: str
    """Those that the key was made for: the same, or with more depth."""
    identity: Mapping[str, str]
    """What the system says of itself and its build: another one is another system."""
    scheme: str
    parameters: Mapping[str, Any]
    target: str | None
    """What slot programs are planned for; None for a system that plans by itself."""
    key_ns: tuple[int, ...]
    """Without choosing parameters."""
    choose_ns: tuple[int, ...]
    """Processor time of choosing parameters; empty where the system does not state it."""
    key_bytes: int
    load_ns: int
    """What the server takes to load the key."""
    notes: tuple[str, ...]
    runs: tuple[Run, ...]
    seconds: float


_IDENTITY = ("library", "library_version", "version", "simd", "commit", "profile", "threads")


def identity(session: SessionLike) -> dict[str, str]:
    """What tells one build of a system from another, client and server."""
    return {
        f"{role} {key}": str(said[key])
        for role, said in sorted(session.hello.items())
        for key in _IDENTITY
        if said.get(key) is not None
    }


def open_key(session: SessionLike, system: str, params: str) -> Calibrated:
    """Has keys made for these parameters, several times if that is quick. Raises `Unable`."""
    begun = time.monotonic()
    steps: list[Step] = []
    while not steps or (
        len(steps) < KEYS and time.monotonic() - begun < KEYS_S * len(steps) / (len(steps) + 1)
    ):
        steps.append(_done(session.keygen(params.encode("ascii")), "key generation"))
    step, searches = steps[-1], [_searching_ns(one) for one in steps]
    said = step.report or {}
    parameters = said.get("parameters")
    server = session.hello.get("server", {})
    client = session.hello.get("client", {})
    notes = said.get("notes")
    return Calibrated(
        system=system,
        params=params,
        key_params=params,
        identity=identity(session),
        scheme=str(client.get("scheme", "")),
        parameters=dict(parameters) if isinstance(parameters, dict) else {},
        target=_target(session) if server.get("planner") == "ringassay" else None,
        key_ns=tuple(
            one.client_cpu_ns - (search or 0) for one, search in zip(steps, searches, strict=True)
        ),
        choose_ns=tuple(one for one in searches if one is not None),
        key_bytes=step.payload_bytes,
        load_ns=0,
        notes=tuple(map(str, notes)) if isinstance(notes, list) else (),
        runs=(),
        seconds=time.monotonic() - begun,
    )


def _searching_ns(step: Step) -> int | None:
    """Processor time of choosing parameters, as part of a key generation."""
    figures = step_figures("keygen", step)
    choose, compute = figures["choose_ns"], figures["compute_ns"]
    if choose is None:
        return None
    whole = step.wall_ns if compute is None else compute
    return round(searching_cpu_ns(float(choose), float(whole), float(step.client_cpu_ns)))


def _target(session: Any) -> str:
    """The first chunk of the key: a size in a line of its own, then the chunk. Raises `Unable`."""
    try:
        _, size, rest = (session.key or b"")[: 1 << 17].split(b"\n", 2)
        return bytes(rest[: int(size)]).decode("ascii")
    except ValueError:
        raise Unable("has its programs planned, but its key does not begin with a target") from None


def calibrate(
    session: SessionLike,
    opened: Calibrated,
    circuits: Iterable[Circuit],
    progress: Progress,
    budget_s: float = BUDGET_S,
) -> Calibrated:
    """Runs small circuits under the key that `open_key` made. Raises `Unable`.

    Those that the system refuses are left out.
    """
    begun = time.monotonic()
    chosen: Sequence[Circuit] = list(circuits)
    found: dict[int, Run] = {}
    load_ns, refusal = 0, ""
    total = len(chosen) * ROUNDS
    for done in range(total):
        at = done % len(chosen)
        if done >= len(chosen) and at not in found:
            continue
        if found and time.monotonic() - begun > budget_s:
            break
        circuit = chosen[at]
        ingested = session.ingest(circuit.to_bytes())
        if ingested.outcome == "refused" and session.usable:
            refusal = str(ingested.detail.get("message", ""))
            continue
        first_ns = _done(ingested, "ingestion").server_cpu_ns
        if not found:
            ingested = _done(session.ingest(circuit.to_bytes()), "ingestion")
            load_ns = max(0, first_ns - ingested.server_cpu_ns)
        found[at] = _visit(session, circuit, ingested, found.get(at))
        progress(
            f"{opened.system}: small circuits",
            done + 1,
            _ahead(done + 1, total, time.monotonic() - begun, budget_s),
        )
    if not found:
        raise Unable(f"refuses small circuits of this kind: {refusal}")
    return replace(
        opened,
        load_ns=load_ns,
        runs=tuple(found.values()),
        seconds=opened.seconds + time.monotonic() - begun,
    )


def _ahead(done: int, total: int, passed_s: float, budget_s: float) -> int:
    """How many visits there will have been, as the time allows."""
    if passed_s <= 0.0:
        return total
    return min(total, done + max(0, math.ceil((budget_s - passed_s) * done / passed_s)))


def _visit(session: SessionLike, circuit: Circuit, ingested: Step, before: Run | None) -> Run:
    """A circuit's inputs, one after the other, added to those of earlier visits."""
    run = before or Run(circuit.to_bytes().decode("ascii"), (), (), (), (), 0, 0)
    run = replace(run, ingest_ns=(*run.ingest_ns, ingested.server_cpu_ns))
    begun = time.monotonic()
    for number in range(PER_VISIT):
        if number and time.monotonic() - begun > VISIT_S:
            break
        text = circuit.random_input(len(run.evaluate_ns))
        encrypted = _done(session.encrypt(text), "encryption")
        evaluated = _done(session.evaluate(), "evaluation")
        decrypted = _done(session.decrypt(), "decryption")
        _require_right(circuit, text, decrypted.output or b"")
        run = replace(
            run,
            encrypt_ns=(*run.encrypt_ns, encrypted.client_cpu_ns),
            evaluate_ns=(*run.evaluate_ns, evaluated.server_cpu_ns),
            decrypt_ns=(*run.decrypt_ns, decrypted.client_cpu_ns),
            fresh_bytes=encrypted.payload_bytes,
            peak_bytes=max(run.peak_bytes, evaluated.server_peak_bytes),
        )
    return run


def _require_right(circuit: Circuit, text: bytes, answer: bytes) -> None:
    """Raises `Unable` where the answer is not that of the plaintext evaluation.

    Nobody is recommended for being fast at wrong answers. Over numbers an answer is wrong beyond a
    quarter of the magnitude, or of 1 where values are smaller: keys are made for larger ones.
    """
    expected, summary = circuit.evaluator().evaluate(text), circuit.summary()
    found: Comparison | Judgement
    if summary["space"] in APPROXIMATE:
        magnitudes = tuple(max(1.0, magnitude) for magnitude in summary["magnitudes"] or ())
        tolerance = Tolerance(2.0, magnitudes, summary["space"] == "complex")
        found = judge(expected, answer, tolerance)
    else:
        found = compare_outputs(expected, answer)
    if not found.matches:
        form = found.detail.get("form", f"{found.wrong_slots} slots differ")
        raise Unable(f"does not give right answers to small circuits ({form})")


def _done(step: Step, what: str) -> Step:
    if step.ok:
        return step
    message = str(step.detail.get("message", "")).strip().rstrip(".")
    told = f": {message}" if message else ""
    verb = "refuses" if step.outcome == "refused" else f"ended with `{step.outcome}` in"
    raise Unable(f"{verb} {what}{told}")
