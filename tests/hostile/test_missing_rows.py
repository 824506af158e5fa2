"""Rows that are gone are missed: whoever deletes wrong answers makes no system right."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from program import Cli

COMMANDS = (
    ("show",),
    ("report",),
    (
        "store",
        "export",
    ),
    ("store", "history", "evaluation"),
    ("run", "--resume", "latest"),
)


def change(store: Path, statement: str) -> int:
    """How many rows a statement changed."""
    connection = sqlite3.connect(store)
    try:
        done = connection.execute(statement).rowcount
        connection.commit()
    finally:
        connection.close()
    return done


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
def test_half_of_the_answers_deleted(strange: Path, cli: Cli, command: tuple[str, ...]) -> None:
    left = change(strange / "results.db", "update evaluations set run = run")
    gone = change(strange / "results.db", "delete from evaluations where rowid % 2")
    assert gone > 1
    found = cli(*command, "--store", str(strange / "results.db"))
    assert found.code != 0
    said = f"{gone} of {left} rows are missing since the run ended (ok {left}, now {left - gone})"
    assert said in " ".join(found.err.split()), found.err


@pytest.mark.parametrize("table", ["suts", "run_circuits", "baselines", "keys", "ingestions"])
def test_every_table_of_a_run(strange: Path, cli: Cli, table: str) -> None:
    """One row less of each: said with the table's name, not as an error of another kind."""
    store = strange / "results.db"
    change(store, f"delete from {table} where rowid = (select max(rowid) from {table})")
    found = cli("show", "--store", str(store))
    assert found.code != 0 and f"{table}(run=" in found.err, found.err
    assert "rows are missing since the run ended" in " ".join(found.err.split())


def test_a_row_that_was_put_in_is_named(strange: Path, cli: Cli) -> None:
    """An answer copied to another repetition."""
    store = strange / "results.db"
    connection = sqlite3.connect(store)
    connection.row_factory = sqlite3.Row
    row = dict(connection.execute("select * from evaluations limit 1").fetchone())
    row["repetition"] += 1000
    marks = ", ".join("?" * len(row))
    connection.execute(
        f"insert into evaluations ({', '.join(row)}) values ({marks})", tuple(row.values())
    )
    connection.commit()
    connection.close()
    found = cli("show", "--store", str(store))
    assert found.code != 0 and "1 more than the " in " ".join(found.err.split())


def test_a_run_that_is_whole_says_nothing(strange: Path, cli: Cli) -> None:
    found = cli("show", "--store", str(strange / "results.db"))
    assert found.code == 0 and "missing" not in found.out + found.err
