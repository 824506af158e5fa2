"""`ringassay store export`: the data, for other programs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from ringassay.cli.output import JsonOption, emit_json
from ringassay.cli.output import out as screen
from ringassay.cli.stored import DEFAULT_STORE, RunsArgument, StoreOption, load_runs
from ringassay.cli.writing import OverwriteOption, refuse_existing


def export(
    runs: RunsArgument = None,
    store: StoreOption = DEFAULT_STORE,
    out: Annotated[Path, typer.Option("--out", "-o", help="Folder for the files.")] = Path(
        "export"
    ),
    form: Annotated[
        Literal["csv", "parquet"], typer.Option("--format", help="csv or parquet.")
    ] = "csv",
    force: OverwriteOption = False,
    as_json: JsonOption = False,
) -> None:
    """Write the tables of runs as CSV or Parquet files (columns: docs/store.md)."""
    from ringassay.store import export_csv, export_parquet
    from ringassay.store.frames import FRAMES

    refuse_existing((out / f"{name}.{form}" for name in FRAMES), force=force)
    data = load_runs(store, runs)
    written = export_csv(data, out) if form == "csv" else export_parquet(data, out)
    if as_json:
        emit_json([str(path) for path in written])
    else:
        for path in written:
            screen.print(str(path), fold=False)
