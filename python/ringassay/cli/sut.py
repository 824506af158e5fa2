"""`ringassay sut`: one process of a system under test by hand; a new adapter; its conformance."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from ringassay.cli.command import Group
from ringassay.cli.installable import install
from ringassay.cli.output import JsonOption, subcommand
from ringassay.cli.sut_file import SutFileOption
from ringassay.cli.suts import suts
from ringassay.sut import registry

PASS_ON: dict[Any, Any] = {"allow_extra_args": True, "ignore_unknown_options": True}
"""Options of the SUT itself go through unread."""


class SutGroup(Group):
    """Its commands; anything else is the name of a SUT, whose program is run.

    The types of contexts and commands are private to typer.
    """

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The subcommand that the arguments name, else `run` with all of them."""
        if args and args[0] in self.commands:
            return super().resolve_command(ctx, args)
        return "run", self.commands["run"], args


app = subcommand(
    cls=SutGroup,
    context_settings={"ignore_unknown_options": True},
    no_args_is_help=True,
    help="""List the systems under test, install libraries; begin an adapter, check one, run one.

    `ringassay sut NAME client` (or `server`) runs one of its programs on stdin/stdout, for any
    harness to drive. Further options are passed on to it. It speaks the original protocol, or the
    extended one if RINGASSAY_PROTOCOL=2 is set (`ringassay --page protocol`).
    """,
)

app.command("list")(suts)
app.command()(install)


@app.command(context_settings=PASS_ON, hidden=True)
def run(
    context: typer.Context,
    name: Annotated[str, typer.Argument(help="A name that `ringassay sut list` lists.")],
    role: Annotated[Literal["client", "server"], typer.Argument(help="Which of its programs.")],
    sut_file: SutFileOption = None,
) -> None:
    """Run one process of a system under test on stdin/stdout, for any harness to drive.

    Further options are passed on to it. It speaks the original protocol, or the extended one if
    RINGASSAY_PROTOCOL=2 is set (`ringassay --page protocol`).
    """
    command = registry.lookup(name, sut_file, options=tuple(context.args))
    argv = command.client if role == "client" else command.server
    if command.cwd is not None:
        os.chdir(command.cwd)
    os.execvpe(argv[0], argv, {**os.environ, **command.env})  # noqa: S606 - becoming it is the point


@app.command()
def new(
    name: Annotated[str, typer.Argument(help="Its name: small letters, digits, - and _.")],
    language: Annotated[
        Literal["python", "rust", "go"], typer.Option("--language", help="What to write it in.")
    ] = "python",
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="Folder to make; by default NAME.")
    ] = None,
    kit: Annotated[
        Path | None,
        typer.Option("--kit", help="Rust, Go: folder of ringassay's sources, if not this one."),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Write an adapter to start from: it runs at once, on a toy scheme that protects nothing.

    Beside the program stands `suts.toml`, which names it for --sut-file.
    """
    from ringassay.cli.sut_new import write

    write(name, language, out or Path(name), kit, as_json=as_json)


@app.command()
def check(
    name: Annotated[str, typer.Argument(help="A name that `ringassay sut list` lists.")],
    sut_file: SutFileOption = None,
    seconds: Annotated[
        float, typer.Option("--seconds", min=1, help="No new trial begins after so long.")
    ] = 120,
    step_seconds: Annotated[
        float, typer.Option("--step-seconds", min=1, help="The most that one step may take.")
    ] = 20,
    as_json: JsonOption = False,
) -> None:
    """Check whether a system under test keeps to the protocol, and say what to do where not.

    Handshake, keys, each gate alone, rotations, all gates together, another key in the same
    session, a refusal. Without --sut-file, a system that is not shipped is looked for in suts.toml
    here and in the folder NAME. Exit code 1: there is something to mend.
    """
    from ringassay.cli.sut_check import run_check

    run_check(name, sut_file, seconds, step_seconds, as_json=as_json)
