"""The row of a machine, which runs and benchmarks refer to."""

from __future__ import annotations

from dataclasses import asdict, fields

from sqlalchemy import Connection, select

from ringassay.store.engine import lock_shared_rows
from ringassay.store.errors import CorruptStoreError
from ringassay.store.integrity import sound_row
from ringassay.store.machine import Machine
from ringassay.store.schema import machines
from ringassay.store.store import insert_row


def add_machine(connection: Connection, machine: Machine) -> None:
    """Stores `machine` unless it is known."""
    lock_shared_rows(connection)
    known = select(machines.c.machine).where(machines.c.machine == machine.identity)
    if connection.execute(known).first() is None:
        insert_row(connection, machines, {"machine": machine.identity, **asdict(machine)})


def load_machine(connection: Connection, identity: str) -> Machine:
    """The machine of that identity. Raises `CorruptStoreError` for a damaged or missing row."""
    row = sound_row(connection, machines, identity)
    if row is None:
        raise CorruptStoreError(f"the row of machine {identity!r} is missing")
    return Machine(**{field.name: row[field.name] for field in fields(Machine)})
