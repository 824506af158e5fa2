"""Connections that keep what they were told, and database errors in our own words."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, text
from sqlalchemy.exc import DBAPIError, NoSuchModuleError, SQLAlchemyError
from sqlalchemy.pool import QueuePool

from ringassay.extras import install_command
from ringassay.store.errors import (
    CorruptStoreError,
    NotAStoreError,
    StoreBusyError,
    StoreError,
    StoreFullError,
    StoreIOError,
    StoreLocationError,
)
from ringassay.store.location import Location

BUSY_TIMEOUT_MS = 10_000
"""How long SQLite itself waits for another writer before it reports BUSY."""

WRITE = {"ringassay_write": True}
"""Execution options of a connection that will write: takes SQLite's write lock at BEGIN, so
that a transaction never fails half way because another writer came between."""


def make_engine(location: Location) -> Engine:
    """An engine for `location` with durable settings; nothing is opened yet."""
    try:
        if location.file is not None:
            # Connections stay open: closing the last one folds the log into the database, with
            # several syncs, and doing so for every row would double what a row costs.
            engine = create_engine(location.url, poolclass=QueuePool)
            event.listen(engine, "connect", _prepare_sqlite)
            event.listen(engine, "begin", _begin_sqlite)
            return engine
        engine = create_engine(location.url, pool_pre_ping=True)
    except (NoSuchModuleError, ModuleNotFoundError) as error:
        raise StoreLocationError(
            f"no driver for {location.label} ({error}): install it, for PostgreSQL with "
            f"{install_command('postgresql')}"
        ) from error
    if engine.dialect.name == "postgresql":
        event.listen(engine, "connect", _prepare_postgresql)
    return engine


def _prepare_sqlite(connection: sqlite3.Connection, _record: object) -> None:
    connection.isolation_level = None  # BEGIN is ours: see _begin_sqlite
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA busy_timeout = {BUSY_TIMEOUT_MS}")
    cursor.execute("PRAGMA synchronous = FULL")
    cursor.execute("PRAGMA foreign_keys = ON")
    cursor.execute("PRAGMA trusted_schema = OFF")  # a file from somebody else runs no functions
    cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    writes = connection.get_execution_options().get("ringassay_write", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _prepare_postgresql(connection: Any, _record: object) -> None:
    # A server configured for speed acknowledges before the write-ahead log is on disk.
    cursor = connection.cursor()
    cursor.execute("SET synchronous_commit = on")
    cursor.close()
    connection.commit()


@contextmanager
def translated(location: Location) -> Iterator[None]:
    """Turns every database error in its block into a `StoreError` that names the database."""
    try:
        yield
    except DBAPIError as error:
        raise translate(error, location) from error
    except SQLAlchemyError as error:
        raise StoreError(f"{location.label}: {error}") from error
    except sqlite3.Error as error:
        raise _from_sqlite(error, location) from error
    except UnicodeDecodeError as error:  # SQLite's message quotes the damaged bytes
        raise CorruptStoreError(f"{location.label} is damaged: text that is none") from error


def translate(error: DBAPIError, location: Location) -> StoreError:
    """The `StoreError` for a driver's error."""
    if isinstance(error.orig, sqlite3.Error):
        return _from_sqlite(error.orig, location)
    said = error.orig.args[0] if error.orig is not None and error.orig.args else error.orig
    code, message = "", str(said).partition("\n")[0]
    if isinstance(said, dict):  # pg8000 gives the fields of PostgreSQL's error message
        code, message = str(said.get("C", "")), str(said.get("M", said))
    if error.connection_invalidated:
        return StoreIOError(f"{location.label}: the connection was lost ({message})")
    if code in _POSTGRESQL_TRANSIENT:
        return StoreBusyError(f"{location.label}: another process was in the way ({message})")
    if code == "53100":
        return StoreFullError(
            f"{location.label}: no space left on the server: free some space. {_STILL_THERE}"
        )
    return StoreError(f"{location.label}: {message}")


_POSTGRESQL_TRANSIENT = ("40001", "40P01", "55P03")
"""Serialization failure, deadlock, lock not available: worth another try."""

_SHARED_LOCK = 0x52415354


def lock_shared_rows(connection: Connection) -> None:
    """Until the transaction ends, no other one adds or deletes rows that runs share (circuits,
    inputs, machines). SQLite has one writer anyway."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _SHARED_LOCK})


_STILL_THERE = (
    "What was acknowledged before is still there: then do the same again (a run goes on by "
    "`ringassay run --resume`)"
)

_SQLITE: tuple[tuple[str, type[StoreError], str], ...] = (
    (
        "SQLITE_FULL",
        StoreFullError,
        f"{{label}}: no space left on the device: free some space. {_STILL_THERE}",
    ),
    (
        "SQLITE_BUSY",
        StoreBusyError,
        "{label} is locked by another process: try again when it is done",
    ),
    (
        "SQLITE_LOCKED",
        StoreBusyError,
        "{label} is locked by another connection: try again when it is done",
    ),
    (
        "SQLITE_CORRUPT",
        CorruptStoreError,
        "{label} is damaged ({error}). It was not changed; restore a copy, or save what sqlite3 "
        "can read with its .recover command",
    ),
    (
        "SQLITE_NOTADB",
        NotAStoreError,
        "{label} is not a SQLite database; it was not changed",
    ),
    (
        "SQLITE_READONLY",
        StoreIOError,
        "{label} cannot be written: check the permissions of it and of its folder",
    ),
    (
        "SQLITE_CANTOPEN",
        StoreIOError,
        "{label} cannot be opened: check that its folder exists and is writable",
    ),
    (
        "SQLITE_IOERR",
        StoreIOError,
        f"{{label}}: the system reports an I/O error ({{name}}): check the disk. {_STILL_THERE}",
    ),
)
"""Beginning of SQLite's name for an error, our class for it, what to tell the user."""


def _from_sqlite(error: sqlite3.Error, location: Location) -> StoreError:
    name = getattr(error, "sqlite_errorname", None) or ""
    for prefix, kind, message in _SQLITE:
        if name.startswith(prefix):
            return kind(message.format(label=location.label, error=error, name=name))
    return StoreError(f"{location.label}: {error}")
