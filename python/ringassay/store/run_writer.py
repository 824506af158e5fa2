"""Writing a run: every row as soon as it is measured, in a transaction of its own.

A `RunWriter` is the only writer of its run: it holds the run's ownership from start to `close`.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, fields
from datetime import UTC, datetime
from typing import Any, Self

from sqlalchemy import Connection, Table, and_, func, insert, select, update

from ringassay.store import resumption
from ringassay.store.canonical import canonical_json, clean_text, sha256_hex
from ringassay.store.circuits import add_circuit
from ringassay.store.closing import Closing
from ringassay.store.counts import counted, refuse_missing
from ringassay.store.errors import UnknownRunError
from ringassay.store.integrity import seal, sound
from ringassay.store.machine import Machine, load1
from ringassay.store.machine_rows import add_machine
from ringassay.store.moments import now
from ringassay.store.ownership import Ownership
from ringassay.store.records import (
    CircuitPlace,
    CircuitRecord,
    EvaluationRecord,
    Identity,
    IngestionRecord,
    InputRecord,
    KeyRecord,
    ProbeRecord,
    RunRecord,
    SutRecord,
)
from ringassay.store.run_circuits import RunCircuits
from ringassay.store.schema import (
    baselines,
    evaluations,
    ingestions,
    keys,
    probes,
    run_locks,
    runs,
    suts,
)
from ringassay.store.store import FINISHED, INTERRUPTED, RUNNING, Store, insert_row

REPEATABLE = ("interrupted", "harness-error")
"""Outcomes that say nothing about the SUT: such a case is measured again on resume."""

Case = tuple[str, int, int]
"""Circuit, input, repetition."""


class RunWriter(RunCircuits, Closing):
    """The record of one run while it is being made."""

    def __init__(self, store: Store, run: str, ownership: Ownership) -> None:
        self.store = store
        self.run = run
        self._ownership = ownership

    @classmethod
    def start(
        cls, store: Store, record: RunRecord, systems: Sequence[SutRecord], machine: Machine
    ) -> Self:
        """Begins a new run and owns it."""
        run = f"{datetime.now(UTC):%Y%m%d-%H%M%S}-{secrets.token_hex(3)}"
        store.write(lambda connection: connection.execute(insert(run_locks), {"run": run}))
        ownership = store.own(run)

        def work(connection: Connection) -> None:
            add_machine(connection, machine)
            row = asdict(record) | {
                "run": run,
                "started_at": now(),
                "state": RUNNING,
                "resumed": 0,
                "machine": machine.identity,
                "load_at_start": load1(),
            }
            insert_row(connection, runs, row)
            for position, system in enumerate(systems):
                insert_row(connection, suts, {"run": run, "position": position, **asdict(system)})

        return cls._after(work, store, run, ownership)

    @classmethod
    def resume(
        cls,
        store: Store,
        run: str,
        record: RunRecord,
        systems: Sequence[SutRecord],
        machine: Machine,
    ) -> Self:
        """Continues a run: owns it, checks that it is the same run, marks it running.

        Raises `RunOwnedError`, `UnknownRunError`, `ResumeMismatchError`.
        """
        ownership = store.own(run)

        def work(connection: Connection) -> None:
            row = connection.execute(select(runs).where(runs.c.run == run)).mappings().first()
            if row is None:
                raise UnknownRunError(f"run {run!r} is not in {store.label}")
            recorded = connection.execute(
                select(suts).where(suts.c.run == run).order_by(suts.c.position)
            ).mappings()
            refuse_missing(connection, run, row["counts"])
            resumption.check_run(sound(runs, row), record, machine)
            resumption.check_systems(run, [sound(suts, one) for one in recorded], systems)
            changes = {"state": RUNNING, "finished_at": None, "resumed": row["resumed"] + 1}
            _rewrite(connection, runs, dict(row), {**changes, "counts": None})

        return cls._after(work, store, run, ownership)

    @classmethod
    def _after(
        cls,
        work: Callable[[Connection], None],
        store: Store,
        run: str,
        ownership: Ownership,
    ) -> Self:
        """The writer of a run once this is written; if it cannot be, the run is given back."""
        try:
            store.write(work)
        except BaseException:
            ownership.release()
            raise
        return cls(store, run, ownership)

    def systems(self) -> list[SutRecord]:
        """The systems of this run in the order of its start, second names included."""
        query = select(suts.c.sut, suts.c.command, suts.c.twin_of)
        query = query.where(suts.c.run == self.run).order_by(suts.c.position)
        return self.store.read(
            lambda connection: [SutRecord(*row) for row in connection.execute(query)]
        )

    def next_sequence(self) -> int:
        """The number of the next evaluation in the order of time."""
        query = select(func.max(evaluations.c.sequence)).where(evaluations.c.run == self.run)
        last = self.store.read(lambda connection: connection.execute(query).scalar_one())
        return 0 if last is None else int(last) + 1

    def add_circuit(
        self, place: CircuitPlace, record: CircuitRecord, inputs: Sequence[InputRecord]
    ) -> str:
        """Stores a circuit with its inputs and their baselines; returns its identifier."""
        return self.store.write(
            lambda connection: add_circuit(connection, self.run, place, record, inputs)
        )

    def expected(self, circuit: str) -> dict[int, str]:
        """The baseline's outputs for a circuit: input index to output."""

        def work(connection: Connection) -> dict[int, str]:
            query = select(baselines).where(
                baselines.c.run == self.run, baselines.c.circuit == circuit
            )
            rows = [sound(baselines, row) for row in connection.execute(query).mappings()]
            return {row["input"]: row["expected"] for row in rows}

        return self.store.read(work)

    def identify(self, sut: str, identity: Identity) -> None:
        """Notes what a SUT says of itself; refuses one that changed since the run began."""

        def work(connection: Connection) -> None:
            where = and_(suts.c.run == self.run, suts.c.sut == sut)
            row = connection.execute(select(suts).where(where)).mappings().one()
            values = {name: _clean(value) for name, value in asdict(identity).items()}
            if row["protocol"] is None:
                _rewrite(connection, suts, dict(row), values)
            else:
                resumption.check_identity(self.run, sut, dict(row), values)

        self.store.write(work)

    def note_isolation(self, sut: str, isolation: str) -> None:
        """Notes what stood around a SUT's programs (canonical JSON): once for each that differs."""

        def work(connection: Connection) -> None:
            where = and_(suts.c.run == self.run, suts.c.sut == sut)
            row = connection.execute(select(suts).where(where)).mappings().one()
            noted = json.loads(row["isolation"] or "[]")
            told = json.loads(isolation)
            if told not in noted:
                changes = {"isolation": canonical_json([*noted, told])}
                _rewrite(connection, suts, dict(row), changes)

        self.store.write(work)

    def key_id(self, sut: str, params: str) -> str:
        """The identifier of the key a SUT makes from `params` in this run."""
        return sha256_hex(f"{self.run}\n{sut}\n{params}".encode())[:16]

    def record_key(self, record: KeyRecord) -> None:
        """Stores a key generation. A success is never replaced, a failure by the next try."""
        key = self.key_id(record.sut, record.params)
        row = {"key": key, "run": self.run, **_columns(record)}
        self.store.write(lambda connection: _put_better(connection, keys, row))

    def record_ingestion(self, record: IngestionRecord) -> None:
        """Stores an ingestion. A success is never replaced, a failure by the next try."""
        row = {"run": self.run, **_columns(record)}
        self.store.write(lambda connection: _put_better(connection, ingestions, row))

    def record_evaluation(self, record: EvaluationRecord) -> str:
        """Stores one case and returns its outcome: `flaky` when it contradicts an earlier
        repetition, and then every repetition of the input becomes `flaky` with it.
        """
        return self.store.write(lambda connection: self._put_case(connection, record))

    def record_not_measured(self, records: Iterable[EvaluationRecord]) -> None:
        """Stores cases that were never sent, all in one transaction."""
        rows = list(records)

        def work(connection: Connection) -> None:
            for record in rows:
                self._put_case(connection, record)

        if rows:
            self.store.write(work)

    def _put_case(self, connection: Connection, record: EvaluationRecord) -> str:
        row = {"run": self.run, **_columns(record)}
        same_input = and_(
            evaluations.c.run == self.run,
            evaluations.c.sut == record.sut,
            evaluations.c.circuit == record.circuit,
            evaluations.c.input == record.input,
        )
        connection.execute(
            evaluations.delete().where(
                same_input,
                evaluations.c.repetition == record.repetition,
                evaluations.c.outcome.in_(REPEATABLE),
            )
        )
        if record.output_hash is not None:
            earlier = (
                connection.execute(
                    select(evaluations).where(same_input, evaluations.c.output_hash.is_not(None))
                )
                .mappings()
                .all()
            )
            if any(other["output_hash"] != record.output_hash for other in earlier):
                row["outcome"] = "flaky"
                for other in earlier:
                    if other["outcome"] != "flaky":
                        _rewrite(connection, evaluations, dict(other), {"outcome": "flaky"})
        insert_row(connection, evaluations, row)
        return str(row["outcome"])

    def done(self, sut: str) -> set[Case]:
        """The cases of a SUT that need not be measured again."""

        def work(connection: Connection) -> set[Case]:
            query = select(
                evaluations.c.circuit, evaluations.c.input, evaluations.c.repetition
            ).where(
                evaluations.c.run == self.run,
                evaluations.c.sut == sut,
                evaluations.c.outcome.not_in(REPEATABLE),
            )
            return {(row.circuit, row.input, row.repetition) for row in connection.execute(query)}

        return self.store.read(work)

    def answered(self, sut: str) -> set[str]:
        """The keys of a SUT under which some case had an answer, right or not."""

        def work(connection: Connection) -> set[str]:
            query = select(evaluations.c.key).where(
                evaluations.c.run == self.run,
                evaluations.c.sut == sut,
                evaluations.c.matches.is_not(None),
            )
            return {row.key for row in connection.execute(query.distinct())}

        return self.store.read(work)

    def record_probes(self, records: Sequence[ProbeRecord]) -> None:
        """Stores what the probes of a key found, all in one transaction."""
        at = now()
        rows = [{"run": self.run, **_columns(record), "at": at} for record in records]

        def work(connection: Connection) -> None:
            for row in rows:
                insert_row(connection, probes, row)

        self.store.write(work)

    def probes(self, sut: str) -> list[ProbeRecord]:
        """What the probes of a SUT have found so far."""

        def work(connection: Connection) -> list[ProbeRecord]:
            query = select(probes).where(probes.c.run == self.run, probes.c.sut == sut)
            names = [field.name for field in fields(ProbeRecord)]
            return [
                ProbeRecord(**{name: sound(probes, row)[name] for name in names})
                for row in connection.execute(query).mappings()
            ]

        return self.store.read(work)

    def end(self, *, finished: bool) -> None:
        """Marks the run as finished, or as interrupted and to be resumed, with what it holds."""

        def work(connection: Connection) -> None:
            row = connection.execute(select(runs).where(runs.c.run == self.run)).mappings().one()
            state = FINISHED if finished else INTERRUPTED
            changes = {"state": state, "finished_at": now()}
            held = counted(connection, self.run)
            _rewrite(connection, runs, dict(row), {**changes, "counts": held})

        self.store.write(work)

    def close(self) -> None:
        """Gives the run back."""
        self._ownership.release()


def _clean(value: Any) -> Any:
    return clean_text(value) if isinstance(value, str) else value


def _columns(record: Any) -> dict[str, Any]:
    row = {field.name: _clean(getattr(record, field.name)) for field in fields(record)}
    row.update(row.pop("figures", {}))
    return row


def _identity_of(table: Table, row: Mapping[str, Any]) -> Any:
    return and_(*(column == row[column.name] for column in table.primary_key))


def _rewrite(
    connection: Connection, table: Table, row: Mapping[str, Any], changes: Mapping[str, Any]
) -> None:
    changed = seal(table, {**row, **changes})
    connection.execute(update(table).where(_identity_of(table, row)).values(changed))


def _put_better(connection: Connection, table: Table, row: Mapping[str, Any]) -> None:
    where = _identity_of(table, row)
    present = connection.execute(select(table.c.outcome).where(where)).scalar_one_or_none()
    if present is None:
        insert_row(connection, table, row)
    elif present != "ok":
        connection.execute(update(table).where(where).values(seal(table, row)))
