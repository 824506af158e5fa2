"""Makes the tables in an empty database, and refuses one that is not ours.

There is one revision of the schema. Whoever changes it after a release numbers the next one, and
writes the step that brings a database of a released one there: `tests/store/saved` holds them.
"""

from __future__ import annotations

import os
import sqlite3
import time
from contextlib import closing
from typing import Literal

from sqlalchemy import Column, Connection, Engine, MetaData, String, Table, inspect, select, text

from ringassay.store.engine import WRITE, translated
from ringassay.store.errors import (
    CorruptStoreError,
    NotAStoreError,
    OtherSchemaError,
    StoreBusyError,
    StoreLocationError,
)
from ringassay.store.location import Location
from ringassay.store.schema import metadata

REVISION = "1"
"""The schema of this program."""

VERSION = Table("ringassay_schema", MetaData(), Column("version_num", String(32), primary_key=True))
"""Holds the database's revision, in one row."""

APPLICATION_ID = 0x52415353
"""`RASS` in the header of our SQLite files; the `file` command and we know them by it."""

_CREATION_LOCK = 0x52415353


def ensure_schema(engine: Engine, location: Location, *, create: bool) -> None:
    """Creates the schema; idempotent, and safe against another process doing so.

    With `create` false a database that does not exist or is empty is an error. Raises
    `NotAStoreError`, `OtherSchemaError`, `CorruptStoreError`: nothing is changed then.
    """
    if location.file is not None:
        _check_file(location, create=create)
    with translated(location):
        with engine.connect() as connection:
            if _is_made(connection, location):
                return
        if not create:
            raise NotAStoreError(f"{location.label} holds no runs yet")
        if location.file is not None:
            _write_ahead(location)
        with engine.connect().execution_options(**WRITE) as connection, connection.begin():
            if engine.dialect.name == "postgresql":
                connection.execute(
                    text("SELECT pg_advisory_xact_lock(:key)"), {"key": _CREATION_LOCK}
                )
            # Another process may have been here while we waited for the lock.
            if not _is_made(connection, location):
                metadata.create_all(connection, checkfirst=False)
                VERSION.create(connection)
                connection.execute(VERSION.insert().values(version_num=REVISION))
                if location.file is not None:
                    connection.exec_driver_sql(f"PRAGMA application_id = {APPLICATION_ID}")


def _check_file(location: Location, *, create: bool) -> None:
    path = location.file
    assert path is not None
    if path.exists() and not path.is_file():  # opening a pipe would wait
        raise StoreLocationError(f"{path} is not a regular file")
    try:
        with path.open("rb") as file:
            header = file.read(16)
    except FileNotFoundError:
        if create:
            return
        raise StoreLocationError(
            f"{path} does not exist: name the database of an earlier run"
        ) from None
    except OSError as error:
        raise StoreLocationError(f"{path} cannot be read: {error.strerror}") from error
    if header and header != b"SQLite format 3\x00":
        raise NotAStoreError(f"{path} is not a SQLite database; it was not changed")
    if header:
        # Writing into a damaged file would damage it further.
        check_pages(location, "quick_check")
        _refuse_foreign(location)


def _refuse_foreign(location: Location) -> None:
    """Refuses what we did not make: views, triggers, other tables, computed columns.

    Each would run as part of our own queries. Raises `NotAStoreError`.
    """
    ours = {*metadata.tables, VERSION.name, "sqlite_sequence", "sqlite_stat1", "sqlite_stat4"}
    with translated(location), closing(raw_connection(location)) as connection:
        connection.execute("PRAGMA trusted_schema = OFF")
        found = connection.execute("SELECT type, name, sql FROM sqlite_master").fetchall()
        for kind, name, sql in found:
            is_table = kind == "table" and name in ours and "VIRTUAL" not in str(sql).upper()[:20]
            if kind == "index" or (is_table and not _computes(connection, name)):
                continue
            raise NotAStoreError(
                f"{location.label} is not a store of ringassay alone: the {kind} {name!r} in it "
                "is not ours. It was not changed"
            )


def _computes(connection: sqlite3.Connection, table: str) -> bool:
    """Whether a column of a table is computed, or takes a default that is."""
    quoted = table.replace('"', '""')
    columns = connection.execute(f'PRAGMA table_xinfo("{quoted}")').fetchall()
    return any(hidden or "(" in str(default or "") for *_, default, _, hidden in columns)


def check_pages(location: Location, pragma: Literal["quick_check", "integrity_check"]) -> None:
    """Walks the pages once; `integrity_check` compares indexes with rows, too.

    Raises `CorruptStoreError`.
    """
    with translated(location), closing(raw_connection(location)) as connection:
        found = connection.execute(f"PRAGMA {pragma}(1)").fetchone()
    if found is None or found[0] != "ok":
        raise CorruptStoreError(
            f"{location.label} is damaged ({found[0] if found else 'no answer'}). It was not "
            "changed; restore a copy, or save what sqlite3 can read with its .recover command"
        )


def raw_connection(location: Location) -> sqlite3.Connection:
    """A connection outside SQLAlchemy and outside any transaction, for pragmas."""
    assert location.file is not None
    return sqlite3.connect(os.fspath(location.file), timeout=10, isolation_level=None)


def _is_made(connection: Connection, location: Location) -> bool:
    """Whether the database has our tables; it is empty otherwise."""
    tables = inspect(connection).get_table_names()
    if VERSION.name not in tables:
        if location.file is not None and tables:
            raise NotAStoreError(
                f"{location.label} is a database of another program (it has the table "
                f"{sorted(tables)[0]!r}); it was not changed"
            )
        return False
    revision = connection.execute(select(VERSION.c.version_num)).scalar()
    if revision != REVISION:
        raise OtherSchemaError(
            f"{location.label} was written by another version (schema {revision!r}, this program's "
            f"is {REVISION!r}); it was not changed. Read it with the version that wrote it, or "
            "update ringassay if that one is later"
        )
    return True


def _write_ahead(location: Location) -> None:
    """Switches to write-ahead logging, for ever; cannot be part of a transaction."""
    deadline = time.monotonic() + 30
    while True:
        try:
            with translated(location), closing(raw_connection(location)) as connection:
                connection.execute("PRAGMA journal_mode = WAL")
            return
        except StoreBusyError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.05)
