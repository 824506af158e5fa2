"""`ringassay`: the program."""

from __future__ import annotations

import sys
from importlib import import_module
from io import TextIOWrapper
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from ringassay import _native

COMMANDS = {
    "demo": "demo",
    "run": "run",
    "report": "report",
    "compare": "compare",
    "code": "code",
    "bench": "bench",
    "calibrate": "calibrate",
    "params": "params",
    "explore": "explore",
    "predict": "predict",
    "suite": "suite",
    "generate": "generate",
    "eval": "evaluate",
    "runs": "runs",
    "export": "export",
    "suts": "suts",
    "sut": "sut",
    "doctor": "doctor",
}
"""Subcommand to the module of this package whose `app` it is."""


class LazyGroup(TyperGroup):
    """Imports a subcommand when it is asked for: one process of a SUT need not load pandas.

    The types of contexts and commands are private to typer.
    """

    def list_commands(self, ctx: Any) -> list[str]:
        """The names, in the order of the help text."""
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The subcommand, imported now."""
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"ringassay.cli.{COMMANDS[cmd_name]}")
        command = typer.main.get_command(module.app)
        command.name = cmd_name
        return command


app = typer.Typer(
    name="ringassay",
    cls=LazyGroup,
    no_args_is_help=True,
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


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
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # A terminal without UTF-8 shows what it can: no character is worth a crash.
            stream.reconfigure(errors="backslashreplace")
    try:
        app()
    except Exception as error:
        from ringassay.cli.errors import explain
        from ringassay.cli.output import err, printable_lines

        explained = explain(error)
        if explained is None:
            raise
        message, code = explained
        err.print(f"[bold red]error:[/] {printable_lines(message)}", soft_wrap=True)
        sys.exit(code)


if __name__ == "__main__":
    main()
