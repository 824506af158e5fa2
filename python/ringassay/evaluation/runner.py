"""All cases of one SUT, in order, each stored before the next begins."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from ringassay.evaluation.keygroups import KeyGroup
from ringassay.evaluation.outputs import compare_outputs
from ringassay.evaluation.ports import CircuitSource
from ringassay.evaluation.prepare import input_text
from ringassay.evaluation.progress import CaseDone
from ringassay.evaluation.rig import Failure, Rig, StoppedError
from ringassay.evaluation.rows import step_figures
from ringassay.evaluation.suite import Suite
from ringassay.store import Journal, load1
from ringassay.store.canonical import canonical_json, clean_text, sha256_hex
from ringassay.store.journal import now
from ringassay.store.records import EvaluationRecord, StoredCircuit
from ringassay.store.schema import CASE_STEPS

if TYPE_CHECKING:
    from ringassay.harness import Step


SUSPENDED_NS = 50_000_000
"""The machine counts as suspended when this much more time passed for it than for its clock."""


@dataclass(frozen=True)
class Case:
    """One evaluation to make."""

    circuit: StoredCircuit
    input: int
    repetition: int


@dataclass
class _Measured:
    """What a case has so far."""

    figures: dict[str, int | None] = field(default_factory=dict)
    detail: dict[str, Any] = field(default_factory=dict)
    fresh_bytes: int | None = None
    evaluated_bytes: int | None = None
    input_bytes: int | None = None
    output: bytes | None = None


@dataclass
class SutRunner:
    """Measures what is left to measure of one SUT."""

    suite: Suite
    journal: Journal
    circuits: CircuitSource
    rig: Rig
    groups: list[KeyGroup]
    _last_input: tuple[str, int, bytes] = ("", -1, b"")

    @property
    def sut(self) -> str:
        """The SUT's label."""
        return self.rig.command.name

    def run(self) -> None:
        """Runs until every case has a row, or until asked to stop."""
        done = self.journal.done(self.sut)
        try:
            for group in self.groups:
                for circuit in group.circuits:
                    pending = [
                        case
                        for case in self._cases(circuit)
                        if (circuit.circuit, case.input, case.repetition) not in done
                    ]
                    if pending and not self.rig.stop:
                        self._circuit(group, circuit, pending)
        finally:
            self.rig.drop()

    def _cases(self, circuit: StoredCircuit) -> Iterator[Case]:
        for index in range(circuit.inputs):
            for repetition in range(self.suite.repetitions):
                yield Case(circuit, index, repetition)

    def _circuit(self, group: KeyGroup, circuit: StoredCircuit, pending: list[Case]) -> None:
        expected = self.journal.expected(circuit.circuit)
        for number, case in enumerate(pending):
            if self.rig.stop:
                return
            hopeless = self.rig.hopeless(group, circuit)
            if hopeless is not None:
                self._give_up(group, pending[number:], hopeless)
                return
            try:
                self._case(group, case, expected[case.input].encode("ascii"))
            except StoppedError:
                stopped = Failure("interrupted", "", {"message": "stopped on request"})
                record = self._record(group, case, stopped, _Measured())
                self._store(record, circuit.family)
                return

    def _case(self, group: KeyGroup, case: Case, expected: bytes) -> None:
        circuit = case.circuit.circuit
        measured = _Measured()
        result = self.rig.ready(group, case.circuit, lambda: self.journal.text(circuit))
        if result is None:
            text = self._input(circuit, case.input)
            measured.input_bytes = len(text)
            if self.rig.fresh:
                self._warm_up(circuit, text)
        if result is None and self.rig.session is None:  # the warm-up cost the session
            result = self.rig.ready(group, case.circuit, lambda: self.journal.text(circuit))
            self.rig.fresh = False
        if result is None:
            before_ns = _suspended_ns()
            result = self._steps(circuit, text, measured)
            suspended_ns = _suspended_ns() - before_ns
            if suspended_ns > SUSPENDED_NS:
                measured.detail["suspended_ns"] = suspended_ns
        if result is None:
            self.rig.case_done(circuit)
        record = self._record(group, case, result, measured)
        if measured.output is not None:
            record = self._compared(record, measured, expected)
        self._store(record, case.circuit.family)

    def _input(self, circuit: str, index: int) -> bytes:
        """An input's text; kept for its repetitions."""
        if self._last_input[:2] != (circuit, index):
            text = input_text(self.journal, self.circuits, circuit, index)
            self._last_input = (circuit, index, text)
        return self._last_input[2]

    def _steps(self, circuit: str, text: bytes, measured: _Measured) -> Failure | None:
        """Encrypts, evaluates, decrypts; what was measured goes to `measured`."""
        session = self.rig.session
        assert session is not None
        calls = (lambda: session.encrypt(text), session.evaluate, session.decrypt)
        for name, call in zip(CASE_STEPS, calls, strict=True):
            step = self.rig.step(name, circuit, call)
            if isinstance(step, Failure):
                return step
            _note(measured, name, step)
            if step.outcome != "ok":
                failure = Failure(step.outcome, name, dict(step.detail))
                self.rig.case_failed(circuit, failure)
                return failure
        return None

    def _warm_up(self, circuit: str, text: bytes) -> None:
        """The suite's unmeasured rounds; a fault in one ends them, and is left to the cases."""
        self.rig.fresh = False
        for _ in range(self.suite.warm_up):
            if self._steps(circuit, text, _Measured()) is not None:
                return

    def _record(
        self, group: KeyGroup, case: Case, failure: Failure | None, measured: _Measured
    ) -> EvaluationRecord:
        outcome = failure.outcome if failure else "ok"
        started = outcome not in {"unsupported", "start-failed"}
        unkeyed = failure is not None and failure.stage in {"", "start", "keygen"}
        key = self.journal.key_id(self.sut, group.params.text)
        return EvaluationRecord(
            sut=self.sut,
            circuit=case.circuit.circuit,
            input=case.input,
            repetition=case.repetition,
            key=key if started and not unkeyed else None,
            outcome=outcome,
            detail=canonical_json({**(failure.detail if failure else {}), **measured.detail}),
            stage=failure.stage if failure else "",
            at=now(),
            load1=load1(),
            figures=measured.figures,
            fresh_bytes=measured.fresh_bytes,
            evaluated_bytes=measured.evaluated_bytes,
            input_bytes=measured.input_bytes,
        )

    @staticmethod
    def _compared(
        record: EvaluationRecord, measured: _Measured, expected: bytes
    ) -> EvaluationRecord:
        got = measured.output or b""
        comparison = compare_outputs(expected, got)
        if comparison.matches:
            return replace(record, matches=True, wrong_slots=0, output_hash=sha256_hex(expected))
        return replace(
            record,
            outcome="wrong",
            matches=False,
            got=clean_text(got.decode("utf-8", "replace")),
            wrong_slots=comparison.wrong_slots,
            output_hash=sha256_hex(got),
            detail=canonical_json({**measured.detail, **comparison.detail}),
        )

    def _give_up(self, group: KeyGroup, cases: list[Case], failure: Failure) -> None:
        untried = replace(failure, detail={**failure.detail, "tried": False})
        records = [self._record(group, case, untried, _Measured()) for case in cases]
        self.journal.record_not_measured(records)
        for record, case in zip(records, cases, strict=True):
            self._tell(record, case.circuit.family, record.outcome)

    def _store(self, record: EvaluationRecord, family: str) -> None:
        outcome = self.journal.record_evaluation(record)
        if outcome != "interrupted":
            self._tell(record, family, outcome)

    def _tell(self, record: EvaluationRecord, family: str, outcome: str) -> None:
        self.rig.tracker.case(
            CaseDone(
                sut=self.sut,
                circuit=record.circuit,
                family=family,
                input=record.input,
                repetition=record.repetition,
                outcome=outcome,
                message=_message(record.detail),
                done=0,
                total=0,
                eta_s=None,
            )
        )


def _message(detail: str) -> str:
    """What a failure says of itself, and the last line its program wrote to standard error."""
    told = json.loads(detail)
    stderr = str(told.get("stderr", "")).strip().splitlines()
    parts = [str(told["message"])] if "message" in told else []
    return "; ".join(parts + stderr[-1:])[:500]


def _note(measured: _Measured, name: str, step: Step) -> None:
    measured.figures |= step_figures(name, step)
    if step.outcome != "ok":
        return
    if name == "encrypt":
        measured.fresh_bytes = step.payload_bytes
    elif name == "evaluate":
        measured.evaluated_bytes = step.payload_bytes
    else:
        measured.output = step.output or b""


def _suspended_ns() -> int:
    """Time the machine spent asleep since it booted."""
    return time.clock_gettime_ns(time.CLOCK_BOOTTIME) - time.clock_gettime_ns(time.CLOCK_MONOTONIC)
