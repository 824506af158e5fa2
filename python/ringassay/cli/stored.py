"""Options that name a store and runs in it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from ringassay.cli.output import err

if TYPE_CHECKING:
    from ringassay.store import RunData
    from ringassay.store.integrity import Damage

MOST_NAMED = 10
"""Rows that are left out and named; of the others the number is said."""

DEFAULT_STORE = "ringassay.db"

StoreOption = Annotated[
    str,
    typer.Option(
        "--store",
        "-s",
        envvar="RINGASSAY_STORE",
        help="SQLite file or database URL (postgresql+pg8000://…).",
    ),
]
RunsArgument = Annotated[
    list[str] | None,
    typer.Argument(
        help="Runs: identifiers, beginnings of them, labels, `latest` (the default), `latest~1`."
    ),
]


def load_runs(target: str, names: Sequence[str] | None) -> RunData:
    """The data of the runs named, of the latest where none is."""
    from ringassay.store import Store, load

    with Store(target, create=False) as store:
        found = [store.find(name) for name in names or ("latest",)]
        data = load(store, list(dict.fromkeys(found)))
    tell_left_out(data.damaged)
    return data


def tell_left_out(rows: Sequence[Damage]) -> None:
    """Names rows of a store that nothing is computed from."""
    for row in rows[:MOST_NAMED]:
        err.print(f"Left out: {row}")
    if len(rows) > MOST_NAMED:
        err.print(f"… and {len(rows) - MOST_NAMED} more rows left out.")


def suite_title(data: RunData) -> str | None:
    """The title of the shipped suite that these runs are of; None for other suites, or several.

    So a report that is made again from the store has the title that it had.
    """
    from ringassay.evaluation import load_suite
    from ringassay.evaluation.shipped import shipped_suites

    suites = set(zip(data.runs["suite"], data.runs["suite_hash"], strict=True))
    if len(suites) != 1:
        return None
    ((name, content),) = suites
    file = shipped_suites().get(str(name))
    if file is None:
        return None
    suite = load_suite(file)
    return suite.title or None if suite.content_hash == content else None
