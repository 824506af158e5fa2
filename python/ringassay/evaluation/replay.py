"""One case once more, to look at: nothing is stored, nothing measured for comparison."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from ringassay.evaluation.judgement import Judgement, Tolerance, judge, tolerance_of
from ringassay.evaluation.keygroups import group_by_key
from ringassay.evaluation.outputs import Comparison, compare_outputs
from ringassay.evaluation.own import specs
from ringassay.evaluation.plan import Spec
from ringassay.evaluation.ports import CircuitLike, Ports, SessionLike, StartFailure
from ringassay.evaluation.prepare import input_text
from ringassay.evaluation.suite import Suite
from ringassay.store.canonical import clean_text
from ringassay.store.circuits import circuit_id
from ringassay.store.reader import RunReader, find_case
from ringassay.store.records import CircuitPlace, StoredCircuit
from ringassay.sut.command import SutCommand

if TYPE_CHECKING:
    from ringassay.harness import Step


@dataclass(frozen=True)
class OneCase:
    """All that a system needs for a case, and what is right."""

    name: str
    family: str
    params: bytes
    circuit: bytes
    input: bytes
    expected: str
    tolerance: Tolerance | None = None
    """Over reals."""


@dataclass(frozen=True)
class Replayed:
    """What came of it: `wall_ns` by step; `stderr` by program, if it was not right."""

    sut: str
    case: str
    outcome: str
    stage: str = ""
    message: str = ""
    expected: str = ""
    got: str | None = None
    wrong_slots: int = 0
    detail: Mapping[str, Any] = field(default_factory=dict)
    wall_ns: Mapping[str, int] = field(default_factory=dict)
    stderr: Mapping[str, str] = field(default_factory=dict)


def stored_case(reader: RunReader, suite: Suite, name: str, ports: Ports) -> OneCase:
    """A case of a stored run. Raises `UnknownCaseError`."""
    circuits = reader.circuits()
    circuit, index = find_case(circuits, name)
    text = input_text(reader, ports.circuits, circuit.circuit, index)
    return OneCase(
        f"{circuit.circuit}/{index}",
        circuit.family,
        _params(circuits, circuit, suite),
        reader.text(circuit.circuit),
        text,
        reader.expected(circuit.circuit, index),
        tolerance_of(
            ports.circuits.parse(reader.text(circuit.circuit)).summary(), circuit.own_params
        ),
    )


def suite_case(suite: Suite, name: str, ports: Ports) -> OneCase:
    """A case of a suite: its circuits are generated until all keys are known."""
    planned = list(specs(suite))
    made = {spec.position: spec.make(ports.circuits) for spec in planned}
    circuits = [_as_stored(suite, spec, made[spec.position]) for spec in planned]
    circuit, index = find_case(circuits, name)
    found = made[circuit.position]
    drawn = planned[circuit.position].input(found, index)
    answer = drawn.answer
    if answer is None:
        answer = found.evaluator().evaluate(drawn.text)
    return OneCase(
        f"{circuit.circuit}/{index}",
        circuit.family,
        _params(circuits, circuit, suite),
        found.to_bytes(),
        drawn.text,
        answer.decode("ascii"),
        tolerance_of(found.summary(), circuit.own_params),
    )


def _as_stored(suite: Suite, spec: Spec, circuit: CircuitLike) -> StoredCircuit:
    record = spec.record(circuit)
    own_params = spec.key(circuit, suite.security).decode("ascii")
    place = CircuitPlace(spec.position, spec.place, own_params)
    return StoredCircuit.of(circuit_id(record), record, place, spec.inputs)


def _params(circuits: list[StoredCircuit], circuit: StoredCircuit, suite: Suite) -> bytes:
    groups = group_by_key(circuits, suite.key_sharing)
    (group,) = [one for one in groups if circuit in one.circuits]
    return group.params.text.encode("ascii")


def replay(case: OneCase, command: SutCommand, suite: Suite, ports: Ports) -> Replayed:
    """Runs a case once on a system, under a key of its own.

    An answer that is not right is computed again with the client interrupted at the end, so that
    the standard error of both programs can be shown.
    """
    found = _once(case, command, suite, ports, "server")
    if found.got is None or found.outcome == "ok":
        return found
    again = _once(case, command, suite, ports, "client")
    return Replayed(**{**vars(found), "stderr": {**found.stderr, **again.stderr}})


def _once(
    case: OneCase,
    command: SutCommand,
    suite: Suite,
    ports: Ports,
    heard: Literal["client", "server"],
) -> Replayed:
    is_over = False
    assert ports.open_probe is not None
    try:
        session = ports.open_probe(command, suite.bounds.values(), lambda: is_over)
    except StartFailure as failure:
        return _failed(case, command, "start", failure.step, {})
    walls: dict[str, int] = {}
    try:
        for name, take in _steps(session, case):
            step = take()
            walls[name] = step.wall_ns
            if step.outcome != "ok":
                return _failed(case, command, name, step, walls)
        got = step.output or b""
        compared = _compared(case, got)
        if compared.matches:
            return Replayed(
                command.name, case.name, "ok", expected=case.expected,
                got=clean_text(got.decode("utf-8", "replace")), wall_ns=walls,
            )  # fmt: skip
        # Only a step that fails says what its program wrote to standard error: one that is asked
        # of a program that is held still, and given up, does.
        with session.held(heard):
            is_over = True
            last = session.evaluate() if heard == "server" else session.decrypt()
        return Replayed(
            command.name,
            case.name,
            compared.verdict if isinstance(compared, Judgement) else "wrong",
            expected=case.expected,
            got=clean_text(got.decode("utf-8", "replace")),
            wrong_slots=compared.wrong_slots,
            detail=compared.detail,
            wall_ns=walls,
            stderr={heard: str(last.detail.get("stderr", ""))},
        )
    finally:
        session.close()


def _compared(case: OneCase, got: bytes) -> Comparison | Judgement:
    expected = case.expected.encode("ascii")
    if case.tolerance is not None:
        return judge(expected, got, case.tolerance)
    return compare_outputs(expected, got)


def _steps(session: SessionLike, case: OneCase) -> list[tuple[str, Any]]:
    return [
        ("keygen", lambda: session.keygen(case.params)),
        ("ingest", lambda: session.ingest(case.circuit)),
        ("encrypt", lambda: session.encrypt(case.input)),
        ("evaluate", session.evaluate),
        ("decrypt", session.decrypt),
    ]


_ROLES = {"ingest": "server", "evaluate": "server"}


def _failed(
    case: OneCase, command: SutCommand, stage: str, step: Step, walls: Mapping[str, int]
) -> Replayed:
    detail = dict(step.detail)
    stderr = str(detail.pop("stderr", ""))
    return Replayed(
        command.name,
        case.name,
        step.outcome,
        stage=stage,
        message=str(detail.get("message", "")),
        expected=case.expected,
        detail=detail,
        wall_ns=walls,
        stderr={_ROLES.get(stage, "client"): stderr},
    )
