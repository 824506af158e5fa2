"""How a run's cases ended: counted without reading the rest of their rows."""

from __future__ import annotations

from collections import Counter
from typing import Any

from sqlalchemy import Connection

from ringassay.store.checking import Checker
from ringassay.store.contents import Row, columns, read_rows
from ringassay.store.errors import UnknownRunError
from ringassay.store.integrity import Damage
from ringassay.store.schema import evaluations, runs
from ringassay.store.store import Store


def outcomes(
    store: Store, run: str
) -> tuple[dict[str, Any], dict[tuple[str, str], int], list[Damage]]:
    """The facts of a run, how many of its cases ended how (system and outcome to a number), and
    the rows that were left out, as `load` does.

    A run that is known to be sound is counted without reading the rest of its rows. Raises
    `CorruptStoreError`, `UnknownRunError`.
    """
    checker = Checker(store)

    def work(connection: Connection) -> tuple[list[Row], list[Row]]:
        facts = read_rows(connection, runs, run)
        counted = read_rows(connection, evaluations, run, "sut", "outcome")
        if not checker.is_known(run):
            contents = checker.read(connection, run)
            checker.refuse_damaged()
            if checker.left_out:
                facts = contents.rows[runs.name]
                cases = contents.records(evaluations)
                counted = [(row["sut"], row["outcome"]) for row in cases]
        return facts, counted

    found, cases = store.read(work)
    if not found and checker.left_out:
        checker.refuse_nothing_left([run])
    if not found:
        raise UnknownRunError(f"{run}: no such run in {store.label}")
    facts = dict(zip(columns(runs), found[0], strict=True))
    facts["state"] = store.state_of(run, facts["state"])
    counts = Counter((str(sut), str(outcome)) for sut, outcome in cases)
    return facts, dict(counts), checker.left_out
