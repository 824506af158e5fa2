"""`ringassay compare`: two systems under test, side by side."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ringassay.cli.decided import MarkdownOption, figures, show
from ringassay.cli.errors import UsageError
from ringassay.cli.output import JsonOption, subcommand
from ringassay.cli.report import DEFAULT_OUT, FormatOption, OutOption, tell, tell_beside, write
from ringassay.cli.stored import DEFAULT_STORE, RunsArgument, StoreOption, load_runs

if TYPE_CHECKING:
    from ringassay.store import RunData

app = subcommand()


@app.command()
def compare(
    a: Annotated[str, typer.Argument(help="A SUT of the runs.")],
    b: Annotated[str, typer.Argument(help="Another one.")],
    runs: RunsArgument = None,
    store: StoreOption = DEFAULT_STORE,
    out: OutOption = DEFAULT_OUT,
    form: FormatOption = "html",
    markdown: MarkdownOption = False,
    as_json: JsonOption = False,
) -> None:
    """Compare two systems under test on the cases both have: who is faster at what.

    Ends with the decision between the two, also in `--json` and, for a pull request, `--markdown`.
    """
    if a == b:
        raise UsageError(f"both sides are {a!r}: name two different systems")
    from ringassay.report.build import build_comparison

    data = load_runs(store, runs)
    written = write(build_comparison(data, a, b), out, form)
    _tell(written, data, (a, b), as_json=as_json, markdown=markdown)


def _tell(
    written: dict[str, Path],
    data: RunData,
    names: tuple[str, str],
    *,
    as_json: bool,
    markdown: bool,
) -> None:
    """Files and decision of a comparison."""
    from ringassay.analysis import prepare
    from ringassay.analysis.sides import sides

    study = prepare(data)
    only = study.only({system for pair in sides(study, *names) for system in pair})
    if as_json:
        tell(written, as_json=True, beside={"decision": figures(only)})
        return
    tell_beside(written, as_json=markdown)
    show(only, markdown=markdown)
