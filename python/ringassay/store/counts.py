"""What a run holds when it ends, so that a row that is missing later is missed.

A row's hash says that the row is as it was written, and nothing of rows that are gone: without
these counts, whoever deletes the wrong answers makes a system right. They stand in the run's own
row, under its hash. Like that hash they guard against slips of the hand, not against a forger.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Table

from ringassay.store.canonical import canonical_json
from ringassay.store.contents import Contents, read_rows
from ringassay.store.errors import CorruptStoreError
from ringassay.store.schema import (
    baselines,
    evaluations,
    ingestions,
    keys,
    probes,
    run_circuits,
    runs,
    suts,
)

COUNTED = (suts, run_circuits, baselines, keys, ingestions, evaluations, probes)
"""Tables whose rows belong to a run alone."""


@dataclass(frozen=True)
class Count:
    """The rows of one table: how many, by outcome, and a hash over theirs in the order of keys."""

    rows: int
    outcomes: dict[str, int]
    chain: str


def counted(connection: Connection, run: str) -> str:
    """The counts of a run as it stands, in canonical JSON."""
    found = {}
    for table in COUNTED:
        names = _told(table)
        rows = read_rows(connection, table, run, *names)
        told = (dict(zip(names, row, strict=True)) for row in rows)
        found[table.name] = vars(_count(table, told))
    return canonical_json(found)


def missing(contents: Contents) -> Iterator[tuple[str, str]]:
    """Tables whose rows are not those of the run's end, each with what differs.

    Nothing for a run that has no counts: it goes on, or a version wrote it that had none.
    Raises `CorruptStoreError` for counts that no version wrote.
    """
    stored = next((row["counts"] for row in contents.records(runs)), None)
    if stored is None:
        return
    for table in COUNTED:
        then, now = _stored(stored, table.name), _count(table, contents.records(table))
        if then != now:
            yield table.name, _difference(then, now)


def refuse_missing(connection: Connection, run: str, stored: str | None) -> None:
    """Raises `CorruptStoreError` where rows of a run that ended are not those of its end."""
    if stored is None:
        return
    now = counted(connection, run)
    for table in COUNTED:
        then, here = _stored(stored, table.name), _stored(now, table.name)
        if then != here:
            raise CorruptStoreError(f"run {run}, {table.name}: {_difference(then, here)}")


def _told(table: Table) -> tuple[str, ...]:
    return tuple(name for name in ("row_hash", _word(table)) if name)


def _word(table: Table) -> str:
    """The column with the word by which rows are told apart, "" without one."""
    return next((name for name in ("outcome", "result") if name in table.columns), "")


def _count(table: Table, rows: Iterable[dict[str, Any]]) -> Count:
    word, outcomes, chain, number = _word(table), Counter[str](), hashlib.sha256(), 0
    for row in rows:
        number += 1
        chain.update(f"{row['row_hash']}\n".encode())
        if word:
            outcomes[row[word]] += 1
    return Count(number, dict(sorted(outcomes.items())), chain.hexdigest())


def _stored(text: str, table: str) -> Count:
    try:
        found = json.loads(text)[table]
        return Count(int(found["rows"]), dict(found["outcomes"]), str(found["chain"]))
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise CorruptStoreError("no version wrote what stands in runs.counts") from error


def _difference(then: Count, now: Count) -> str:
    """What is another than it was, in a clause."""
    words = dict.fromkeys((*then.outcomes, *now.outcomes))
    changed = [
        f"{word} {then.outcomes.get(word, 0)}, now {now.outcomes.get(word, 0)}"
        for word in words
        if then.outcomes.get(word, 0) != now.outcomes.get(word, 0)
    ]
    by_word = f" ({'; '.join(changed)})" if changed else ""
    if now.rows < then.rows:
        gone = then.rows - now.rows
        return f"{gone} of {then.rows} rows are missing since the run ended{by_word}"
    if now.rows > then.rows:
        more = now.rows - then.rows
        return f"{more} more than the {then.rows} rows of the end of the run are there{by_word}"
    return f"rows were replaced since the run ended{by_word}"
