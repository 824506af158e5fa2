"""The store: opens a database, runs transactions on it, lists and deletes runs."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from glob import escape
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import Connection, Table, func, insert, select

from ringassay.store import deletion
from ringassay.store.closing import Closing
from ringassay.store.engine import WRITE, make_engine, translated
from ringassay.store.errors import StoreBusyError, StoreIOError, UnknownRunError
from ringassay.store.integrity import seal
from ringassay.store.location import copy_of, locate
from ringassay.store.moments import oldest_first
from ringassay.store.naming import find_run
from ringassay.store.ownership import Ownership, is_owned, own
from ringassay.store.records import RunSummary
from ringassay.store.revision import ensure_schema
from ringassay.store.schema import evaluations, run_circuits, run_locks, runs, suts
from ringassay.store.snapshot import Snapshot, is_read_only

Result = TypeVar("Result")

RUNNING, INTERRUPTED, FINISHED = "running", "interrupted", "finished"
"""The states of a run. A run that says `running` and has no owner was killed: it is shown as
`interrupted`."""


class Store(Closing):
    """A database of runs.

    `target` is the path of a SQLite file or a database URL. With `create`, a missing or empty
    database is made. Usable from several threads; another process may use the same database at
    the same time. Without `create`, a file that cannot be written is read from a copy, and every
    attempt to write is refused.
    """

    write_cap_s: float = 60.0
    """How long a write is tried again while other processes hold the database."""

    def __init__(self, target: str | Path, *, create: bool = True) -> None:
        self.location = locate(target)
        self._snapshot: Snapshot | None = None
        file = self.location.file
        if file is not None and not create and is_read_only(file):
            self._snapshot = Snapshot(file)
            self.location = copy_of(self.location, self._snapshot.file)
        self.engine = make_engine(self.location)
        try:
            ensure_schema(self.engine, self.location, create=create)
        except BaseException:
            self.close()
            raise

    @property
    def label(self) -> str:
        """The database in words, without passwords."""
        return self.location.label

    def files(self) -> list[Path]:
        """The files it lies in, with those that the database keeps beside it; none for a server."""
        file = self.location.origin or self.location.file
        return [] if file is None else sorted(file.parent.glob(f"{escape(file.name)}*"))

    def close(self) -> None:
        """Closes every connection."""
        self.engine.dispose()
        if self._snapshot is not None:
            self._snapshot.close()

    def read(self, work: Callable[[Connection], Result]) -> Result:
        """Runs `work` in one transaction: it sees one consistent state of the database."""
        with translated(self.location), self.engine.connect() as connection, connection.begin():
            return work(connection)

    def write(self, work: Callable[[Connection], Result]) -> Result:
        """Runs `work` in one transaction and returns when it is on disk.

        Tried again while another process is writing, up to `write_cap_s`; then
        `StoreBusyError`. `work` may therefore run more than once.
        """
        self._refuse_read_only()
        deadline = time.monotonic() + self.write_cap_s
        while True:
            try:
                with (
                    translated(self.location),
                    self.engine.connect().execution_options(**WRITE) as connection,
                    connection.begin(),
                ):
                    return work(connection)
            except StoreBusyError:
                if time.monotonic() > deadline:
                    raise
                time.sleep(random.uniform(0.01, 0.1))  # noqa: S311

    def own(self, run: str) -> Ownership:
        """Takes a run for this process; see `ownership.own`."""
        self._refuse_read_only()
        with translated(self.location):
            return own(self.engine, self.location, run)

    def _refuse_read_only(self) -> None:
        if self._snapshot is not None:
            raise StoreIOError(
                f"{self.label} can be read, not written: check the permissions of it and of its "
                "folder, or copy it to a place of your own"
            )

    def refuse_owned(self, run: str) -> None:
        """Raises `RunOwnedError` when another process works on the run at this moment."""
        self._refuse_read_only()
        with translated(self.location):
            own(self.engine, self.location, run).release()

    def state_of(self, run: str, recorded: str) -> str:
        """The state of a run of which the database says `recorded`."""
        if recorded != RUNNING:
            return recorded
        with translated(self.location):
            owned = is_owned(self.engine, self.location, run)
        return RUNNING if owned else INTERRUPTED

    def runs(self) -> list[RunSummary]:
        """All runs, oldest first; before them those that a clock dated into the future."""

        def work(connection: Connection) -> list[RunSummary]:
            counts: dict[str, dict[str, int]] = {
                table.name: {
                    row.run: row.number
                    for row in connection.execute(
                        select(table.c.run, func.count().label("number")).group_by(table.c.run)
                    )
                }
                for table in (evaluations, run_circuits)
            }
            labels: dict[str, list[str]] = {}
            twins: dict[str, str] = {}
            columns = (suts.c.run, suts.c.sut, suts.c.twin_of)
            for run, sut, twin_of in connection.execute(
                select(*columns).order_by(suts.c.run, suts.c.position)
            ):
                if twin_of is None:
                    labels.setdefault(run, []).append(sut)
                else:
                    twins[run] = twin_of
            return [
                RunSummary(
                    run=row["run"],
                    suite=row["suite"],
                    started_at=row["started_at"],
                    finished_at=row["finished_at"],
                    state=row["state"],
                    resumed=row["resumed"],
                    suts=tuple(labels.get(row["run"], ())),
                    twin_of=twins.get(row["run"]),
                    circuits=counts["run_circuits"].get(row["run"], 0),
                    evaluations=counts["evaluations"].get(row["run"], 0),
                    version=row["version"],
                    label=row["label"],
                )
                for row in connection.execute(
                    select(runs).order_by(runs.c.started_at, runs.c.run)
                ).mappings()
            ]

        found = self.read(work)
        ordered = oldest_first(found, lambda row: row.started_at)
        return [_with_state(row, self.state_of(row.run, row.state)) for row in ordered]

    def find(self, name: str) -> str:
        """The run called `name`: an identifier, a unique beginning of one, a label, `latest`, or
        one of these with `~N` (`naming.find_run`).

        Raises `UnknownRunError`, which lists what there is.
        """
        return find_run(self.runs(), name, self.label)

    def suite_json(self, run: str) -> str:
        """The suite of a run in canonical JSON, as it was when the run started."""
        row = self.read(
            lambda connection: connection.execute(
                select(runs.c.suite_json).where(runs.c.run == run)
            ).scalar_one_or_none()
        )
        if row is None:
            raise UnknownRunError(f"run {run!r} is not in {self.label}")
        return str(row)

    def delete(self, run: str) -> None:
        """Deletes a run and every circuit no other run uses. Raises `RunOwnedError`."""
        name = self.find(run)
        ownership = self.own(name)
        try:
            self.write(lambda connection: deletion.delete_run(connection, name))
        finally:
            ownership.release()
        # Last, and without the lock on it: see ownership.RowOwnership.
        self.write(
            lambda connection: connection.execute(run_locks.delete().where(run_locks.c.run == name))
        )


def insert_row(connection: Connection, table: Table, row: Mapping[str, Any]) -> None:
    """Inserts `row`, sealed with its hash."""
    connection.execute(insert(table), seal(table, row))


def _with_state(summary: RunSummary, state: str) -> RunSummary:

    return replace(summary, state=state)
