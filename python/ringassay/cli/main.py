"""`ringassay`: the program."""

from __future__ import annotations

import sys
from io import TextIOWrapper
from typing import Annotated, Any

import typer
from typer.core import TyperCommand

from ringassay import _native
from ringassay.cli.command import Group
from ringassay.cli.commands import COMMANDS, load
from ringassay.cli.configuration import check_names, defaults_of, tables
from ringassay.cli.entry import hear_interrupts


class LazyGroup(Group):
    """Imports a subcommand when it runs, none to list them.

    The types of contexts and commands are private to typer.
    """

    def __init__(self, **options: Any) -> None:
        """What stands for the subcommands in lists, in the order of the help text."""
        super().__init__(**options)
        self.commands = {
            name: TyperCommand(name, help=subcommand.help) for name, subcommand in COMMANDS.items()
        }

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The subcommand that the arguments name, imported."""
        if args and args[0] not in COMMANDS:
            from ringassay.cli.moved import refuse_moved

            refuse_moved(args[0], args[1:])
        name, _, rest = super().resolve_command(ctx, args)
        command = None if name is None else load(name)
        if name is not None and (said := tables()):
            check_names(said, COMMANDS)
            ctx.default_map = {name: defaults_of(name, command, said)}
        hear_interrupts()
        return name, command, rest


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
        from ringassay.cli.output import out

        out.print(f"ringassay {_native.__version__}")
        raise typer.Exit


def _page(name: str | None) -> None:
    if name is not None:
        from ringassay.cli.paging import show_page

        show_page(name)
        raise typer.Exit


@app.callback()
def _root(
    _: Annotated[
        bool,
        typer.Option("--version", callback=_version, is_eager=True, help="Print the version."),
    ] = False,
    page: Annotated[
        str | None,
        typer.Option(
            "--page",
            callback=_page,
            is_eager=True,
            metavar="NAME",
            help="Print a page of the documentation; `--page index` lists them.",
        ),
    ] = None,
) -> None:
    """Decide, check and prove: homomorphic encryption schemes, libraries and parameters.

    Start with `ringassay demo`, then `ringassay suite new` and `ringassay run`.
    """


def main() -> None:
    """Runs `ringassay`."""
    run_program(app)


def run_program(program: typer.Typer) -> None:
    """Runs a program; an error a person can mend ends in a line and an exit code."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # A terminal without UTF-8 shows what it can: no character is worth a crash.
            stream.reconfigure(errors="backslashreplace")
    try:
        program()
    except Exception as error:
        from ringassay.cli.errors import explain
        from ringassay.cli.output import err

        explained = explain(error)
        if explained is None:
            raise
        message, code = explained
        first, *rest = message.splitlines() or [""]
        err.print(("error:", "bold red"), f" {first}")
        for line in rest:
            err.print(line)
        sys.exit(code)


if __name__ == "__main__":
    main()
