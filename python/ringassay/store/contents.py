"""All rows of a run, table by table, as they lie in the database, and a digest of them."""

from __future__ import annotations

import marshal
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from sqlalchemy import ColumnElement, Connection, Table, select

from ringassay.store.remembered import digest_of
from ringassay.store.schema import (
    baselines,
    circuits,
    evaluations,
    ingestions,
    keys,
    machines,
    probes,
    run_circuits,
    runs,
    suts,
)

TABLES = (
    runs, machines, suts, run_circuits, circuits, baselines, keys, ingestions, evaluations, probes,
)  # fmt: skip

Row = tuple[Any, ...]

_MARSHAL = 2
"""The last version of the format in which equal values always give equal bytes."""


@cache
def columns(table: Table) -> tuple[str, ...]:
    """The columns that are read: all but texts of circuits, which no analysis needs."""
    return tuple(column.name for column in table.columns if column.name != "text_zlib")


@dataclass(frozen=True)
class Contents:
    """A run: table name to rows, which are in the order of `columns` and sorted by key."""

    run: str
    rows: dict[str, list[Row]]

    def digest(self) -> str:
        """The digest of every value that was read."""
        parts: list[bytes] = []
        for table in TABLES:
            named = f"{table.name}: {' '.join(columns(table))}"
            parts += (named.encode(), marshal.dumps(self.rows[table.name], _MARSHAL))
        return digest_of(self.run.encode(), *parts)

    def records(self, table: Table) -> Iterator[dict[str, Any]]:
        """The rows of a table as dictionaries."""
        names = columns(table)
        return (dict(zip(names, row, strict=True)) for row in self.rows[table.name])


def read_contents(connection: Connection, run: str) -> Contents:
    """All rows of a run; no row of `runs` if there is no such run."""
    return Contents(run, {table.name: read_rows(connection, table, run) for table in TABLES})


def read_rows(connection: Connection, table: Table, run: str, *names: str) -> list[Row]:
    """The rows of a table that belong to a run, sorted by key; all columns unless some are named.

    Machines and circuits belong to a run that has them.
    """
    chosen = [table.c[name] for name in names or columns(table)]
    query = select(*chosen).where(_belongs(table, run)).order_by(*table.primary_key)
    return [tuple(row) for row in connection.execute(query).all()]


def _belongs(table: Table, run: str) -> ColumnElement[bool]:
    if table is machines:
        return machines.c.machine.in_(select(runs.c.machine).where(runs.c.run == run))
    if table is circuits:
        used = select(run_circuits.c.circuit).where(run_circuits.c.run == run)
        return circuits.c.circuit.in_(used)
    return table.c.run == run
