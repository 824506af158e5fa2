"""Generating a run's circuits and inputs, and evaluating them in the clear."""

from __future__ import annotations

import statistics
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ringassay.evaluation.plan import CircuitSpec, plan_circuits, point_text
from ringassay.evaluation.ports import CircuitLike, CircuitSource
from ringassay.evaluation.progress import CircuitPrepared, Tracker
from ringassay.evaluation.stop import StopRequest
from ringassay.evaluation.suite import Suite
from ringassay.store import CorruptStoreError, Journal
from ringassay.store.canonical import sha256_hex
from ringassay.store.reader import RunReader
from ringassay.store.records import CircuitPlace, CircuitRecord, InputRecord, StoredCircuit

BASELINE_SAMPLES = 7
"""Plaintext evaluations per input; their median is the baseline's time."""


@dataclass(frozen=True)
class Preparer:
    """Makes the circuits of a run that the store does not have yet."""

    suite: Suite
    journal: Journal
    circuits: CircuitSource
    tracker: Tracker

    def prepare(self, stop: StopRequest) -> list[StoredCircuit]:
        """Generates what is missing, one transaction per circuit; returns all, in order.

        Returns early, with fewer circuits, when `stop` is set.
        """
        present = {circuit.position for circuit in self.journal.circuits()}
        count = self.suite.circuit_count()
        for spec in plan_circuits(self.suite):
            if stop:
                break
            if spec.position not in present:
                self._add(spec)
            self.tracker.emit(CircuitPrepared(spec.position, count, spec.family.name))
        return self.journal.circuits()

    def _add(self, spec: CircuitSpec) -> None:
        circuit = self.circuits.generate(spec.config)
        evaluator = circuit.evaluator()
        inputs = []
        for index in range(spec.family.inputs):
            seed = spec.input_seed(index)
            text = circuit.random_input(seed, spec.family.ones)
            expected = evaluator.evaluate(text).decode("ascii")
            times_ns = evaluator.time_ns(text, BASELINE_SAMPLES)
            inputs.append(
                InputRecord(
                    input=index,
                    seed=seed,
                    ones=spec.family.ones,
                    text=text,
                    expected=expected,
                    baseline_ns=round(statistics.median(times_ns)),
                    samples=len(times_ns),
                )
            )
        params = circuit.key_parameters(self.suite.security, spec.single_gate_levels)
        place = CircuitPlace(spec.position, point_text(spec.point), params.decode("ascii"))
        self.journal.add_circuit(place, circuit_record(spec, circuit), inputs)


def circuit_record(spec: CircuitSpec, circuit: CircuitLike) -> CircuitRecord:
    """The row of a generated circuit."""
    summary: Mapping[str, Any] = circuit.summary()
    requested = spec.point.depth
    return CircuitRecord(
        recipe=spec.recipe,
        text=circuit.to_bytes(),
        dialect=str(summary["dialect"]),
        family=spec.family.name,
        kind=spec.family.kind,
        gate=spec.point.gate,
        space=str(summary["space"]),
        modulus=summary["modulus"],
        batch=int(summary["batch"]),
        depth=float(summary["depth"]),
        requested_depth=float(requested) if requested is not None else None,
        width=int(summary["wires"]),
        levels=int(summary["levels"]),
        gates=int(summary["gates"]),
        multiplicative_depth=int(summary["multiplicative_depth"]),
        counts=dict(summary["counts"]),
    )


def input_text(
    journal: Journal | RunReader, circuits: CircuitSource, circuit: str, index: int
) -> bytes:
    """An input's text: as stored, or made again from its seed and checked against its hash."""
    stored = journal.input(circuit, index)
    if stored.text is not None:
        return stored.text
    text = circuits.parse(journal.text(circuit)).random_input(stored.seed, stored.ones)
    if sha256_hex(text) != stored.content_hash:
        raise CorruptStoreError(
            f"input {index} of circuit {circuit} cannot be made again from its seed: the "
            "generator is not the one that made it"
        )
    return text
