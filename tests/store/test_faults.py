"""A disk that is full, that fails, that lies: the database stays whole and the error is clear."""

from __future__ import annotations

import os
import random
import resource
import shutil
import sqlite3
import time
from pathlib import Path

import every_write
import pytest
from naive import NaiveLab
from recording import CASES, COMMAND, SMALL, interrupted_run, run_small
from sqlalchemy import event, select

from ringassay.evaluation import execute
from ringassay.store import (
    CorruptStoreError,
    Store,
    StoreBusyError,
    StoreError,
    StoreFullError,
    StoreIOError,
    load,
)
from ringassay.store.integrity import seal
from ringassay.store.schema import baselines, evaluations, keys


def whole(path: Path) -> None:
    connection = sqlite3.connect(path)
    assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    connection.close()


def test_no_space_stops_cleanly_and_resumes(tmp_path):
    """SQLite's own "full", at a dozen sizes from nothing left to almost enough."""
    suite = SMALL.model_copy(update={"repetitions": 20})
    cases = suite.cases()
    stopped = 0
    for extra in range(0, 24, 2):
        path = tmp_path / f"{extra}.db"
        with Store(path) as store:
            pages = store.read(lambda c: c.exec_driver_sql("PRAGMA page_count").scalar_one())

            @event.listens_for(store.engine, "connect")
            def limit(connection, _record, most=pages + extra):
                connection.execute(f"PRAGMA max_page_count = {most}")

            store.engine.dispose()  # the limit is for connections made from now on

            try:
                execute(suite, store, [COMMAND], ports=NaiveLab().ports())
            except StoreFullError as error:
                assert "free some space" in str(error) and error.exit_code == 5
                stopped += 1
        whole(path)
        with Store(path) as store:
            (summary,) = store.runs()
            rows = load(store, [summary.run]).evaluations
            assert set(rows["outcome"]) <= {"ok"}, "a full disk is no SUT's fault"
            if summary.state == "interrupted":
                lab = NaiveLab()
                execute(suite, store, [COMMAND], ports=lab.ports(), resume=summary.run)
                assert lab.calls.count("evaluate") == cases - len(rows)
            assert len(load(store, [summary.run]).evaluations) == cases
    assert stopped >= 5


def test_the_file_may_not_grow(tmp_path):
    """The system's refusal to write: every limit from the first page to a whole run."""
    refused = 0
    for limit in range(4096, 400_000, 24_000):
        path = tmp_path / f"{limit}.db"
        child = os.fork()
        if child == 0:
            code = 1
            try:
                resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
                with Store(path) as store:
                    run_small(store)
                code = 0
            except StoreError as error:
                code = 7 if isinstance(error, (StoreFullError, StoreIOError)) else 8
            finally:
                os._exit(code)
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        assert code in {0, 7}, f"limit {limit}: exit {code}"
        refused += code == 7
        if path.exists():
            whole(path)
        with Store(path) as store:
            for summary in store.runs():
                if summary.state == "interrupted":
                    assert run_small(store, resume=summary.run).state == "finished"
    assert refused >= 5


@pytest.mark.skipif(shutil.which("strace") is None, reason="strace is not installed")
@pytest.mark.parametrize("fault", every_write.FAULTS)
def test_the_disk_fails(tmp_path, fault):
    """A sample of the points; `python tests/store/every_write.py` strikes all of them."""
    calls = every_write.count_calls(tmp_path)
    assert calls["pwrite64"] > 100 and calls["fdatasync"] > 20
    ends = set()
    for number, point in enumerate(every_write.points(calls, (fault,), 61)):
        folder = tmp_path / str(number)
        folder.mkdir()
        ends.add(every_write.strike(point, folder))
    assert ends & {"killed", "stopped"}, ends


def test_a_locked_database_is_given_up_in_time(tmp_path):
    path = tmp_path / "x.db"
    with Store(path) as store:
        store.write_cap_s = 0.3
        blocker = sqlite3.connect(path, isolation_level=None)
        blocker.execute("BEGIN IMMEDIATE")

        @event.listens_for(store.engine, "connect")
        def impatient(connection, _record):
            connection.execute("PRAGMA busy_timeout = 50")

        store.engine.dispose()

        started = time.monotonic()
        with pytest.raises(StoreBusyError, match="locked by another process"):
            run_small(store)
        assert time.monotonic() - started < 30
        blocker.execute("ROLLBACK")
        blocker.close()
        assert run_small(store).state == "finished"


def test_a_flipped_figure_is_reported_not_shown(store):
    run = run_small(store).run

    def alter(connection):
        case = evaluations.c.repetition == 0
        connection.execute(evaluations.update().where(case).values(evaluate_wall_ns=1))

    store.write(alter)
    with pytest.raises(CorruptStoreError, match="damaged in 6 places: evaluations"):
        load(store, [run])
    data = load(store, [run], strict=False)
    assert len(data.damaged) == 6 and len(data.evaluations) == CASES - 6
    assert set(data.evaluations["evaluate_wall_ns"]) == {100}


@pytest.mark.parametrize("table", [keys, baselines], ids=str)
def test_every_column_is_under_the_hash(store, table):
    run = run_small(store).run
    row = store.read(lambda c: dict(c.execute(select(table)).mappings().first()))
    for column in table.columns:
        if column.name == "row_hash":
            continue
        changed = {**row, column.name: "x" if row[column.name] is None else None}
        assert seal(table, changed)["row_hash"] != row["row_hash"], column.name
    assert seal(table, row)["row_hash"] == row["row_hash"]
    assert load(store, [run]).damaged == ()


def test_resume_from_a_damaged_plan_is_refused(store):
    run = interrupted_run(store)
    store.write(lambda c: c.execute(baselines.update().values(expected="0")))
    with pytest.raises(CorruptStoreError, match="baselines"):
        run_small(store, resume=run)


def test_flipped_bytes_and_truncations(tmp_path):
    """No figure of a damaged file is ever another one than was written."""
    original = tmp_path / "x.db"
    with Store(original) as store:
        run = run_small(store).run
        expected = load(store, [run])
    connection = sqlite3.connect(original)
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    content = original.read_bytes()
    rng = random.Random(11)
    outcomes = {"refused": 0, "unchanged": 0}
    for trial in range(160):
        damaged = bytearray(content)
        if trial % 8 == 0:
            del damaged[rng.randrange(len(damaged)) :]
        else:
            damaged[rng.randrange(len(damaged))] ^= 1 << rng.randrange(8)
        path = tmp_path / f"damaged-{trial}.db"
        path.write_bytes(damaged)
        before = path.read_bytes()
        try:
            with Store(path, create=False) as store:
                data = load(store, [run])
        except StoreError:
            outcomes["refused"] += 1
        else:
            for name, frame in expected.frames().items():
                assert frame.equals(data.frames()[name]), f"trial {trial}: {name} changed"
            outcomes["unchanged"] += 1
        assert path.read_bytes() == before, "a damaged file was written to"
        for leftover in tmp_path.glob(f"damaged-{trial}.db*"):
            leftover.unlink()
    assert outcomes["refused"] > 24, outcomes
