"""One system on a computation: its keys, its calibration, its figures."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

from ringassay import shell
from ringassay.advice import stored
from ringassay.advice.calibrating import (
    BUDGET_S,
    Calibrated,
    Unable,
    calibrate,
    identity,
    open_key,
)
from ringassay.advice.computation import Computation, deeper
from ringassay.advice.figures import Candidate
from ringassay.advice.own import Tallying, label_of
from ringassay.advice.prediction import View, plan_for, predict
from ringassay.advice.samples import small_circuits
from ringassay.advice.statement import failure, precision_bits, security
from ringassay.advice.tools import Tools
from ringassay.circuit import Circuit
from ringassay.evaluation.keygroups import KeyParameters
from ringassay.evaluation.plan import described
from ringassay.evaluation.support import unsupported_reason
from ringassay.security.asked import insecure
from ringassay.store.records import CircuitPlace, StoredCircuit
from ringassay.sut.command import SutCommand

if TYPE_CHECKING:
    from ringassay.harness import Session

START_S, KEYGEN_S, STEP_S = 60.0, 600.0, 120.0
"""After which a start, a key generation and a step of a small circuit have failed: what takes more
cannot be measured often."""

DEEPER = 3
"""Times that keys are made for half as much depth again, where the circuit does not fit."""


def measured(
    command: SutCommand, computation: Computation, tools: Tools, tallying: Tallying | None
) -> Candidate:
    """A system, predicted from its calibration: the store's, or one that is made now.

    A scheme of ours is predicted by its tally, scaled by what was measured. Raises `Unable`.
    """
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
        key_params=calibrated.key_params,
    )


@contextmanager
def _session(command: SutCommand) -> Iterator[Session]:
    """A running pair. Raises `Unable` where it does not start."""
    from ringassay.harness import Bounds, Session, StartFailed  # noqa: PLC0415

    try:
        session = Session(
            command,
            Bounds(
                start_s=START_S,
                keygen_s=KEYGEN_S,
                ingest_s=STEP_S,
                encrypt_s=STEP_S,
                evaluate_s=STEP_S,
                decrypt_s=STEP_S,
            ),
        )
    except StartFailed as failed:
        check = shell.command("ringassay", "sut", "check", command.name)
        raise Unable(f"does not start: {failed}; do: {check}") from None
    with session:
        yield session


def _label(session: Session, name: str) -> str:
    said = session.hello.get("client", {})
    words = [str(said[key])[:60] for key in ("library", "scheme") if said.get(key)]
    return " ".join(words) or name


def _require_support(session: Session, computation: Computation) -> None:
    """Raises `Unable` for what the system declares not to serve."""
    record = described(computation.circuit, recipe="", family=computation.name, kind="own")
    place = CircuitPlace(position=0, point="{}", own_params=computation.params)
    circuit = StoredCircuit.of("", record, place, inputs=0)
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
    tools.tell(f"{name}: {why}; measuring keys, then small circuits for up to {BUDGET_S:.0f} s")
    tools.progress(f"{name}: keys", 0, 1)
    opened, span = _deep_enough(session, name, computation)
    _require_security(opened, tools)
    circuits = small_circuits(computation.summary, span)
    calibrated = calibrate(session, opened, circuits, tools.progress, BUDGET_S)
    stored.keep(tools.store, calibrated)
    return calibrated, None


def _require_security(opened: Calibrated, tools: Tools) -> None:
    """Raises `Unable` for keys that a limit excludes: nothing more has to be measured then."""
    estimate = security(opened.scheme, opened.parameters)
    reason = insecure(
        None if math.isnan(estimate.bits) else estimate.bits,
        estimate.how,
        tools.limits.security_bits,
    )
    if reason is not None:
        raise Unable(reason)


def _deep_enough(
    session: Session, name: str, computation: Computation
) -> tuple[Calibrated, int | None]:
    """A key for the computation, made for more depth if the circuit's own does not suffice there;
    and the levels that the circuit's program goes down. Raises `Unable`."""
    params, shallow = computation.params, None
    for _ in range(DEEPER + 1):
        try:
            opened = open_key(session, name, params)
        except Unable as refusal:
            # Such keys cannot be had: what the first one does not suffice for is the reason.
            raise shallow or refusal from None
        opened = replace(opened, params=computation.params)
        if opened.target is None:
            return opened, None
        try:
            return opened, plan_for(computation.circuit, opened).span
        except Unable as reason:
            shallow = shallow or reason
            params = deeper(params)
    assert shallow is not None
    raise shallow


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
