"""A run is checked row by row once; afterwards every change is still noticed, and no verdict on a
database travels with it."""

from __future__ import annotations

import hashlib
import json
import shutil
import sqlite3

import large_store
import pandas as pd
import pytest
from recording import CASES, interrupted_run, run_small
from sqlalchemy import event

from ringassay.digests import DigestList
from ringassay.store import (
    CorruptStoreError,
    Store,
    UnknownRunError,
    checking,
    load,
    loaded,
)
from ringassay.store.canonical import canonical_json
from ringassay.store.outcomes import outcomes


@pytest.fixture(autouse=True)
def memory(tmp_path, monkeypatch):
    """Nothing is remembered yet."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "ringassay" / "checked"


@pytest.fixture
def hashed(monkeypatch):
    """The tables of which rows were hashed, a name for each row."""
    seen: list[str] = []
    real = checking.damage_of

    def damage_of(table, row):
        seen.append(table.name)
        return real(table, row)

    monkeypatch.setattr(checking, "damage_of", damage_of)
    return seen


def alter(file, wall_ns: int) -> None:
    """As another program would: past the store, the hash of the row left as it is."""
    connection = sqlite3.connect(file)
    connection.execute("UPDATE evaluations SET evaluate_wall_ns = ? WHERE rowid = 1", (wall_ns,))
    connection.commit()
    connection.close()


def test_rows_are_hashed_once(store, hashed):
    run = run_small(store).run
    first = load(store, [run])
    assert hashed.count("evaluations") == CASES
    hashed.clear()
    again = load(store, [run])
    assert hashed == []
    for name, frame in first.frames().items():
        assert frame.equals(again.frames()[name]), name


def test_other_runs_do_not_matter(store, hashed):
    first = run_small(store).run
    load(store, [first])
    second = run_small(store).run
    hashed.clear()
    load(store, [first, second])
    assert hashed.count("evaluations") == CASES


@pytest.mark.parametrize("read", [lambda s, run: load(s, [run]), outcomes], ids=["load", "counts"])
def test_what_is_altered_after_the_check_is_noticed(tmp_path, read):
    file = tmp_path / "results.db"
    with Store(file) as store:
        run = run_small(store).run
    for _ in range(3):  # as rows, then as files
        with Store(file, create=False) as store:
            read(store, run)
    alter(file, 1)
    for _ in range(2):
        with (
            Store(file, create=False) as store,
            pytest.raises(CorruptStoreError, match="damaged in 1 place"),
        ):
            read(store, run)


def test_a_copy_of_a_checked_file_may_not_be_another_file(tmp_path):
    ours, theirs = tmp_path / "ours.db", tmp_path / "theirs.db"
    with Store(ours) as store:
        run = run_small(store).run
        load(store, [run])
    shutil.copy(ours, theirs)
    alter(theirs, 1)
    with Store(theirs, create=False) as store, pytest.raises(CorruptStoreError):
        load(store, [run])


def test_the_verdict_is_not_in_the_file(tmp_path, memory, hashed, monkeypatch):
    file = tmp_path / "handed" / "results.db"
    file.parent.mkdir()
    with Store(file) as store:
        run = run_small(store).run
        load(store, [run])
    assert memory.is_dir() and {path.name for path in file.parent.iterdir()} == {"results.db"}
    assert all(path.stat().st_size == 0 for path in memory.iterdir())
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "another user"))
    hashed.clear()
    with Store(file, create=False) as store:
        load(store, [run])
    assert hashed.count("evaluations") == CASES


def test_damage_is_found_again_each_time(store, hashed):
    run = run_small(store).run
    store.write(lambda c: c.exec_driver_sql("UPDATE evaluations SET evaluate_wall_ns = 1"))
    for _ in range(2):
        hashed.clear()
        assert len(load(store, [run], strict=False).damaged) == CASES
        assert hashed.count("evaluations") == CASES


def test_a_run_in_progress_is_not_remembered(store, memory):
    run = interrupted_run(store)
    store.write(lambda c: c.exec_driver_sql("UPDATE runs SET state = 'running'"))
    load(store, [run], strict=False)
    assert not memory.exists()


def test_without_a_folder_everything_is_checked(store, hashed, tmp_path, monkeypatch):
    blocked = tmp_path / "a file"
    blocked.write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(blocked))
    run = run_small(store).run
    for count in (1, 2):
        load(store, [run])
        assert hashed.count("evaluations") == count * CASES


def test_the_oldest_are_forgotten(tmp_path):
    listed = DigestList(lambda: tmp_path / "listed", most=10)
    for number in range(25):
        listed.add(f"{number:04}")
        assert len(list((tmp_path / "listed").iterdir())) <= 10
    assert listed.has("0024") and not listed.has("0000")


def heard(store) -> list[str]:
    """Every statement that the store executes from now on."""
    statements: list[str] = []
    event.listen(store.engine, "before_cursor_execute", lambda *said: statements.append(said[2]))
    return statements


def test_statements_do_not_grow_with_rows(tmp_path):
    """And a known run is counted without reading the rest of its rows."""
    counts = []
    for rows in (100, 400):
        file = tmp_path / f"{rows}.db"
        (run,) = large_store.build(file, rows)
        with Store(file, create=False) as store:
            load(store, [run])
            statements = heard(store)
            load(store, [run])
            loading = len(statements)
            statements.clear()
            outcomes(store, run)
        of_cases = [one for one in statements if "FROM evaluations" in one]
        assert len(of_cases) == 1 and "evaluate_wall_ns" not in of_cases[0]
        counts.append((loading, len(statements)))
    assert counts[0] == counts[1]


def test_large_runs_are_loaded_from_what_was_loaded(tmp_path, memory, monkeypatch):
    monkeypatch.setattr(loaded, "LEAST", 1500)
    file = tmp_path / "large.db"
    (run,) = large_store.build(file, 2000)
    with Store(file, create=False) as store:
        first = load(store, [run])
    (kept,) = (memory.parent / "loaded").iterdir()
    assert kept.stat().st_mode & 0o777 == 0o600
    with Store(file, create=False) as store:
        statements = heard(store)
        again = load(store, [run])
        assert statements == []
        for name, frame in first.frames().items():
            pd.testing.assert_frame_equal(frame, again.frames()[name], check_exact=True)
            assert list(frame.dtypes) == list(again.frames()[name].dtypes)
        with pytest.raises(UnknownRunError):
            load(store, ["no such run"])
    # What is damaged there is not read, and made anew.
    kept.write_bytes(kept.read_bytes()[:-1] + b"!")
    with Store(file, create=False) as store:
        statements = heard(store)
        assert load(store, [run]).evaluations.equals(first.evaluations)
        assert statements
    # What is altered in the store is noticed.
    alter(file, 1)
    for _ in range(2):
        with (
            Store(file, create=False) as store,
            pytest.raises(CorruptStoreError, match="damaged in 1 place"),
        ):
            load(store, [run])


def test_a_few_loaded_frames_are_kept(tmp_path, memory, monkeypatch):
    monkeypatch.setattr(loaded, "LEAST", 10)
    monkeypatch.setattr(loaded, "MOST", 2)
    for number in range(4):
        file = tmp_path / f"{number}.db"
        (run,) = large_store.build(file, 200 + 100 * number)
        with Store(file, create=False) as store:
            load(store, [run])
    assert len(list((memory.parent / "loaded").iterdir())) == 2


def test_counts_are_those_of_the_frame(tmp_path):
    file = tmp_path / "large.db"
    (run,) = large_store.build(file, 2000)
    with Store(file, create=False) as store:
        facts, counts, _ = outcomes(store, run)
        rows = load(store, [run]).evaluations
    expected = rows.groupby(["sut", "outcome"], sort=False).size()
    assert list(counts.items()) == [(pair, int(count)) for pair, count in expected.items()]
    assert facts["run"] == run and facts["state"] == "finished"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ({"b": 1, "a": None}, '{"a":null,"b":1}'),
        ({"x": 0.1, "y": True}, '{"x":0.1,"y":true}'),
        ({"x": float("nan"), "y": float("inf")}, '{"x":null,"y":null}'),
        ({10: 1, 9: 2}, '{"10":1,"9":2}'),
        ({None: 1}, '{"None":1}'),
        ({"x": b"1"}, '{"x":"b\'1\'"}'),
        ({"x": [1, {"y": "ä"}]}, '{"x":[1,{"y":"\\u00e4"}]}'),
    ],
)
def test_canonical_json(value, text):
    assert canonical_json(value) == text


def test_a_row_hash_is_what_it_was(store):
    """By the definition in docs/store.md, not by the store's own code."""
    run_small(store)
    query = "SELECT * FROM baselines"
    for row in store.read(lambda c: c.exec_driver_sql(query).mappings().all()):
        content = {name: value for name, value in row.items() if name != "row_hash"}
        text = json.dumps(content, sort_keys=True, separators=(",", ":"))
        assert hashlib.sha256(f"baselines\n{text}".encode()).hexdigest() == row["row_hash"]
