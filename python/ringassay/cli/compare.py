"""`ringassay compare`: two systems under test, side by side."""

from __future__ import annotations

from typing import Annotated

import typer

from ringassay.cli.errors import UsageError
from ringassay.cli.output import JsonOption, subcommand
from ringassay.cli.report import DEFAULT_OUT, FormatOption, OutOption, tell, write
from ringassay.cli.stored import DEFAULT_STORE, RunsArgument, StoreOption, load_runs

app = subcommand()


@app.command()
def compare(
    a: Annotated[str, typer.Argument(help="A SUT of the runs.")],
    b: Annotated[str, typer.Argument(help="Another one.")],
    runs: RunsArgument = None,
    store: StoreOption = DEFAULT_STORE,
    out: OutOption = DEFAULT_OUT,
    form: FormatOption = "html",
    as_json: JsonOption = False,
) -> None:
    """Compare two systems under test on the cases both have: who is faster at what."""
    if a == b:
        raise UsageError(f"both sides are {a!r}: name two different systems")
    from ringassay.report.build import build_comparison

    document = build_comparison(load_runs(store, runs), a, b)
    tell(write(document, out, form), as_json=as_json)
