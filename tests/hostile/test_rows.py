"""A row that nobody writes, sealed again by whoever changed it, is named and left out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from sqlalchemy import select, text, update
from strangers import count_anew

from program import Cli
from ringassay.analysis import prepare
from ringassay.explore.results import ASSESSED, COLUMNS, ChunkError, pack, unpack
from ringassay.store import CorruptStoreError, Store, export_csv, import_csv, load
from ringassay.store.integrity import seal
from ringassay.store.outcomes import outcomes
from ringassay.store.schema import metadata

DEEP = "[" * 100_000
LONG = '{"a": ' + "1" * 5000 + "}"

CASES: list[tuple[str, str, Any]] = [
    *(("evaluations", "evaluate_wall_ns", value) for value in (-1, 2**63 - 1, -(2**63))),
    ("evaluations", "encrypt_cpu_ns", -5),
    ("evaluations", "evaluated_bytes", -1),
    ("evaluations", "outcome", "splendid"),
    *(("evaluations", "detail", value) for value in (DEEP, "no JSON", "[1]", LONG)),
    ("evaluations", "detail", '{"slots": ["x"]}'),
    ("evaluations", "detail", '{"slots": [-1], "message": 5}'),
    ("evaluations", "load1", -0.5),
    ("evaluations", "load1", float("inf")),
    ("keys", "wall_ns", -1),
    ("keys", "outcome", ""),
    ("keys", "security_bits", float("-inf")),
    ("keys", "parameters", DEEP),
    ("ingestions", "wall_ns", -1),
    ("baselines", "baseline_ns", -7),
]
"""Rows beside which others remain."""

WHOLE: list[tuple[str, str, Any]] = [
    *(("runs", "suite_json", value) for value in (DEEP, "{", "[1]")),
    *(("runs", "circumstances", value) for value in ("[1]", DEEP, "5")),
    ("runs", "state", "glorious"),
    ("runs", "load_at_start", -1.0),
    ("suts", "hello", DEEP),
    ("suts", "isolation", "{}"),
    ("suts", "command", "no JSON"),
]
"""Rows without which nothing of this run, or of its only system, remains."""


def forge(file: Path, table: str, column: str, value: Any) -> str:
    """Changes the first row of a table, and seals it; its run."""
    with Store(str(file)) as store:
        run = store.runs()[0].run
        with store.engine.begin() as connection:
            chosen = metadata.tables[table]
            row = connection.execute(select(chosen).order_by(*chosen.primary_key)).mappings()
            first = dict(row.first() or {})
            sealed = seal(chosen, {**first, column: value})
            where = [one == first[one.name] for one in chosen.primary_key]
            connection.execute(update(chosen).where(*where).values(sealed))
            count_anew(connection)
    return run


@pytest.mark.parametrize(("table", "column", "value"), CASES, ids=lambda value: str(value)[:24])
def test_one_bad_row_is_left_out_and_named(
    strange: Path, tmp_path: Path, table: str, column: str, value: Any
) -> None:
    file = strange / "results.db"
    with Store(str(file)) as store:
        before = len(load(store, [store.runs()[0].run]).evaluations)
    run = forge(file, table, column, value)
    with Store(str(file)) as store:
        data = load(store, [run])
        facts, counts, left_out = outcomes(store, run)
    assert any(row.table == table and column in row.reason for row in data.damaged)
    assert [str(row) for row in left_out] == [str(row) for row in data.damaged]
    # The row, and what refers to it.
    lost = sum(row.table == "evaluations" for row in data.damaged)
    assert (table == "ingestions" or lost >= 1) and lost < before
    assert len(data.evaluations) == before - lost
    assert sum(counts.values()) == before - lost and facts["run"] == run
    assert (data.evaluations["evaluate_wall_ns"].dropna() >= 0).all()
    prepare(data)
    export_csv(data, tmp_path / "out")
    assert len(import_csv(tmp_path / "out").evaluations) == before - lost


@pytest.mark.parametrize(("table", "column", "value"), WHOLE, ids=lambda value: str(value)[:24])
def test_what_nothing_remains_without_is_named(
    strange: Path, table: str, column: str, value: Any
) -> None:
    file = strange / "results.db"
    run = forge(file, table, column, value)
    with Store(str(file)) as store:
        if table == "runs":
            with pytest.raises(CorruptStoreError, match=rf"nothing is left.*runs.*{column}"):
                load(store, [run])
            return
        data = load(store, [run])
    assert data.evaluations.empty
    assert any(row.table == table and column in row.reason for row in data.damaged)


@pytest.mark.parametrize(
    ("table", "column", "value"),
    [("evaluations", "detail", DEEP), ("keys", "wall_ns", -1), ("runs", "circumstances", "[1]")],
)
def test_no_command_ends_in_a_traceback(strange: Path, table: str, column: str, value: Any) -> None:
    forge(strange / "results.db", table, column, value)
    cli = Cli(strange)
    for command in (
        ("store", "list",), ("show",), ("show", "--wrong"), ("show", "--served"),
        ("store", "history", "evaluation"), ("store", "export", "--force"),
        ("report", "--out", "o"),
    ):  # fmt: skip
        ended = cli(*command, "--store", "results.db")
        assert "Traceback" not in ended.err, ended.err
        if command == (
            "store",
            "list",
        ):
            assert ended.code == 0, ended.err
        elif table == "runs":
            assert ended.code == 4 and "circumstances" in ended.err, ended.err
        else:
            assert ended.code == 0 and "Left out: " in ended.err, (command, ended.err)
            assert column in ended.err


def test_rows_of_the_shipped_suites_are_all_kept(strange: Path) -> None:
    with Store(str(strange / "results.db")) as store:
        assert load(store, [store.runs()[0].run]).damaged == ()
        with store.engine.connect() as connection:
            assert connection.execute(text("select count(*) from evaluations")).scalar_one() > 10


def columns(**changes: Any) -> dict[str, Any]:
    """A chunk of three points."""
    return {name: np.ones(3, COLUMNS[name]) for name in ASSESSED} | changes


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"no archive", "cannot be read"),
        (pack(columns(depth=np.array(["a", "b", "c"]))), "depth holds no numbers"),
        (pack(columns(depth=np.ones((3, 1)))), "depth holds no numbers"),
        (pack(columns(attack_status=np.full(3, np.nan))), "attack_status holds no whole"),
        (
            pack({name: column for name, column in columns().items() if name != "depth"}),
            "lacks the columns depth",
        ),
    ],
    ids=["no archive", "text", "table", "no number", "no depth"],
)
def test_a_chunk_of_an_exploration_that_nobody_writes_is_refused(data: bytes, said: str) -> None:
    with pytest.raises(ChunkError, match=said):
        unpack(data)


def test_an_encrypted_chunk_is_refused() -> None:
    """The bit that says so, in both headers of the first file."""
    data = bytearray(pack(columns()))
    data[6] |= 1
    at = data.index(b"PK\x01\x02")
    data[at + 8] |= 1
    with pytest.raises(ChunkError, match="cannot be read"):
        unpack(bytes(data))
