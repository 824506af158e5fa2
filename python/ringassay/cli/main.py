"""`ringassay`: the program."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from ringassay import _native
from ringassay.cli import (
    compare,
    demo,
    doctor,
    evaluate,
    export,
    generate,
    report,
    run,
    runs,
    suite,
    sut,
)
from ringassay.cli.errors import explain
from ringassay.cli.output import err, printable_lines

app = typer.Typer(
    name="ringassay",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="markdown",
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command(name="demo")(demo.demo)
app.command(name="run")(run.run)
app.command(name="report")(report.report)
app.command(name="compare")(compare.compare)
app.add_typer(suite.app, name="suite")
app.command(name="generate")(generate.generate)
app.command(name="eval")(evaluate.evaluate)
app.command(name="runs")(runs.runs)
app.command(name="export")(export.export)
app.command(name="suts")(sut.suts)
app.command(name="sut", context_settings=sut.PASS_ON)(sut.sut)
app.command(name="doctor")(doctor.doctor)


def _version(asked: bool) -> None:
    if asked:
        typer.echo(f"ringassay {_native.__version__}")
        raise typer.Exit


@app.callback()
def _root(
    _: Annotated[
        bool,
        typer.Option("--version", callback=_version, is_eager=True, help="Print the version."),
    ] = False,
) -> None:
    """Decide, check and prove: homomorphic encryption schemes, libraries and parameters.

    Start with `ringassay demo`, then `ringassay suite new` and `ringassay run`.
    """


def main() -> None:
    """Runs the program; an error a person can mend ends in a line and an exit code."""
    try:
        app()
    except Exception as error:
        explained = explain(error)
        if explained is None:
            raise
        message, code = explained
        err.print(f"[bold red]error:[/] {printable_lines(message)}", soft_wrap=True)
        sys.exit(code)


if __name__ == "__main__":
    main()
