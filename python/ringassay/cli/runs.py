"""`ringassay store list` and `delete`: the runs in a store."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer

from ringassay.cli.output import JsonOption, emit_json, err, out
from ringassay.cli.stored import DEFAULT_STORE, StoreOption


def delete(
    run: Annotated[str, typer.Argument(help="Identifier, beginning of one, label, or latest.")],
    store: StoreOption = DEFAULT_STORE,
    as_json: JsonOption = False,
) -> None:
    """Delete a run and all that belongs to it."""
    from ringassay.store import Store

    with Store(store, create=False) as opened:
        name = opened.find(run)
        opened.delete(name)
    if as_json:
        emit_json({"deleted": name})
    else:
        err.print(f"Run {name} deleted.")


def runs(store: StoreOption = DEFAULT_STORE, as_json: JsonOption = False) -> None:
    """List the runs in a store."""
    from ringassay.store import Store, is_future

    with Store(store, create=False) as opened:
        listed = opened.runs()
    if as_json:
        emit_json([asdict(run) for run in listed])
        return
    rows = [
        (
            run.run,
            run.label or "",
            run.suite,
            run.started_at[:16].replace("T", " ")
            + (" (future)" if is_future(run.started_at) else ""),
            run.state,
            ", ".join(f"{sut} (twice)" if sut == run.twin_of else sut for sut in run.suts),
            str(run.circuits),
            str(run.evaluations),
        )
        for run in listed
    ]
    columns = ("run", "label", "suite", "started (UTC)", "state", "SUTs", "circuits", "cases")
    # An empty column takes room from the others.
    kept = [
        at for at, name in enumerate(columns) if name != "label" or any(row[at] for row in rows)
    ]
    out.table([columns[at] for at in kept], [[row[at] for at in kept] for row in rows])
