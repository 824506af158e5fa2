"""One case: the SUT made ready, warmed up, and taken through encryption, evaluation, decryption."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from ringassay.evaluation.host import SutHost
from ringassay.evaluation.keygroups import KeyGroup
from ringassay.evaluation.outcome import CaseFailed, Measured, Outcome
from ringassay.evaluation.ports import SessionLike
from ringassay.evaluation.stop import StoppedError
from ringassay.store import steal_ns
from ringassay.store.figures import CASE_STEPS
from ringassay.store.records import StoredCircuit

SUSPENDED_NS = 50_000_000
"""The machine counts as suspended when this much more time passed for it than for its clock."""


@dataclass(frozen=True)
class Case:
    """One evaluation to make."""

    circuit: StoredCircuit
    input: int
    repetition: int


@dataclass(frozen=True)
class CaseTaker:
    """Takes a SUT through cases."""

    host: SutHost
    warm_up: int
    """Rounds that are not measured, once a visit and behind each ingestion."""
    sequence: Iterator[int]
    """Numbers in the order of time, for all SUTs of the run."""

    def take(
        self,
        group: KeyGroup,
        case: Case,
        circuit_text: Callable[[], bytes],
        input_text: Callable[[], bytes],
    ) -> Outcome:
        """What the case comes to, whatever it is; `interrupted` when a stop was asked for."""
        measured = Measured()
        circuit = case.circuit.circuit
        try:
            pair = self.host.ready(group, case.circuit, circuit_text)
            text = input_text()
            measured.input_bytes = len(text)
            if pair.is_cold:
                self._warm_up(pair.session, circuit, text)
                # The warm-up may have cost the pair.
                pair = self.host.ready(group, case.circuit, circuit_text)
                pair.is_cold = False
            with self._watched(measured):
                self._steps(pair.session, circuit, text, measured)
        except CaseFailed as failed:
            return replace(failed.outcome, measured=measured)
        except StoppedError:
            return Outcome("interrupted", detail={"message": "stopped on request"})
        self.host.patience.passed(("case", circuit))
        return Outcome("ok", measured=measured)

    @contextmanager
    def _watched(self, measured: Measured) -> Iterator[None]:
        """Notes when a case was taken, and what the machine did meanwhile."""
        before_ns, stolen_ns = _suspended_ns(), steal_ns()
        measured.sequence = next(self.sequence)
        measured.started_at = datetime.now(UTC).isoformat(timespec="microseconds")
        measured.idle_cpu_ns = self.host.take_idle_cpu_ns()
        try:
            yield
        finally:
            measured.steal_ns = _since(stolen_ns)
            suspended_ns = _suspended_ns() - before_ns
            if suspended_ns > SUSPENDED_NS:
                measured.detail["suspended_ns"] = suspended_ns

    def _steps(self, session: SessionLike, circuit: str, text: bytes, measured: Measured) -> None:
        """Encrypts, evaluates, decrypts; what was measured goes to `measured`."""
        calls = (lambda: session.encrypt(text), session.evaluate, session.decrypt)
        for name, call in zip(CASE_STEPS, calls, strict=True):
            step = self.host.step(name, circuit, call)
            measured.add(name, step)
            if step.outcome != "ok":
                outcome = Outcome.of(name, step)
                # Any other fault is tried again with the next case.
                if step.outcome == "timeout":
                    self.host.patience.failed(("case", circuit), outcome)
                raise CaseFailed(outcome)

    def _warm_up(self, session: SessionLike, circuit: str, text: bytes) -> None:
        """The unmeasured rounds; a fault in one ends them, and is left to the cases."""
        try:
            for _ in range(self.warm_up):
                self._steps(session, circuit, text, Measured())
        except CaseFailed:
            return


def _since(stolen_ns: int | None) -> int | None:
    now_ns = steal_ns()
    return None if now_ns is None or stolen_ns is None else max(0, now_ns - stolen_ns)


def _suspended_ns() -> int:
    """Time the machine spent asleep since it booted."""
    return time.clock_gettime_ns(time.CLOCK_BOOTTIME) - time.clock_gettime_ns(time.CLOCK_MONOTONIC)
