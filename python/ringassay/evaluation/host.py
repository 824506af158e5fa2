"""A SUT's pair of programs, taken from state to state: started, keyed, with a circuit ingested.

Each key has a pair of its own: a process keeps memory that it took for an earlier key, and its
figures would depend on what ran before. Between its turns a pair waits on the shelf.

After a fault the SUT is started anew, keyed and given its circuit again; what was stored of the
first time is not stored twice. A SUT that keeps failing at the same place is given up there:
three failures in a row to start cost the rest of its cases, three in key generation those under
that key, three in ingestion, or three timeouts in a case, those of that circuit. A clean refusal
is final at once.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NoReturn

from ringassay.evaluation.environment import UnusableEnvironmentError
from ringassay.evaluation.keygroups import KeyGroup
from ringassay.evaluation.outcome import CaseFailed, Outcome
from ringassay.evaluation.patience import PATIENCE, Patience, Place
from ringassay.evaluation.ports import OpenSession, StartFailure
from ringassay.evaluation.progress import StepDone, SutNotStarted, SutStarted
from ringassay.evaluation.rows import identity_of, ingestion_record, key_record
from ringassay.evaluation.shelf import HostedPair, Shelf
from ringassay.evaluation.stop import StoppedError, StopRequest
from ringassay.evaluation.support import unsupported_reason
from ringassay.evaluation.tracking import Tracker
from ringassay.harness.isolation import missing
from ringassay.store import RunWriter, StoreError
from ringassay.store.canonical import canonical_json
from ringassay.store.records import StoredCircuit
from ringassay.sut.command import SutCommand

if TYPE_CHECKING:
    from ringassay.harness import Step


@dataclass
class SutHost:
    """One SUT's pair of programs and the state that it is in."""

    command: SutCommand
    bounds: Mapping[str, float | int]
    open_session: OpenSession
    writer: RunWriter
    tracker: Tracker
    stop: StopRequest
    shelf: Shelf
    patience: Patience = field(default_factory=Patience)
    _pair: HostedPair | None = None
    """None while nothing runs."""
    _idle_cpu_ns: int | None = None
    _own_faults: int = 0
    _isolation: str = ""

    @property
    def name(self) -> str:
        """The SUT's label."""
        return self.command.name

    def begin(self, group: KeyGroup) -> None:
        """Begins a visit: takes up the pair that waits for it, if there is one."""
        self._idle_cpu_ns = None
        if self._pair is None:
            found = self.shelf.take(self.name, group.params.text)
            if found is not None:
                self._pair, self._idle_cpu_ns = found
        if self._pair is not None:
            self._pair.is_cold = True

    def rest(self, next_turn: int | None, next_of_sut: int | None, *, in_this_block: bool) -> None:
        """Ends a visit: the pair waits for the turn of that number, or ends without one; if it
        has no key, for any other turn."""
        pair, self._pair = self._pair, None
        if pair is not None:
            waits_for = next_turn if pair.keyed else next_of_sut
            self.shelf.put(self.name, pair, waits_for, in_this_block=in_this_block)

    def drop(self) -> None:
        """Ends the pair, whatever state it is in."""
        pair, self._pair = self._pair, None
        if pair is not None:
            pair.session.close()

    def take_idle_cpu_ns(self) -> int | None:
        """CPU time that the pair used while others were measured; None if it did not wait, or if
        it was asked for before in this visit."""
        used_ns, self._idle_cpu_ns = self._idle_cpu_ns, None
        return used_ns

    def hopeless(self, group: KeyGroup, circuit: StoredCircuit) -> Outcome | None:
        """The failure because of which this circuit's cases are not tried any more."""
        return self.patience.spent(
            (
                ("start", ""),
                ("keygen", group.params.text),
                ("ingest", circuit.circuit),
                ("case", circuit.circuit),
            )
        )

    def ready(
        self, group: KeyGroup, circuit: StoredCircuit, text: Callable[[], bytes]
    ) -> HostedPair:
        """The pair, brought to where `circuit` can be evaluated under the group's key.

        Raises `CaseFailed`, and `StoppedError` when a stop is asked for on the way.
        """
        params = group.params.text
        if self._pair is not None and self._pair.keyed not in ("", params):
            self.drop()
        pair = self._pair or self._start()
        self._require_support(pair, group, circuit)
        if pair.keyed != params:
            self._keygen(pair, group)
            # A program that is slow to start says only now what it supports.
            self._require_support(pair, group, circuit)
        if pair.ingested != circuit.circuit:
            self._ingest(pair, group, circuit, text)
        return pair

    def step(self, name: str, circuit: str, call: Callable[[], Step]) -> Step:
        """Runs one step, whatever it comes to.

        Raises `CaseFailed` for a fault of ours (`harness-error`), which is never the SUT's, and
        `StoppedError` when a stop was asked for meanwhile, unless the last step succeeded.
        """
        try:
            step = call()
        except StoreError:
            raise
        except Exception as error:
            self._own_fault(name, error)
        self._own_faults = 0
        self.tracker.emit(StepDone(self.name, name, circuit, step.outcome, step.wall_ns))
        if self._pair is not None and not self._pair.session.usable:
            self.drop()
        # A signal from a terminal reaches the SUT as well: what it does then is not its fault.
        if self.stop and not (name == "decrypt" and step.outcome == "ok"):
            raise StoppedError
        return step

    def _own_fault(self, stage: str, error: Exception) -> NoReturn:
        """Books a fault on ourselves; raises it when it keeps happening."""
        self.drop()
        self._own_faults += 1
        if self._own_faults >= PATIENCE:
            raise error
        if self.stop and stage != "start":
            raise StoppedError from None
        lines = traceback.format_exception_only(error)
        detail = {"message": "".join(lines).strip()[:2000]}
        raise CaseFailed(Outcome("harness-error", stage, detail)) from None

    def _require_support(self, pair: HostedPair, group: KeyGroup, circuit: StoredCircuit) -> None:
        reason = unsupported_reason(pair.session.hello, circuit, group.params)
        if reason is not None:
            self._fail(
                ("ingest", circuit.circuit),
                Outcome("unsupported", detail={"message": reason}),
                is_final=True,
            )

    def _start(self) -> HostedPair:
        place = ("start", "")
        try:
            session = self.open_session(self.command, self.bounds, lambda: bool(self.stop))
        except StartFailure as error:
            if self.stop:
                raise StoppedError from None
            self._note_isolation(error.isolation)
            if error.isolation:
                self.tracker.emit(SutNotStarted(self.name, missing(error.isolation)))
            if error.step.outcome == "harness-error":
                self._own_fault(
                    "start", UnusableEnvironmentError(str(error.step.detail.get("message")))
                )
            self._fail(place, Outcome.of("start", error.step))
        except Exception as error:
            self._own_fault("start", error)
        self.patience.passed(place)
        pair = self._pair = HostedPair(session)
        if session.hello:
            self._identify(pair)
        self._note_isolation(session.isolation)
        start_ns = getattr(session, "start_ns", 0)
        self.tracker.emit(SutStarted(self.name, int(start_ns), missing(session.isolation)))
        return pair

    def _note_isolation(self, isolation: Mapping[str, Mapping[str, Mapping[str, str]]]) -> None:
        """Notes what stands around the programs; empty where none was started."""
        text = canonical_json(isolation)
        if isolation and text != self._isolation:
            self.writer.note_isolation(self.name, text)
            self._isolation = text

    def _identify(self, pair: HostedPair) -> None:
        self.writer.identify(self.name, identity_of(pair.session))
        pair.identified = True

    def _keygen(self, pair: HostedPair, group: KeyGroup) -> None:
        params = group.params.text
        pair.keyed = pair.ingested = ""
        step = self.step("keygen", "", lambda: pair.session.keygen(params.encode("ascii")))
        self.writer.record_key(key_record(self.name, group.params, step))
        self._settle(("keygen", params), step)
        pair.keyed = params
        if not pair.identified:
            # A program that is slow to start introduces itself only now, or not at all.
            self._identify(pair)

    def _ingest(
        self,
        pair: HostedPair,
        group: KeyGroup,
        circuit: StoredCircuit,
        text: Callable[[], bytes],
    ) -> None:
        pair.ingested = ""
        data = text()
        step = self.step("ingest", circuit.circuit, lambda: pair.session.ingest(data))
        key = self.writer.key_id(self.name, group.params.text)
        record = ingestion_record(self.name, key, circuit.circuit, len(data), step)
        self.writer.record_ingestion(record)
        self._settle(("ingest", circuit.circuit), step)
        pair.ingested = circuit.circuit
        pair.is_cold = True

    def _settle(self, place: Place, step: Step) -> None:
        if step.outcome == "ok":
            self.patience.passed(place)
            return
        # What failed may not fail again; what is refused is refused for good.
        self._fail(place, Outcome.of(place[0], step), is_final=step.outcome == "refused")

    def _fail(self, place: Place, outcome: Outcome, *, is_final: bool = False) -> NoReturn:
        self.patience.failed(place, outcome, is_final=is_final)
        raise CaseFailed(outcome) from None
