"""`ringassay`: the program."""

from __future__ import annotations

import sys
from importlib import import_module
from io import TextIOWrapper
from typing import Annotated, Any, NamedTuple

import typer
from typer.core import TyperCommand

from ringassay import _native
from ringassay.cli.command import Group
from ringassay.cli.configuration import check_names, defaults_of, tables
from ringassay.cli.entry import hear_interrupts


class Subcommand(NamedTuple):
    """What is known of a subcommand before it is imported."""

    module: str
    """That of this package whose `app` it is."""
    help: str
    """The first line of its help."""


COMMANDS = {
    "demo": Subcommand(
        "demo",
        "Evaluate real HE libraries beside the plaintext baseline and write the report.",
    ),
    "advise": Subcommand(
        "advise",
        "Say which system runs a computation best, what it takes there, and why not the others.",
    ),
    "run": Subcommand("run", "Run a suite: generate, encrypt, evaluate, decrypt, compare, store."),
    "show": Subcommand(
        "show",
        "Show how a run ended: outcomes by system, its cases that are not right, or its answers.",
    ),
    "history": Subcommand(
        "history", "Show a metric over the runs of a store, system by system, with change points."
    ),
    "report": Subcommand(
        "report",
        "Write the report on one or more runs: HTML that stands alone, LaTeX that compiles.",
    ),
    "compare": Subcommand(
        "compare",
        "Compare two systems under test, or two runs, on the cases both have: who needs less.",
    ),
    "code": Subcommand(
        "code", "Measure source code: lines per language, functions, cyclomatic complexity."
    ),
    "bench": Subcommand(
        "bench",
        "Measure single operations on this machine: our own engine's, other libraries' beside it.",
    ),
    "calibrate": Subcommand(
        "calibrate", "Measure the kernels of this machine, from which times are predicted."
    ),
    "params": Subcommand(
        "params",
        "Choose parameters of a scheme for a computation, and say why these; or judge yours.",
    ),
    "security": Subcommand(
        "security", "Say how hard parameters are to break: every attack, or the largest modulus."
    ),
    "explore": Subcommand(
        "explore", "Assess every point of an exploration, then say what to use, and why."
    ),
    "predict": Subcommand("predict", "Predict what schemes take; count what they do."),
    "suite": Subcommand("suite", "Make a suite, look at one."),
    "generate": Subcommand(
        "generate",
        "Write a suite's circuits, inputs, key parameters and test script, or one circuit.",
    ),
    "eval": Subcommand(
        "evaluate",
        "Evaluate a circuit in the clear: one output line for each input, in the input's notation.",
    ),
    "library": Subcommand(
        "library", "List standard functions with their sizes beside published ones, or make one."
    ),
    "convert": Subcommand(
        "convert", "Convert a netlist into another format, or say what is in it."
    ),
    "runs": Subcommand("runs", "List the runs in a store, or delete one."),
    "export": Subcommand(
        "export", "Write the tables of runs as CSV or Parquet files (columns: docs/store.md)."
    ),
    "suts": Subcommand(
        "suts",
        "List the systems under test, and what is missing for those that cannot run here.",
    ),
    "sut": Subcommand(
        "sut",
        "Run one process of a system under test by hand; begin an adapter, check one.",
    ),
    "doctor": Subcommand(
        "doctor",
        "Say what this machine offers: processor, harness, systems under test, and what is "
        "missing.",
    ),
}


def load(name: str) -> Any:
    """The subcommand, imported now."""
    command = typer.main.get_command(import_module(f"{__package__}.{COMMANDS[name].module}").app)
    command.name = name
    return command


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
