"""Stores that released schemas wrote are read by this version.

`saved/N.sql` is a store of schema N as SQL. A new schema adds a file and changes none:
`RINGASSAY_WRITE_SAVED=1 pytest tests/store/test_saved.py` writes that of this version.
"""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from recording import CASES, run_small
from test_benchmarks import ROW, ring_benchmark

from ringassay.evaluation import execution
from ringassay.store import (
    Machine,
    Store,
    add_benchmark,
    find_benchmark,
    load,
    load_benchmark,
    probe_machine,
)
from ringassay.store.revision import REVISION

SAVED = Path(__file__).parent / "saved"


def write_saved(folder: Path, machine: Machine) -> None:
    """Writes the store of this version."""
    with Store(folder / "s.db") as store:
        run_small(store, label="saved")
        add_benchmark(store, replace(ring_benchmark(ROW), machine=machine))
    with closing(sqlite3.connect(folder / "s.db")) as connection:
        (SAVED / f"{REVISION}.sql").write_text("\n".join(connection.iterdump()) + "\n")


if os.environ.get("RINGASSAY_WRITE_SAVED"):

    def test_saved_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        machine = replace(probe_machine(), cpu_model="any", kernel="any", os="any")
        monkeypatch.setattr(execution, "probe_machine", lambda: machine)
        write_saved(tmp_path, machine)


def test_this_schema_is_saved() -> None:
    assert (SAVED / f"{REVISION}.sql").is_file()


@pytest.mark.parametrize("saved", sorted(SAVED.glob("*.sql")), ids=lambda path: path.stem)
def test_a_saved_store_is_read(saved: Path, tmp_path: Path) -> None:
    file = tmp_path / "s.db"
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript(saved.read_text())
    with Store(file, create=False) as store:
        data = load(store, [store.find("saved")])
        assert data.damaged == ()
        assert len(data.evaluations) == CASES
        assert set(data.evaluations["outcome"]) == {"ok"}
        assert load_benchmark(store, find_benchmark(store, "ring")).rows == (ROW,)
        run_small(store)
    with closing(sqlite3.connect(file)) as connection:
        tables = dict(connection.execute("SELECT name, sql FROM sqlite_master WHERE sql NOT NULL"))
    with Store(tmp_path / "new.db"):
        pass
    with closing(sqlite3.connect(tmp_path / "new.db")) as connection:
        new = dict(connection.execute("SELECT name, sql FROM sqlite_master WHERE sql NOT NULL"))
    assert tables == new
