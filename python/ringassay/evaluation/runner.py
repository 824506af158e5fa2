"""A SUT's visits to circuits: case after case, each stored before the next begins."""

from __future__ import annotations

import json
from collections.abc import Container
from dataclasses import dataclass, field, replace

from ringassay.evaluation.case import Case, CaseTaker
from ringassay.evaluation.host import SutHost
from ringassay.evaluation.judgement import Tolerance, judge, tolerance_of
from ringassay.evaluation.keygroups import KeyGroup
from ringassay.evaluation.outcome import Outcome
from ringassay.evaluation.outputs import compare_outputs
from ringassay.evaluation.ports import CircuitSource
from ringassay.evaluation.prepare import input_text
from ringassay.evaluation.progress import CaseDone
from ringassay.evaluation.schedule import Turn
from ringassay.spaces import APPROXIMATE
from ringassay.store import RunWriter, load1
from ringassay.store.answers import KeptAnswer
from ringassay.store.canonical import canonical_json, clean_text, sha256_hex
from ringassay.store.moments import now
from ringassay.store.records import EvaluationRecord, StoredCircuit


@dataclass
class SutRunner:
    """Measures what is left to measure of one SUT, turn by turn."""

    taker: CaseTaker
    writer: RunWriter
    circuits: CircuitSource
    done: Container[tuple[str, int, int]]
    """Circuit, input and repetition of the cases that an earlier attempt measured."""
    _last_input: tuple[str, int, bytes] = field(default=("", -1, b""))

    @property
    def host(self) -> SutHost:
        """Where the SUT's programs run."""
        return self.taker.host

    def pending(self, turn: Turn) -> list[Case]:
        """The cases of a turn that have no row yet."""
        circuit = turn.circuit.circuit
        return [
            Case(turn.circuit, index, turn.round)
            for index in range(turn.circuit.inputs)
            if (circuit, index, turn.round) not in self.done
        ]

    def visit(self, turn: Turn) -> None:
        """Measures what is left of a turn, until all has a row or until asked to stop."""
        cases = self.pending(turn)
        if not cases or self.host.stop:
            return
        group, circuit = turn.group, turn.circuit
        self.host.begin(group)
        expected = self.writer.expected(circuit.circuit)
        tolerance = self._tolerance(circuit)
        for number, case in enumerate(cases):
            if self.host.stop:
                return
            hopeless = self.host.hopeless(group, circuit)
            if hopeless is not None:
                self._give_up(group, cases[number:], hopeless)
                return
            outcome = self._take(group, case)
            record = self._record(group, case, outcome)
            if outcome.measured.output is not None:
                answer = outcome.measured.output
                wanted = expected[case.input].encode("ascii")
                record = _compared(record, outcome, answer, wanted, tolerance)
            self._store(record, circuit.family)

    def _take(self, group: KeyGroup, case: Case) -> Outcome:
        circuit = case.circuit.circuit
        return self.taker.take(
            group,
            case,
            lambda: self.writer.text(circuit),
            lambda: self._input(circuit, case.input),
        )

    def _tolerance(self, circuit: StoredCircuit) -> Tolerance | None:
        if circuit.space not in APPROXIMATE:
            return None
        summary = self.circuits.parse(self.writer.text(circuit.circuit)).summary()
        return tolerance_of(summary, circuit.own_params)

    def _input(self, circuit: str, index: int) -> bytes:
        """An input's text; kept for its repetitions."""
        if self._last_input[:2] != (circuit, index):
            text = input_text(self.writer, self.circuits, circuit, index)
            self._last_input = (circuit, index, text)
        return self._last_input[2]

    def _record(self, group: KeyGroup, case: Case, outcome: Outcome) -> EvaluationRecord:
        key = self.writer.key_id(self.host.name, group.params.text)
        measured = outcome.measured
        return EvaluationRecord(
            sut=self.host.name,
            circuit=case.circuit.circuit,
            input=case.input,
            repetition=case.repetition,
            key=key if outcome.has_key else None,
            outcome=outcome.name,
            detail=canonical_json({**outcome.detail, **measured.detail}),
            stage=outcome.stage,
            at=now(),
            load1=load1(),
            figures=measured.figures,
            fresh_bytes=measured.fresh_bytes,
            evaluated_bytes=measured.evaluated_bytes,
            input_bytes=measured.input_bytes,
            sequence=measured.sequence,
            started_at=measured.started_at,
            idle_cpu_ns=measured.idle_cpu_ns,
            steal_ns=measured.steal_ns,
        )

    def _give_up(self, group: KeyGroup, cases: list[Case], outcome: Outcome) -> None:
        untried = Outcome(outcome.name, outcome.stage, {**outcome.detail, "tried": False})
        records = [self._record(group, case, untried) for case in cases]
        self.writer.record_not_measured(records)
        for record, case in zip(records, cases, strict=True):
            self._tell(record, case.circuit.family, record.outcome)

    def _store(self, record: EvaluationRecord, family: str) -> None:
        outcome = self.writer.record_evaluation(record)
        if outcome != "interrupted":
            self._tell(record, family, outcome)

    def _tell(self, record: EvaluationRecord, family: str, outcome: str) -> None:
        self.host.tracker.case(
            CaseDone(
                sut=self.host.name,
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


def _compared(
    record: EvaluationRecord,
    outcome: Outcome,
    answer: bytes,
    expected: bytes,
    tolerance: Tolerance | None,
) -> EvaluationRecord:
    """The record of a case that has an answer, beside the expected one."""
    if tolerance is not None:
        return _judged(record, outcome, answer, expected, tolerance)
    comparison = compare_outputs(expected, answer)
    if comparison.matches:
        return replace(record, matches=True, wrong_slots=0, output_hash=sha256_hex(expected))
    return replace(
        record,
        outcome="wrong",
        matches=False,
        got=clean_text(answer.decode("utf-8", "replace")),
        wrong_slots=comparison.wrong_slots,
        output_hash=sha256_hex(answer),
        detail=canonical_json({**outcome.measured.detail, **comparison.detail}),
    )


def _judged(
    record: EvaluationRecord,
    outcome: Outcome,
    answer: bytes,
    expected: bytes,
    tolerance: Tolerance,
) -> EvaluationRecord:
    """Likewise over reals. Repetitions agree if they are judged alike: noise differs each time."""
    found = judge(expected, answer, tolerance)
    kept = KeptAnswer.of(answer) if found.matches else KeptAnswer()
    return replace(
        record,
        outcome=found.verdict,
        matches=found.matches,
        got=None if found.matches else clean_text(answer.decode("utf-8", "replace")),
        **vars(kept),
        wrong_slots=found.wrong_slots,
        output_hash=sha256_hex(expected + found.verdict.encode("ascii")),
        precision_bits=found.precision_bits,
        mean_precision_bits=found.mean_precision_bits,
        detail=canonical_json({**outcome.measured.detail, **found.detail}),
    )


def _message(detail: str) -> str:
    """What a failure says of itself, and the last line its program wrote to standard error."""
    told = json.loads(detail)
    stderr = str(told.get("stderr", "")).strip().splitlines()
    parts = [str(told["message"])] if "message" in told else []
    return "; ".join(parts + stderr[-1:])[:500]
