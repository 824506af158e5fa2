"""Every system there is, assessed on a computation: predicted, or excluded with the reason."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from ringassay.advice import stored
from ringassay.advice.calibrating import (
    BUDGET_S,
    Calibrated,
    Progress,
    Unable,
    calibrate,
    identity,
    open_key,
)
from ringassay.advice.computation import Computation
from ringassay.advice.figures import Assessed, Candidate, Excluded, Limits
from ringassay.advice.own import Tallying, label_of, refuse, system_of
from ringassay.advice.prediction import View, plan_for, predict
from ringassay.advice.ranking import reasons
from ringassay.advice.samples import small_circuits
from ringassay.advice.statement import failure, precision_bits, security
from ringassay.circuit import Circuit
from ringassay.evaluation.keygroups import KeyParameters
from ringassay.evaluation.plan import described
from ringassay.evaluation.support import unsupported_reason
from ringassay.schemes import catalogue, is_approximate
from ringassay.store import Store, StoredCalibration
from ringassay.store.records import StoredCircuit
from ringassay.sut import registry
from ringassay.sut.command import SutCommand
from ringassay.sut.registry import Status

if TYPE_CHECKING:
    from ringassay.harness import Session

NEAR = 10.0
"""A scheme of ours whose tally is more than so many times the best prediction is not run."""

Tell = Callable[[str], object]


@dataclass(frozen=True)
class Tools:
    """What assessing takes."""

    store: Store
    kernels: Callable[[], StoredCalibration]
    """Prices for tallies; asked for only where there is a tally."""
    sut_file: Path | None = None
    suts: Sequence[str] | None = None
    """Only these systems and schemes; None: all."""
    anew: bool = False
    """Measure again what the store has."""
    limits: Limits = field(default_factory=Limits)
    progress: Progress = lambda _what, _done, _total: None
    tell: Tell = lambda _said: None


def assess(computation: Computation, tools: Tools) -> Assessed:
    """Assesses all: schemes by their tallies, then libraries by runs, then by runs those schemes
    that come near."""
    assessed = Assessed()
    tallies = _tallied(computation, tools, assessed)
    excluded = {one.system for one in assessed.excluded}
    for status in _listed(tools):
        if status.name not in excluded:
            _measured(status, computation, tools, assessed, None)
    for tallying in tallies:
        _refine(tallying, computation, tools, assessed)
    return assessed


def _wanted(tools: Tools, *names: str) -> bool:
    return tools.suts is None or any(name in tools.suts for name in names)


def _tallied(computation: Computation, tools: Tools, assessed: Assessed) -> list[Tallying]:
    """The schemes whose tallies say what they take; those that cannot compute it are excluded."""
    found = []
    for number, key in enumerate(catalogue()):
        system, label = system_of(key), label_of(key)
        if not _wanted(tools, key, system):
            continue
        try:
            refuse(key, computation)
            if is_approximate(key):
                if catalogue()[key].sut is None:
                    raise Unable("has no system under test yet, and its circuits are not tallied")
                continue  # measured like a library
            tallying = Tallying(key, computation, tools.kernels())
            assessed.candidates.append(tallying.candidate())
            found.append(tallying)
            tools.progress("tallying schemes", number + 1, len(catalogue()))
        except Unable as reason:
            assessed.excluded.append(Excluded(system, label, str(reason)))
    return found


def _listed(tools: Tools) -> Iterator[Status]:
    """Systems that compute on ciphertexts: one of each library and scheme, unless it is named."""
    shipped = {entry.name: entry for entry in registry.shipped()}
    tallied = {scheme.sut for key, scheme in catalogue().items() if not is_approximate(key)}
    for status in registry.status(tools.sut_file):
        entry = shipped.get(status.name) if status.shipped else None
        is_named = tools.suts is not None and status.name in tools.suts
        if entry is not None and entry.stand_in:
            continue
        if tools.suts is not None and not is_named:
            continue
        if is_named or entry is None or not entry.variant:
            if status.name in tallied:
                continue
            yield status


def _refine(tallying: Tallying, computation: Computation, tools: Tools, assessed: Assessed) -> None:
    """Runs a scheme of ours, if its tally comes near the best."""
    mine = next(one for one in assessed.candidates if one.system == system_of(tallying.scheme))
    best = min(
        one.cost.total_ns(tools.limits.inputs)
        for one in assessed.candidates
        if one is mine or not any(reasons(one, tools.limits))
    )
    is_near = mine.cost.total_ns(tools.limits.inputs) <= NEAR * best
    if not mine.provable or not is_near or any(reasons(mine, tools.limits)):
        return
    status = next(one for one in registry.status() if one.name == system_of(tallying.scheme))
    if status.command is not None:
        _measured(status, computation, tools, assessed, tallying)


def _measured(
    status: Status,
    computation: Computation,
    tools: Tools,
    assessed: Assessed,
    tallying: Tallying | None,
) -> None:
    """Calibrates a system and predicts it; adds what came of that."""
    label = label_of(tallying.scheme) if tallying is not None else status.description
    assessed.candidates[:] = [one for one in assessed.candidates if one.system != status.name]
    try:
        if status.command is None:
            raise Unable(f"cannot run here: {status.reason}; do: {status.remedy}")
        candidate = _candidate(status.command, computation, tools, tallying)
        assessed.candidates.append(candidate)
    except Unable as reason:
        assessed.excluded.append(Excluded(status.name, label, str(reason)))


def _candidate(
    command: SutCommand, computation: Computation, tools: Tools, tallying: Tallying | None
) -> Candidate:
    tools.progress(f"{command.name}: starting", 0, 1)
    with _session(command) as session:
        _require_support(session, computation)
        calibrated, at = _calibrated(session, command.name, computation, tools)
        label = _label(session, command.name) if tallying is None else label_of(tallying.scheme)
    tally = None
    if tallying is not None and calibrated.target is None:
        tally = tallying.tally(calibrated.parameters)
    found = predict(View(calibrated, tally), computation.circuit)
    estimate = security(calibrated.scheme, calibrated.parameters)
    return Candidate(
        system=command.name,
        label=label,
        ours=tallying is not None,
        provable=True,
        cost=found.cost,
        basis="tally and runs" if tally else "stored runs" if at else "runs",
        error=found.error,
        parameters=dict(calibrated.parameters),
        security_bits=None if math.isnan(estimate.bits) else estimate.bits,
        security_how=estimate.how,
        precision_bits=precision_bits(calibrated.parameters, computation.params),
        log2_failure=failure(calibrated.parameters),
        notes=found.notes,
        samples=found.samples,
        measured_at=at,
    )


@contextmanager
def _session(command: SutCommand) -> Iterator[Session]:
    """A running pair. Raises `Unable` where it does not start."""
    from ringassay.harness import Session, StartFailed  # noqa: PLC0415

    try:
        session = Session(command)
    except StartFailed as failed:
        raise Unable(f"does not start: {failed}; do: ringassay sut check {command.name}") from None
    with session:
        yield session


def _label(session: Session, name: str) -> str:
    said = session.hello.get("client", {})
    words = [str(said[key])[:60] for key in ("library", "scheme") if said.get(key)]
    return " ".join(words) or name


def _require_support(session: Session, computation: Computation) -> None:
    """Raises `Unable` for what the system declares not to serve."""
    record = described(computation.circuit, recipe="", family=computation.name, kind="own")
    counts = computation.summary["counts"]
    circuit = StoredCircuit(
        circuit="",
        position=0,
        family=computation.name,
        kind="own",
        gate=None,
        space=record.space,
        modulus=record.modulus,
        batch=record.batch,
        depth=record.depth,
        width=record.width,
        levels=record.levels,
        gates=record.gates,
        circuit_bytes=0,
        inputs=0,
        point="{}",
        own_params=computation.params,
        gate_names=tuple(name for name, count in counts.items() if count),
        outputs=computation.summary["outputs"],
    )
    reason = unsupported_reason(session.hello, circuit, KeyParameters.read(computation.params))
    if reason is not None:
        raise Unable(f"does not take such circuits: {reason}")


def _calibrated(
    session: Session, name: str, computation: Computation, tools: Tools
) -> tuple[Calibrated, str | None]:
    """The store's calibration and when it was made, or a new one."""
    found = stored.look_up(tools.store, name, computation.params, identity(session))
    stale = found.stale
    if found.calibrated is not None and not tools.anew:
        lacking = _lacking(found.calibrated, computation)
        if not lacking:
            return found.calibrated, found.measured_at
        stale = f"has no {', '.join(lacking)}"
    why = f"the stored calibration {stale}" if stale else "no calibration under such keys is stored"
    tools.tell(f"{name}: {why}; measuring keys and small circuits, about {BUDGET_S:.0f} s at most")
    tools.progress(f"{name}: keys", 0, 1)
    opened = open_key(session, name, computation.params)
    span = None if opened.target is None else plan_for(computation.circuit, opened).span
    circuits = small_circuits(computation.summary, span)
    calibrated = calibrate(session, opened, circuits, tools.progress)
    stored.keep(tools.store, calibrated)
    return calibrated, None


def _lacking(calibrated: Calibrated, computation: Computation) -> list[str]:
    """Operations of the computation that no circuit of the calibration has."""
    if calibrated.target is None:
        return []
    view = View(calibrated)
    known = {
        name
        for run in calibrated.runs
        for name in view(Circuit.parse(run.circuit.encode("ascii"))).work
    }
    return sorted(set(view(computation.circuit).work) - known)
