"""Stores: databases of others, as they are and changed. Those with rows sealed again are made from
a real run, which the driver's caller left beside the cases."""

from __future__ import annotations

import os
import shutil
import sqlite3
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from corpus.case import Case

sys.path.insert(0, str(Path(__file__).parents[1]))
sys.path.insert(0, str(Path(__file__).parents[2]))

REAL = Path(os.environ.get("CORPUS_STORE", "results.db"))
"""A store with a finished run."""

RUNS = ("store", "list", "--store", "results.db")
SHOW = ("show", "--store", "results.db")

RAW: dict[str, tuple[bytes, str]] = {
    "empty": (b"", ""),
    "text": (b"hello\n" * 100, ""),
    "head": (b"SQLite format 3\0", ""),
    "zeros": (b"SQLite format 3\0" + bytes(4096), ""),
    "noise": (b"SQLite format 3\0" + bytes(range(256)) * 64, ""),
}

SCHEMAS = {
    "trigger": "CREATE TRIGGER t AFTER INSERT ON runs BEGIN DELETE FROM evaluations; END",
    "view": "DROP TABLE probes; CREATE VIEW probes AS WITH RECURSIVE n(x) AS "
    "(SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x FROM n",
    "table": "CREATE TABLE notes (text)",
    "index": "CREATE INDEX more ON evaluations (length(hex(zeroblob(1000000))))",
    "fts": "CREATE VIRTUAL TABLE words USING fts5(text)",
    "dropped": "DROP TABLE evaluations",
    "version": "UPDATE ringassay_schema SET version_num = '\u001b[2J'",
    "no-version": "DELETE FROM ringassay_schema",
}
"""Statements, after which the store is not ours any more."""


def cases() -> Iterator[Case]:
    """Raw files, schemas, links beside, and every row of `test_rows`."""
    for name, (data, said) in RAW.items():
        for word, command in (("runs", RUNS), ("show", SHOW)):
            yield Case(f"store-{name}-{word}", command, {"results.db": data}, 4, said)
    for name, statements in SCHEMAS.items():
        # An index computes nothing where nothing is written.
        code = 0 if name == "index" else 4
        yield Case(f"store-{name}", RUNS, code=code, make=_changed(statements))
    yield Case("store-half", RUNS, code=4, make=_cut(2))
    yield Case("store-tail", SHOW, code=4, make=_cut(1.01))
    for name, target in (("wal", "/dev/zero"), ("shm", "../home/bashrc"), ("journal", "/dev/zero")):
        yield Case(f"store-link-{name}", RUNS, code=5, make=_linked(name, target))
    yield Case("store-pipe", RUNS, code=4, make=lambda folder: os.mkfifo(folder / "results.db"))
    yield Case(
        "store-device",
        RUNS,
        code=4,
        make=lambda folder: (folder / "results.db").symlink_to("/dev/zero"),
    )
    from test_rows import CASES, WHOLE

    for number, (table, column, value) in enumerate((*CASES, *WHOLE)):
        code = 4 if table == "runs" else 0
        make = _forged(table, column, value)
        yield Case(f"row-{number}-{table}-{column}", SHOW, code=code, said=column, make=make)


def _copied(folder: Path) -> Path:
    return Path(shutil.copy(REAL, folder / "results.db"))


def _changed(statements: str) -> Callable[[Path], None]:
    def make(folder: Path) -> None:
        with sqlite3.connect(_copied(folder)) as connection:
            connection.executescript(statements)
        connection.close()

    return make


def _cut(parts: float) -> Callable[[Path], None]:
    def make(folder: Path) -> None:
        file = _copied(folder)
        os.truncate(file, int(file.stat().st_size / parts))

    return make


def _linked(ending: str, target: str) -> Callable[[Path], None]:
    def make(folder: Path) -> None:
        _copied(folder)
        (folder / f"results.db-{ending}").symlink_to(target)

    return make


def _forged(table: str, column: str, value: object) -> Callable[[Path], None]:
    def make(folder: Path) -> None:
        from test_rows import forge

        forge(_copied(folder), table, column, value)

    return make
