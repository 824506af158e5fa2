"""Generating a run's circuits and inputs, and evaluating them in the clear."""

from __future__ import annotations

import statistics
from dataclasses import dataclass

from ringassay.evaluation.own import specs
from ringassay.evaluation.plan import Spec
from ringassay.evaluation.ports import CircuitSource
from ringassay.evaluation.progress import CircuitPrepared
from ringassay.evaluation.stop import StopRequest
from ringassay.evaluation.suite import Suite
from ringassay.evaluation.tracking import Tracker
from ringassay.store import CorruptStoreError, RunWriter
from ringassay.store.canonical import sha256_hex
from ringassay.store.reader import RunReader
from ringassay.store.records import CircuitPlace, InputRecord, StoredCircuit

BASELINE_SAMPLES = 7
"""Plaintext evaluations per input; their median is the baseline's time."""


@dataclass(frozen=True)
class Preparer:
    """Makes the circuits of a run that the store does not have yet."""

    suite: Suite
    writer: RunWriter
    circuits: CircuitSource
    tracker: Tracker

    def prepare(self, stop: StopRequest) -> list[StoredCircuit]:
        """Generates what is missing, one transaction per circuit; returns all, in order.

        Returns early, with fewer circuits, when `stop` is set.
        """
        present = {circuit.position for circuit in self.writer.circuits()}
        count = self.suite.circuit_count()
        for spec in specs(self.suite):
            if stop:
                break
            if spec.position not in present:
                self._add(spec)
            self.tracker.emit(CircuitPrepared(spec.position, count, spec.name))
        return self.writer.circuits()

    def _add(self, spec: Spec) -> None:
        circuit = spec.make(self.circuits)
        evaluator = circuit.evaluator()
        inputs = []
        for index in range(spec.inputs):
            drawn = spec.input(circuit, index)
            answer = drawn.answer
            if answer is None:
                answer = evaluator.evaluate(drawn.text)
            times_ns = evaluator.time_ns(drawn.text, BASELINE_SAMPLES)
            inputs.append(
                InputRecord(
                    input=index,
                    seed=drawn.seed,
                    ones=drawn.ones,
                    text=drawn.text,
                    expected=answer.decode("ascii"),
                    baseline_ns=round(statistics.median(times_ns)),
                    samples=len(times_ns),
                )
            )
        params = spec.key(circuit, self.suite.security)
        place = CircuitPlace(spec.position, spec.place, params.decode("ascii"))
        self.writer.add_circuit(place, spec.record(circuit), inputs)


def input_text(
    run: RunWriter | RunReader, circuits: CircuitSource, circuit: str, index: int
) -> bytes:
    """An input's text: as stored, or made again from its seed and checked against its hash."""
    stored = run.input(circuit, index)
    if stored.text is not None:
        return stored.text
    text = circuits.parse(run.text(circuit)).random_input(stored.seed, stored.ones)
    if sha256_hex(text) != stored.content_hash:
        raise CorruptStoreError(
            f"input {index} of circuit {circuit} cannot be made again from its seed: the "
            "generator is not the one that made it"
        )
    return text
