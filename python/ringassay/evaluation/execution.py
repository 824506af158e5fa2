"""Running a suite: prepare, measure every SUT, store each result, stop and resume."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from importlib import metadata
from typing import Any

from ringassay import shell
from ringassay._native import FormatError, GenerateError
from ringassay.evaluation.case import CaseTaker
from ringassay.evaluation.host import SutHost
from ringassay.evaluation.keygroups import group_by_key
from ringassay.evaluation.measuring import Measuring
from ringassay.evaluation.own import disagreements
from ringassay.evaluation.ports import Ports, real_ports
from ringassay.evaluation.prepare import Preparer
from ringassay.evaluation.probing.phase import ProbePhase
from ringassay.evaluation.progress import (
    AnswersDisagree,
    Listener,
    RunEnded,
    RunStarted,
    SutProbed,
    ignore,
)
from ringassay.evaluation.runner import SutRunner
from ringassay.evaluation.schedule import plan_turns
from ringassay.evaluation.shelf import Shelf
from ringassay.evaluation.stop import StopRequest, stop_on_signals
from ringassay.evaluation.suite import Suite, SuiteError
from ringassay.evaluation.tracking import Tracker
from ringassay.evaluation.twin import Twin, choose_twin, twin_cases, twin_command, twin_positions
from ringassay.store import (
    FINISHED,
    INTERRUPTED,
    RunWriter,
    Store,
    StoreError,
    probe_circumstances,
    probe_machine,
)
from ringassay.store.canonical import canonical_json
from ringassay.store.naming import check_label
from ringassay.store.records import RunRecord, StoredCircuit, SutRecord
from ringassay.sut.command import SutCommand, stored_environment
from ringassay.sut.openings import openings


def execute(
    suite: Suite,
    store: Store,
    suts: Sequence[SutCommand],
    *,
    resume: str | None = None,
    progress: Listener = ignore,
    jobs: int = 1,
    aa: str | None = None,
    ports: Ports | None = None,
    stop: StopRequest | None = None,
    shelf: Shelf | None = None,
    probe: bool = True,
    label: str | None = None,
) -> RunEnded:
    """Runs `suite` on `suts` into `store`, or completes the run `resume`.

    The SUTs are interleaved (`schedule`). `aa` names the one that is measured twice, or `none`;
    otherwise the suite says which, else it is the first that computes, if there are two at least
    (`twin`). A resumed run keeps the one it began with, and its `label`. `shelf` bounds the
    sessions that wait.

    `jobs` SUTs are measured at the same time; more than one disturbs the times, and the run
    says so. SIGINT and SIGTERM stop it after the step in progress, as does `stop`: the state is
    then `interrupted`, and `resume_hint` names the command that completes it. Without `probe` it is
    not looked at whether anything is encrypted.

    Raises `StoreError` (exit code 3 when another process has the run; the run itself stays
    resumable) and `SuiteError`. A SUT's fault is a row, never an exception.
    """
    twin = checked_twin(suite, suts, aa)
    if resume is not None and label is not None:
        raise SuiteError("a run is resumed under the label it began with: leave the label out")
    if jobs < 1:
        raise SuiteError(f"jobs must be at least 1 (got {jobs})")
    if resume is not None and aa is not None:
        raise SuiteError("a run is resumed with the system it measures twice: leave --aa out")
    if resume is not None:
        twin = None
    used = ports or real_ports(store.files())
    if not probe:
        used = replace(used, open_probe=None)
    request = stop if stop is not None else StopRequest()
    tracker = Tracker(progress)
    with stop_on_signals(request):
        writer = _open(_record(suite, jobs, label), store, _records(suts, twin), resume)
        try:
            with writer:
                systems, twin = _systems(writer, suts)
                waiting = Shelf() if shelf is None else shelf
                return _Execution(
                    suite, writer, systems, twin, jobs, used, request, tracker, waiting
                ).run(resumed=resume is not None)
        except (SuiteError, GenerateError, FormatError):
            # Refused for its circuits, of which nothing was measured: as if it had never been.
            if resume is None and not tracker.outcomes:
                store.delete(writer.run)
            raise


def checked_twin(suite: Suite, suts: Sequence[SutCommand], aa: str | None) -> Twin | None:
    """The system to measure twice. Raises `SuiteError` for systems that no run can have."""
    if not suts:
        raise SuiteError("no SUT given: name at least one")
    if len({command.name for command in suts}) != len(suts):
        raise SuiteError("two SUTs have the same name")
    return choose_twin(suite, suts, aa)


def _record(suite: Suite, jobs: int, label: str | None) -> RunRecord:
    return RunRecord(
        suite=suite.name,
        suite_hash=suite.content_hash,
        suite_json=suite.to_json(),
        seed=suite.seed,
        security=suite.security,
        version=program_version(),
        jobs=jobs,
        circumstances=probe_circumstances().to_json(),
        label=None if label is None else check_label(label),
    )


def _open(
    record: RunRecord, store: Store, systems: Sequence[SutRecord], resume: str | None
) -> RunWriter:
    machine = probe_machine()
    if resume is None:
        return RunWriter.start(store, record, systems, machine)
    return RunWriter.resume(store, store.find(resume), record, systems, machine)


def _records(suts: Sequence[SutCommand], twin: Twin | None) -> list[SutRecord]:
    systems = [SutRecord(command.name, command_json(command)) for command in suts]
    if twin is not None:
        second = twin_command(twin, suts)
        systems.append(SutRecord(second.name, command_json(second), twin.twin_of))
    return systems


def _systems(writer: RunWriter, suts: Sequence[SutCommand]) -> tuple[list[SutCommand], Twin | None]:
    """The systems in the order of the run's start, whatever order they were given in now, and
    which of them is a second name."""
    recorded = writer.systems()
    twins = [Twin(row.sut, row.twin_of) for row in recorded if row.twin_of is not None]
    given = {command.name: command for command in suts}
    given |= {twin.sut: twin_command(twin, suts) for twin in twins}
    return [given[row.sut] for row in recorded], twins[0] if twins else None


def program_version() -> str:
    """The version of this program, as installed."""
    try:
        return metadata.version("ringassay")
    except metadata.PackageNotFoundError:
        return "not installed"


def command_json(command: SutCommand) -> str:
    """A command in canonical JSON, without values of variables that may be secrets."""
    content: dict[str, Any] = {
        "client": list(command.client),
        "server": list(command.server),
        "env": stored_environment(command.env),
        "handshake": command.handshake,
        "cwd": command.cwd,
    }
    # Left out where empty: runs of before can be resumed.
    if command.passed:
        content["pass"] = list(command.passed)
    if command.readable:
        content["readable"] = list(command.readable)
    return canonical_json(content)


@dataclass(frozen=True)
class _Execution:
    """One attempt at a run."""

    suite: Suite
    writer: RunWriter
    suts: Sequence[SutCommand]
    """Those measured, the second name of one included."""
    twin: Twin | None
    jobs: int
    ports: Ports
    stop: StopRequest
    tracker: Tracker
    shelf: Shelf

    def run(self, *, resumed: bool) -> RunEnded:
        """Prepares and measures; whatever ends it early, the run is left resumable."""
        try:
            self._announce(resumed=resumed)
            for message in disagreements(self.suite):
                self.tracker.emit(AnswersDisagree(message))
            preparer = Preparer(self.suite, self.writer, self.ports.circuits, self.tracker)
            circuits = preparer.prepare(self.stop)
            if not self.stop:
                self._measure(circuits)
            secrecy = self._probe(circuits)
        except BaseException:
            # The database may be what failed; a run without an end is shown as interrupted.
            with suppress(StoreError):
                self.writer.end(finished=False)
            raise
        finished = self.tracker.done == self.tracker.total and secrecy is not None
        self.writer.end(finished=finished)
        ended = RunEnded(
            run=self.writer.run,
            state=FINISHED if finished else INTERRUPTED,
            done=self.tracker.done,
            total=self.tracker.total,
            outcomes=dict(self.tracker.outcomes),
            resume_hint="" if finished else self._hint(),
            secrecy=secrecy or (),
        )
        self.tracker.emit(ended)
        return ended

    def _hint(self) -> str:
        store = self.writer.store.label
        return shell.command("ringassay", "run", "--resume", self.writer.run, "--store", store)

    def _cases(self, sut: str) -> int:
        if self.twin is not None and sut == self.twin.sut:
            return twin_cases(self.suite)
        return self.suite.cases()

    def _announce(self, *, resumed: bool) -> None:
        for command in self.suts:
            done = len(self.writer.done(command.name))
            twin = self.twin
            like = twin.twin_of if twin is not None and command.name == twin.sut else None
            self.tracker.expect(command.name, self._cases(command.name), done, like)
        named = [command.name for command in self.suts]
        self.tracker.emit(
            RunStarted(
                run=self.writer.run,
                suite=self.suite.name,
                suts=tuple(name for name in named if self.twin is None or name != self.twin.sut),
                circuits=self.suite.circuit_count(),
                cases=sum(map(self._cases, named)),
                resumed=resumed,
                twin_of=None if self.twin is None else self.twin.twin_of,
                twin_cases=0 if self.twin is None else self._cases(self.twin.sut),
                opened=(
                    *self.suite.bounds.openings(),
                    *dict.fromkeys(line for command in self.suts for line in openings(command)),
                ),
            )
        )

    def _probe(self, circuits: list[StoredCircuit]) -> tuple[SutProbed, ...] | None:
        """Probes every SUT, after all measurements; None when stopped before the end."""
        open_probe = self.ports.open_probe
        if open_probe is None:
            return ()
        groups = group_by_key(circuits, self.suite.key_sharing)
        found = []
        # The second name of a system is the same programs.
        once = [c for c in self.suts if self.twin is None or c.name != self.twin.sut]
        for command in once:
            phase = ProbePhase(
                command,
                self.suite.bounds.values(),
                open_probe,
                self.ports.circuits,
                self.writer,
                self.stop,
                self.suite.seed,
            )
            probed = None if self.stop else phase.run(groups)
            if probed is None:
                return None
            self.tracker.emit(probed)
            found.append(probed)
        return tuple(found)

    def _measure(self, circuits: list[StoredCircuit]) -> None:
        groups = group_by_key(circuits, self.suite.key_sharing)
        twice = {} if self.twin is None else twin_positions(self.suite)

        def takes(circuit: StoredCircuit) -> tuple[str, ...]:
            return tuple(
                command.name
                for command in self.suts
                if self.twin is None or command.name != self.twin.sut or circuit.position in twice
            )

        turns = list(plan_turns(groups, takes, self.suite.repetitions, self.suite.seed))
        sequence = itertools.count(self.writer.next_sequence())
        runners = {command.name: self._runner(command, sequence) for command in self.suts}
        Measuring(runners, self.shelf, self.jobs, self.stop, self.tracker).run(turns)

    def _runner(self, command: SutCommand, sequence: Iterator[int]) -> SutRunner:
        host = SutHost(
            command,
            self.suite.bounds.values(),
            self.ports.open_session,
            self.writer,
            self.tracker,
            self.stop,
            self.shelf,
        )
        taker = CaseTaker(host, self.suite.warm_up, sequence)
        done = self.writer.done(command.name)
        return SutRunner(taker, self.writer, self.ports.circuits, done)
