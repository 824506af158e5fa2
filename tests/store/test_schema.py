"""The schema, refusals, and the constraints that make "twice" impossible."""

from __future__ import annotations

import sqlite3
import threading

import pytest
from recording import CASES, run_small
from sqlalchemy import select, update

from ringassay.store import (
    NotAStoreError,
    OtherSchemaError,
    Store,
    StoreError,
    StoreLocationError,
    load,
)
from ringassay.store.engine import make_engine
from ringassay.store.integrity import seal
from ringassay.store.location import locate
from ringassay.store.revision import VERSION
from ringassay.store.schema import evaluations


def test_opening_is_idempotent(address):
    with Store(address) as store:
        run = run_small(store).run
    for _ in range(3):
        with Store(address, create=False) as store:
            assert len(load(store, [run]).evaluations) == CASES


def test_many_open_an_empty_database_at_once(address):
    errors = []

    def open_it():
        try:
            Store(address).close()
        except Exception as error:
            errors.append(error)

    threads = [threading.Thread(target=open_it) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []
    with Store(address, create=False) as store:
        assert store.runs() == []


def test_a_case_cannot_be_there_twice(store):
    run_small(store)

    def again(connection):
        row = dict(connection.execute(select(evaluations)).mappings().first())
        connection.execute(evaluations.insert(), seal(evaluations, row))

    with pytest.raises(StoreError, match=r"(?i)unique"):
        store.write(again)


def test_rows_need_their_run(store):
    run_small(store)

    def orphan(connection):
        row = dict(connection.execute(select(evaluations)).mappings().first())
        connection.execute(evaluations.insert(), seal(evaluations, {**row, "run": "none"}))

    with pytest.raises(StoreError, match=r"(?i)foreign key"):
        store.write(orphan)


@pytest.mark.parametrize("revision", ["0018", "9999", ""])
def test_another_schema_is_refused(address, revision):
    with Store(address) as store:
        store.write(
            lambda connection: connection.execute(update(VERSION).values(version_num=revision))
        )
    with pytest.raises(OtherSchemaError, match=f"schema '{revision}', this program's is '1'"):
        Store(address)


def test_missing_database_is_not_created_for_reading(tmp_path):
    with pytest.raises(StoreLocationError, match="does not exist"):
        Store(tmp_path / "none.db", create=False)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "content", [b"not a database", b"\x00" * 4096, b"SQLite format 3", b"SQLite format 2\x00" * 99]
)
def test_other_files_are_left_alone(tmp_path, content):
    path = tmp_path / "precious.txt"
    path.write_bytes(content)
    with pytest.raises(NotAStoreError, match=r"precious\.txt"):
        Store(path)
    assert path.read_bytes() == content
    assert list(tmp_path.iterdir()) == [path]


def test_other_databases_are_left_alone(tmp_path):
    path = tmp_path / "other.db"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")
    connection.close()
    before = path.read_bytes()
    with pytest.raises(NotAStoreError, match="'recipes'"):
        Store(path)
    assert path.read_bytes() == before


def test_an_empty_file_becomes_a_store(tmp_path):
    path = tmp_path / "new.db"
    path.touch()
    with pytest.raises(NotAStoreError, match="no runs"):
        Store(path, create=False)
    with Store(path) as store:
        assert store.runs() == []


@pytest.mark.parametrize(
    ("target", "message"),
    [
        ("sqlite://", "in-memory"),
        (":memory:", "not a path"),
        ("", "not a path"),
        ("/", "is a directory"),
        ("/nowhere/at/all/x.db", "does not exist"),
        ("nonsense://x", "no driver"),
        ("://", "not a database URL"),
    ],
)
def test_locations_refused(target, message):
    with pytest.raises(StoreLocationError, match=message):
        location = locate(target)
        make_engine(location)


def test_a_password_is_never_shown():
    location = locate("postgresql://user:secret@host/database")
    assert "secret" not in location.label
    assert location.url.drivername == "postgresql+pg8000"


def test_sqlite_is_durable(tmp_path):
    with Store(tmp_path / "x.db") as store:
        read = lambda name: store.read(  # noqa: E731
            lambda connection: connection.exec_driver_sql(f"PRAGMA {name}").scalar_one()
        )
        assert read("journal_mode") == "wal"
        assert read("synchronous") == 2
        assert read("foreign_keys") == 1
        assert read("busy_timeout") >= 1000
        assert read("application_id") == 0x52415353
