"""Brings a database to this program's schema, and refuses one that is not ours."""

from __future__ import annotations

import logging
import os
import sqlite3
import time
from contextlib import closing
from typing import Literal

from sqlalchemy import Connection, Engine, inspect, text

from ringassay.store.engine import WRITE, translated
from ringassay.store.errors import (
    CorruptStoreError,
    NewerSchemaError,
    NotAStoreError,
    StoreBusyError,
    StoreLocationError,
)
from ringassay.store.location import Location
from ringassay.store.schema import metadata

HEAD = "0018"
"""The schema revision of this program."""

KNOWN = (*(f"{number:04}" for number in range(1, int(HEAD) + 1)),)
"""Every revision that can be brought to `HEAD`, oldest first."""

VERSION_TABLE = "ringassay_schema"
"""Holds the database's revision."""

APPLICATION_ID = 0x52415353
"""`RASS` in the header of our SQLite files; the `file` command and we know them by it."""

_MIGRATION_LOCK = 0x52415353


def ensure_schema(engine: Engine, location: Location, *, create: bool) -> None:
    """Creates or upgrades the schema; idempotent, and safe against another process doing so.

    With `create` false a database that does not exist or is empty is an error. Raises
    `NotAStoreError`, `NewerSchemaError`, `CorruptStoreError`: nothing is changed then.
    """
    if location.file is not None:
        _check_file(location, create=create)
    with translated(location):
        with engine.connect() as connection:
            revision = _revision(connection, location)
        if revision == HEAD:
            return
        if revision is None and not create:
            raise NotAStoreError(f"{location.label} holds no runs yet")
        if location.file is not None:
            _write_ahead(location)
        with engine.connect().execution_options(**WRITE) as connection, connection.begin():
            if engine.dialect.name == "postgresql":
                connection.execute(
                    text("SELECT pg_advisory_xact_lock(:key)"), {"key": _MIGRATION_LOCK}
                )
            # Another process may have been here while we waited for the lock.
            if _revision(connection, location) != HEAD:
                _upgrade(connection)
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
    """Refuses what no migration made: views, triggers, other tables, computed columns.

    Each would run as part of our own queries. Raises `NotAStoreError`.
    """
    ours = {*metadata.tables, VERSION_TABLE, "sqlite_sequence", "sqlite_stat1", "sqlite_stat4"}
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


def _revision(connection: Connection, location: Location) -> str | None:
    """The schema revision of the database, None when it is empty."""
    tables = inspect(connection).get_table_names()
    if VERSION_TABLE not in tables:
        if location.file is not None and tables:
            raise NotAStoreError(
                f"{location.label} is a database of another program (it has the table "
                f"{sorted(tables)[0]!r}); it was not changed"
            )
        return None
    rows = connection.exec_driver_sql(f"SELECT version_num FROM {VERSION_TABLE}").fetchall()  # noqa: S608
    if not rows:
        return None
    revision = str(rows[0][0])
    if revision not in KNOWN:
        raise NewerSchemaError(
            f"{location.label} was written by a later version (schema {revision!r}, this program "
            f"knows up to {HEAD!r}); it was not changed. Update ringassay to read it"
        )
    return revision


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


def _upgrade(connection: Connection) -> None:
    from alembic import command  # noqa: PLC0415  (a fifth of a second, needed once per database)
    from alembic.config import Config  # noqa: PLC0415

    logging.getLogger("alembic").setLevel(logging.WARNING)
    config = Config()
    config.set_main_option("script_location", "ringassay.store:migrations")
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
