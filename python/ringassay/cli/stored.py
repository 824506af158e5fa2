"""Options that name a store and runs in it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from ringassay.store import RunData

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
        return load(store, list(dict.fromkeys(found)))


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
