"""A SUT made ready for a case: started, keyed, with the circuit ingested.

Each key has a session of its own: a process keeps memory that it took for an earlier key, and its
figures would depend on what ran before. Between its turns a session waits on the shelf.

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
from typing import TYPE_CHECKING, Any

from ringassay.evaluation.keygroups import KeyGroup
from ringassay.evaluation.ports import OpenSession, SessionLike, StartFailure
from ringassay.evaluation.progress import StepDone, SutStarted
from ringassay.evaluation.rows import identity_of, ingestion_record, key_record
from ringassay.evaluation.shelf import Kept, Shelf
from ringassay.evaluation.stop import StopRequest
from ringassay.evaluation.support import unsupported_reason
from ringassay.evaluation.tracking import Tracker
from ringassay.harness.isolation import missing
from ringassay.store import Journal, StoreError
from ringassay.store.canonical import canonical_json
from ringassay.store.records import StoredCircuit
from ringassay.sut.command import SutCommand

if TYPE_CHECKING:
    from ringassay.harness import Step


PATIENCE = 3
"""Failures in a row at one place after which it is not tried again."""

Place = tuple[str, str]
"""A stage and what it concerns: nothing for start, key parameters, or a circuit."""


class StoppedError(Exception):
    """The evaluation was asked to stop while a case was under way."""


@dataclass(frozen=True)
class Failure:
    """Why a case has no result."""

    outcome: str
    stage: str
    detail: Mapping[str, Any]


@dataclass
class Rig:
    """One SUT's session and what it holds at the moment."""

    command: SutCommand
    bounds: Mapping[str, float | int]
    open_session: OpenSession
    journal: Journal
    tracker: Tracker
    stop: StopRequest
    shelf: Shelf
    session: SessionLike | None = None
    fresh: bool = False
    """No warm-up since the visit began or the circuit was ingested."""
    idle_cpu_ns: int | None = None
    """What the session used while others were measured; None if it did not wait."""
    _keyed: str = ""
    _ingested: str = ""
    _streaks: dict[Place, tuple[int, Failure]] = field(default_factory=dict)
    _own_faults: int = 0
    _identified: bool = False
    _isolation: str = ""

    def begin(self, group: KeyGroup) -> None:
        """Begins a visit: takes up the session that waits for it, if there is one."""
        self.fresh = True
        self.idle_cpu_ns = None
        if self.session is not None:
            return
        found = self.shelf.take(self.command.name, group.params.text)
        if found is not None:
            kept, self.idle_cpu_ns = found
            self.session = kept.session
            self._keyed, self._ingested = kept.keyed, kept.ingested
            self._identified = kept.identified

    def rest(self, next_turn: int | None, next_of_sut: int | None, *, in_this_block: bool) -> None:
        """Ends a visit: the session waits for the turn of that number, or ends without one; if it
        has no key, for any other turn."""
        session, self.session = self.session, None
        if session is not None:
            kept = Kept(session, self._keyed, self._ingested, self._identified)
            waits_for = next_turn if self._keyed else next_of_sut
            self.shelf.put(self.command.name, kept, waits_for, in_this_block=in_this_block)
        self._forget()

    def ready(
        self, group: KeyGroup, circuit: StoredCircuit, text: Callable[[], bytes]
    ) -> Failure | None:
        """Brings the session to where `circuit` can be evaluated under the group's key.

        Raises `StoppedError` when a stop is asked for on the way.
        """
        params = group.params.text
        if self._keyed not in ("", params):
            self.drop()
        failure = self._start()
        if failure is None:
            assert self.session is not None
            failure = self._unsupported(self.session, group, circuit)
        if failure is None and self._keyed != params:
            failure = self._keygen(group)
            if failure is None and self.session is not None:
                failure = self._unsupported(self.session, group, circuit)
        if failure is None and self._ingested != circuit.circuit:
            failure = self._ingest(group, circuit, text)
        return failure

    def hopeless(self, group: KeyGroup, circuit: StoredCircuit) -> Failure | None:
        """The failure because of which this circuit's cases are not tried any more."""
        for place in (
            ("start", ""),
            ("keygen", group.params.text),
            ("ingest", circuit.circuit),
            ("case", circuit.circuit),
        ):
            count, failure = self._streaks.get(place, (0, None))
            if count >= PATIENCE and failure is not None:
                return failure
        return None

    def step(self, name: str, circuit: str, call: Callable[[], Step]) -> Step | Failure:
        """Runs one step; a fault of ours comes back as `harness-error`, never as the SUT's.

        Raises `StoppedError` when a stop was asked for meanwhile, unless the last step succeeded.
        """
        try:
            step = call()
        except (StoreError, StoppedError):
            raise
        except Exception as error:
            failure = self.own_fault(name, error)
            if self.stop:
                raise StoppedError from None
            return failure
        self._own_faults = 0
        self.tracker.emit(StepDone(self.command.name, name, circuit, step.outcome, step.wall_ns))
        if self.session is not None and not self.session.usable:
            self.drop()
        # A signal from a terminal reaches the SUT as well: what it does then is not its fault.
        if self.stop and not (name == "decrypt" and step.outcome == "ok"):
            raise StoppedError
        return step

    def own_fault(self, stage: str, error: Exception) -> Failure:
        """Books a fault on ourselves; raises it when it keeps happening."""
        self.drop()
        self._own_faults += 1
        if self._own_faults >= PATIENCE:
            raise error
        lines = traceback.format_exception_only(error)
        return Failure("harness-error", stage, {"message": "".join(lines).strip()[:2000]})

    def case_failed(self, circuit: str, failure: Failure) -> None:
        """Counts a case's timeout; any other fault is tried again with the next case."""
        if failure.outcome == "timeout":
            self._count(("case", circuit), failure)
        if self.session is not None and not self.session.usable:
            self.drop()

    def case_done(self, circuit: str) -> None:
        """A case came to its end: earlier failures on the way to it were not in a row."""
        self._streaks.pop(("case", circuit), None)

    def drop(self) -> None:
        """Ends the session, whatever state it is in."""
        session, self.session = self.session, None
        self._forget()
        if session is not None:
            session.close()

    def _forget(self) -> None:
        self._keyed = self._ingested = ""
        self._identified = False

    def _unsupported(
        self, session: SessionLike, group: KeyGroup, circuit: StoredCircuit
    ) -> Failure | None:
        reason = unsupported_reason(session.hello, circuit, group.params)
        if reason is None:
            return None
        failure = Failure("unsupported", "", {"message": reason})
        self._count(("ingest", circuit.circuit), failure, final=True)
        return failure

    def _count(self, place: Place, failure: Failure, *, final: bool = False) -> None:
        count, _ = self._streaks.get(place, (0, failure))
        self._streaks[place] = (PATIENCE if final else count + 1, failure)

    def _start(self) -> Failure | None:
        if self.session is not None:
            return None
        place = ("start", "")
        try:
            self.session = self.open_session(self.command, self.bounds, self._interrupted)
        except StartFailure as error:
            if self.stop:
                raise StoppedError from None
            failure = Failure(error.step.outcome, "start", dict(error.step.detail))
            self._count(place, failure)
            return failure
        except Exception as error:
            return self.own_fault("start", error)
        self._streaks.pop(place, None)
        if self.session.hello:
            self._identify(self.session)
        self._note_isolation(self.session)
        start_ns = getattr(self.session, "start_ns", 0)
        self.tracker.emit(
            SutStarted(self.command.name, int(start_ns), missing(self.session.isolation))
        )
        return None

    def _note_isolation(self, session: SessionLike) -> None:
        isolation = canonical_json(session.isolation)
        if isolation != self._isolation:
            self.journal.note_isolation(self.command.name, isolation)
            self._isolation = isolation

    def _interrupted(self) -> bool:
        return bool(self.stop)

    def _identify(self, session: SessionLike) -> None:
        self.journal.identify(self.command.name, identity_of(session))
        self._identified = True

    def _keygen(self, group: KeyGroup) -> Failure | None:
        params = group.params.text
        self._keyed = self._ingested = ""
        session = self.session
        assert session is not None
        step = self.step("keygen", "", lambda: session.keygen(params.encode("ascii")))
        if isinstance(step, Failure):
            return step
        self.journal.record_key(key_record(self.command.name, group.params, step))
        failure = self._settle(("keygen", params), step)
        if failure is None:
            self._keyed = params
            if not self._identified:
                # A program that is slow to start introduces itself only now, or not at all.
                self._identify(session)
        return failure

    def _ingest(
        self, group: KeyGroup, circuit: StoredCircuit, text: Callable[[], bytes]
    ) -> Failure | None:
        self._ingested = ""
        session = self.session
        assert session is not None
        data = text()
        step = self.step("ingest", circuit.circuit, lambda: session.ingest(data))
        if isinstance(step, Failure):
            return step
        key = self.journal.key_id(self.command.name, group.params.text)
        name = self.command.name
        self.journal.record_ingestion(ingestion_record(name, key, circuit.circuit, len(data), step))
        failure = self._settle(("ingest", circuit.circuit), step)
        if failure is None:
            self._ingested = circuit.circuit
            self.fresh = True
        return failure

    def _settle(self, place: Place, step: Step) -> Failure | None:
        if step.outcome == "ok":
            self._streaks.pop(place, None)
            return None
        failure = Failure(step.outcome, place[0], dict(step.detail))
        # What failed may not fail again; what is refused is refused for good.
        self._count(place, failure, final=step.outcome == "refused")
        return failure
