"""A store is its own schema and nothing else, and its sizes are those that were ever written."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from program import Cli
from ringassay.cli.decided import escaped
from ringassay.store.errors import CorruptStoreError
from ringassay.store.integrity import pack, unpack
from ringassay.store.location import label_of

FOREIGN = {
    "a trigger": "CREATE TRIGGER t AFTER INSERT ON runs BEGIN DELETE FROM evaluations; END",
    "a view": "CREATE VIEW v AS SELECT * FROM runs",
    "a view in place of a table": "DROP TABLE probes; CREATE VIEW probes AS "
    "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x FROM n",
    "a table": "CREATE TABLE notes (text)",
    "a virtual table": "CREATE VIRTUAL TABLE words USING fts5(text)",
    "a computed column": "ALTER TABLE runs ADD COLUMN more TEXT AS (upper(label))",
}


@pytest.mark.parametrize("what", FOREIGN)
@pytest.mark.parametrize(
    "command",
    [
        (
            "store",
            "list",
        ),
        ("run", "quick", "--sut", "plaintext"),
    ],
    ids=str,
)
def test_other_objects_are_refused(strange: Path, what: str, command: tuple[str, ...]) -> None:
    file = strange / "results.db"
    with sqlite3.connect(file) as connection:
        connection.executescript(FOREIGN[what])
    connection.close()
    before = file.read_bytes()
    ended = Cli(strange)(*command, "--store", "results.db")
    assert ended.code == 4 and "is not ours" in ended.err, ended.err
    assert file.read_bytes() == before


@pytest.mark.parametrize("size", [-1, 1 << 40])
def test_a_text_is_not_inflated_beyond_what_was_ever_written(size: int) -> None:
    with pytest.raises(CorruptStoreError, match="cannot have"):
        unpack(pack(bytes(1 << 20)), size, "", "a circuit")


def test_passwords_are_in_no_message(cli: Cli) -> None:
    address = "postgresql+pg8000://u:s3cr3tpw@host/db"
    assert "s3cr3tpw" not in label_of(address) and "host/db" in label_of(address)
    asked = ("tally", "--scheme", "fv", "--n", "1024", "--log2-q", "50", "--t", "2")
    ended = cli("predict", *asked, "--store", "sqlite://u:s3cr3tpw@/u.db")
    assert "s3cr3tpw" not in ended.out + ended.err


def test_what_systems_say_is_no_markup_in_markdown() -> None:
    said = escaped("<img src=x> @team #1 [a](b) | `c` *d*\n# e")
    for sign in "<>@#[]|`*":
        assert f"\\{sign}" in said
    assert "\n" not in said
