"""Running a suite: prepare, measure every SUT, store each result, stop and resume."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
from contextlib import suppress
from dataclasses import dataclass
from importlib import metadata

from ringassay.evaluation.keygroups import group_by_key
from ringassay.evaluation.ports import Ports, real_ports
from ringassay.evaluation.prepare import Preparer
from ringassay.evaluation.progress import Listener, RunEnded, RunStarted, Tracker, ignore
from ringassay.evaluation.rig import Rig
from ringassay.evaluation.runner import SutRunner
from ringassay.evaluation.stop import StopRequest, stop_on_signals
from ringassay.evaluation.suite import Suite, SuiteError
from ringassay.store import (
    FINISHED,
    INTERRUPTED,
    Journal,
    Store,
    StoreError,
    probe_circumstances,
    probe_machine,
)
from ringassay.store.canonical import canonical_json
from ringassay.store.records import RunRecord, StoredCircuit, SutRecord
from ringassay.sut.command import SutCommand


def execute(
    suite: Suite,
    store: Store,
    suts: Sequence[SutCommand],
    *,
    resume: str | None = None,
    progress: Listener = ignore,
    jobs: int = 1,
    ports: Ports | None = None,
    stop: StopRequest | None = None,
) -> RunEnded:
    """Runs `suite` on `suts` into `store`, or completes the run `resume`.

    `jobs` SUTs are measured at the same time; more than one disturbs the times, and the run
    says so. SIGINT and SIGTERM stop it after the step in progress, as does `stop`: the state is
    then `interrupted`, and `resume_hint` names the command that completes it.

    Raises `StoreError` (exit code 3 when another process has the run; the run itself stays
    resumable) and `SuiteError`. A SUT's fault is a row, never an exception.
    """
    if not suts:
        raise SuiteError("no SUT given: name at least one")
    if len({command.name for command in suts}) != len(suts):
        raise SuiteError("two SUTs have the same name")
    if jobs < 1:
        raise SuiteError(f"jobs must be at least 1 (got {jobs})")
    used = ports or real_ports()
    request = stop if stop is not None else StopRequest()
    with stop_on_signals(request):
        journal = _open(suite, store, suts, resume, jobs)
        with journal:
            return _Execution(suite, journal, suts, jobs, used, request, Tracker(progress)).run(
                resumed=resume is not None
            )


def _open(
    suite: Suite, store: Store, suts: Sequence[SutCommand], resume: str | None, jobs: int
) -> Journal:
    record = RunRecord(
        suite=suite.name,
        suite_hash=suite.content_hash,
        suite_json=suite.to_json(),
        seed=suite.seed,
        security=suite.security,
        version=program_version(),
        jobs=jobs,
        circumstances=probe_circumstances().to_json(),
    )
    systems = [SutRecord(command.name, command_json(command)) for command in suts]
    machine = probe_machine()
    if resume is None:
        return Journal.start(store, record, systems, machine)
    return Journal.resume(store, store.find(resume), record, systems, machine)


def program_version() -> str:
    """The version of this program, as installed."""
    try:
        return metadata.version("ringassay")
    except metadata.PackageNotFoundError:
        return "not installed"


def command_json(command: SutCommand) -> str:
    """A command in canonical JSON."""
    return canonical_json(
        {
            "client": list(command.client),
            "server": list(command.server),
            "env": dict(command.env),
            "handshake": command.handshake,
            "cwd": command.cwd,
        }
    )


@dataclass(frozen=True)
class _Execution:
    """One attempt at a run."""

    suite: Suite
    journal: Journal
    suts: Sequence[SutCommand]
    jobs: int
    ports: Ports
    stop: StopRequest
    tracker: Tracker

    def run(self, *, resumed: bool) -> RunEnded:
        """Prepares and measures; whatever ends it early, the run is left resumable."""
        try:
            self._announce(resumed=resumed)
            preparer = Preparer(self.suite, self.journal, self.ports.circuits, self.tracker)
            circuits = preparer.prepare(self.stop)
            if not self.stop:
                self._measure(circuits)
        except BaseException:
            # The database may be what failed; a run without an end is shown as interrupted.
            with suppress(StoreError):
                self.journal.end(finished=False)
            raise
        finished = self.tracker.done == self.tracker.total
        self.journal.end(finished=finished)
        ended = RunEnded(
            run=self.journal.run,
            state=FINISHED if finished else INTERRUPTED,
            done=self.tracker.done,
            total=self.tracker.total,
            outcomes=dict(self.tracker.outcomes),
            resume_hint="" if finished else self._hint(),
        )
        self.tracker.emit(ended)
        return ended

    def _hint(self) -> str:
        store = shlex.quote(self.journal.store.label)
        return f"ringassay run --resume {self.journal.run} --store {store}"

    def _announce(self, *, resumed: bool) -> None:
        cases = self.suite.cases()
        for command in self.suts:
            self.tracker.expect(command.name, cases, len(self.journal.done(command.name)))
        self.tracker.emit(
            RunStarted(
                run=self.journal.run,
                suite=self.suite.name,
                suts=tuple(command.name for command in self.suts),
                circuits=self.suite.circuit_count(),
                cases=cases * len(self.suts),
                resumed=resumed,
            )
        )

    def _measure(self, circuits: list[StoredCircuit]) -> None:
        groups = group_by_key(circuits, self.suite.key_sharing)
        runners = [
            SutRunner(
                self.suite,
                self.journal,
                self.ports.circuits,
                Rig(
                    command,
                    self.suite.bounds.values(),
                    self.ports.open_session,
                    self.journal,
                    self.tracker,
                    self.stop,
                ),
                groups,
            )
            for command in self.suts
        ]
        if self.jobs == 1:
            for runner in runners:
                self.tracker.begin(runner.sut)
                runner.run()
            return
        self._measure_at_once(runners)

    def _measure_at_once(self, runners: list[SutRunner]) -> None:
        def work(runner: SutRunner) -> None:
            self.tracker.begin(runner.sut)
            runner.run()

        with ThreadPoolExecutor(max_workers=self.jobs) as pool:
            futures = [pool.submit(work, runner) for runner in runners]
            try:
                wait(futures, return_when=FIRST_EXCEPTION)
                for future in futures:
                    if future.done():
                        future.result()
                for future in futures:
                    future.result()
            except BaseException:
                self.stop.set()  # the others end after their step in progress
                raise
