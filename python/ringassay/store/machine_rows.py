"""The row of a machine, which runs and benchmarks refer to."""

from __future__ import annotations

from dataclasses import asdict

from sqlalchemy import Connection, select

from ringassay.store.engine import lock_shared_rows
from ringassay.store.machine import Machine
from ringassay.store.schema import machines
from ringassay.store.store import insert_row


def add_machine(connection: Connection, machine: Machine) -> None:
    """Stores `machine` unless it is known."""
    lock_shared_rows(connection)
    known = select(machines.c.machine).where(machines.c.machine == machine.identity)
    if connection.execute(known).first() is None:
        insert_row(connection, machines, {"machine": machine.identity, **asdict(machine)})
