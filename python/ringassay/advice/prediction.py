"""From a calibrated system to what the computation takes on it."""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ringassay.advice.calibrating import Calibrated, Run, Unable
from ringassay.advice.figures import Cost
from ringassay.advice.linear import FitError, Prices, Sample, fit
from ringassay.advice.statement import chain
from ringassay.advice.work import Planned, Work, gates, planned, tallied
from ringassay.circuit import Circuit
from ringassay.sut.errors import Failed
from ringassay.sut.slots.target import RealTarget, parse_target

Tally = Callable[[bytes], tuple[float, float]]
"""Of an evaluation, by its tally: the price in nanoseconds, the peak of memory in bytes."""


@dataclass(frozen=True)
class Seen:
    """A circuit as a system's time is linear in it."""

    work: Work
    plan: Planned | None
    wires: int
    outputs: int
    circuit_bytes: int
    peak_bytes: float | None = None
    """By a tally."""


@dataclass(frozen=True)
class View:
    """How circuits are seen under a key: as programs, as tallies, as gates."""

    calibrated: Calibrated
    tally: Tally | None = None

    def __call__(self, circuit: Circuit) -> Seen:
        """A circuit. Raises `Unable` where it cannot be planned for the key."""
        text, summary = circuit.to_bytes(), circuit.summary()
        plan, peak = None, None
        if self.calibrated.target is not None:
            plan = plan_for(circuit, self.calibrated)
            work: Work = plan.work
        elif self.tally is not None:
            ns, peak = self._tallied(text)
            work = tallied(ns, summary)
        else:
            work = gates(summary)
        return Seen(work, plan, summary["wires"], summary["outputs"], len(text), peak)

    def _tallied(self, text: bytes) -> tuple[float, float]:
        assert self.tally is not None
        try:
            return self.tally(text)
        except ValueError as error:
            raise Unable(f"cannot be tallied on this circuit: {error}") from None


def _fitted(samples: Sequence[Sample]) -> Prices:
    """Prices of a step; of one that takes no time that can be seen, none."""
    try:
        return fit(samples)
    except FitError:
        return Prices({}, 0.0, math.nan, 0)


def plan_for(circuit: Circuit, calibrated: Calibrated) -> Planned:
    """The slot program of a circuit under a key that programs are planned for. Raises `Unable`."""
    assert calibrated.target is not None
    declared = calibrated.target.encode("ascii")
    try:
        program = circuit.slot_program(declared)
    except ValueError as error:
        raise Unable(
            f"cannot run the circuit under the keys that it makes for it: {error}"
        ) from None
    try:
        target = parse_target(declared)
        levels = target.levels if isinstance(target, RealTarget) else len(target.noise.capacity)
        return planned(program, chain(calibrated.parameters, levels))
    except Failed as error:
        raise Unable(f"has keys that no program can be planned for: {error}") from None


@dataclass(frozen=True)
class Predicted:
    """What a circuit takes, and how far predictions of the small circuits were off."""

    cost: Cost
    error: float | None
    samples: int
    notes: tuple[str, ...]


def predict(view: View, circuit: Circuit) -> Predicted:
    """Fits prices to the small circuits, and adds up those of the computation. Raises `Unable`."""
    calibrated = view.calibrated
    runs = [(run, view(Circuit.parse(run.circuit.encode("ascii")))) for run in calibrated.runs]
    seen = view(circuit)
    evaluate = _fitted([Sample(one.work, statistics.median(run.evaluate_ns)) for run, one in runs])
    if not evaluate.samples:
        raise Unable("evaluates small circuits in no time that could be measured")
    encrypt = _along(runs, lambda run: run.encrypt_ns, lambda one: one.wires)
    decrypt = _along(runs, lambda run: run.decrypt_ns, lambda one: one.outputs)
    ingest = _fitted(
        [Sample(_ingestion(one), statistics.median(run.ingest_ns)) for run, one in runs]
    )
    cost = Cost(
        ns={
            "keys": statistics.median(calibrated.key_ns),
            "ingest": calibrated.load_ns + ingest(_ingestion(seen)),
            "encrypt": encrypt({"wire": seen.wires, "once": 1.0}),
            "evaluate": evaluate(seen.work),
            "decrypt": decrypt({"wire": seen.outputs, "once": 1.0}),
        },
        peak_bytes=_peak(runs, seen),
        key_bytes=float(calibrated.key_bytes),
        ciphertext_bytes=_wire_bytes(runs) * seen.wires,
        search_ns=statistics.median(calibrated.choose_ns) if calibrated.choose_ns else None,
    )
    return Predicted(
        cost,
        None if math.isnan(evaluate.error) else evaluate.error,
        evaluate.samples,
        (*_notes(evaluate, seen), *_searching(calibrated)),
    )


def _notes(prices: Prices, seen: Seen) -> tuple[str, ...]:
    guessed = prices.guessed(seen.work)
    told = [f"no small circuit has {', '.join(guessed)}: guessed"] if guessed else []
    if seen.plan is not None:
        told += [note for note in seen.plan.notes if "budget" in note]
    return tuple(told)


def _searching(calibrated: Calibrated) -> tuple[str, ...]:
    """What the time of key generation may hold beside making keys."""
    if calibrated.choose_ns:
        return ()
    return ("does not state how long it chooses parameters: its key generation may include that",)


def _along(
    runs: Sequence[tuple[Run, Seen]],
    times: Callable[[Run], tuple[int, ...]],
    count: Callable[[Seen], int],
) -> Prices:
    """A step that takes so much for each ciphertext, and so much once."""
    return _fitted(
        [
            Sample({"wire": float(count(one)), "once": 1.0}, statistics.median(times(run)))
            for run, one in runs
        ]
    )


def _ingestion(one: Seen) -> dict[str, float]:
    """What ingestion depends on: the text that is read, the rows that are encoded."""
    rows = 0.0 if one.plan is None else one.plan.rows
    return {"once": 1.0, "kilobyte": one.circuit_bytes / 1024, "row": rows}


def _wire_bytes(runs: Sequence[tuple[Run, Seen]]) -> float:
    return statistics.median(run.fresh_bytes / one.wires for run, one in runs)


def _peak(runs: Sequence[tuple[Run, Seen]], seen: Seen) -> float:
    """What small circuits leave the server with, and what this one holds beyond them: inputs as
    they came, registers, rows."""
    wire = _wire_bytes(runs)
    if seen.peak_bytes is not None:
        beside = [run.peak_bytes - (one.peak_bytes or 0.0) for run, one in runs]
        return statistics.median(beside) + seen.peak_bytes
    if seen.plan is None:
        rest = [run.peak_bytes - wire * one.wires for run, one in runs]
        return statistics.median(rest) + wire * seen.wires
    # A wire's ciphertext has all primes.
    each = wire / seen.plan.primes

    def held(one: Seen) -> float:
        assert one.plan is not None
        return wire * one.wires + each * (one.plan.live + one.plan.rows / 2)

    return statistics.median(run.peak_bytes - held(one) for run, one in runs) + held(seen)
