"""Removing a run, and what nothing refers to any more."""

from __future__ import annotations

from sqlalchemy import Connection, delete, select, union

from ringassay.store.engine import lock_shared_rows
from ringassay.store.schema import (
    baselines,
    benchmarks,
    calibrations,
    circuits,
    evaluations,
    exploration_proofs,
    explorations,
    ingestions,
    inputs,
    keys,
    machines,
    probes,
    run_circuits,
    runs,
    suts,
)


def delete_run(connection: Connection, run: str) -> None:
    """Deletes every row of `run`, then circuits, inputs and machines that nothing uses."""
    lock_shared_rows(connection)
    for table in (probes, evaluations, ingestions, keys, baselines, run_circuits, suts, runs):
        connection.execute(delete(table).where(table.c.run == run))
    in_use = select(run_circuits.c.circuit)
    for table in (inputs, circuits):
        connection.execute(delete(table).where(table.c.circuit.not_in(in_use)))
    users = (runs, benchmarks, calibrations, explorations, exploration_proofs)
    measured_on = union(*(select(table.c.machine) for table in users))
    connection.execute(delete(machines).where(machines.c.machine.not_in(measured_on)))
