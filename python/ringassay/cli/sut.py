"""`ringassay sut`: one process of a system under test, run by hand."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from ringassay.cli.output import subcommand
from ringassay.sut import registry

app = subcommand()

PASS_ON: dict[Any, Any] = {"allow_extra_args": True, "ignore_unknown_options": True}
"""Options of the SUT itself go through unread."""

SutFileOption = Annotated[
    Path | None,
    typer.Option("--sut-file", help="TOML file with SUTs of your own ([sut.NAME])."),
]


@app.command(context_settings=PASS_ON)
def sut(
    context: typer.Context,
    name: Annotated[str, typer.Argument(help="A name that `ringassay suts` lists.")],
    role: Annotated[Literal["client", "server"], typer.Argument(help="Which of its programs.")],
    sut_file: SutFileOption = None,
) -> None:
    """Run one process of a system under test on stdin/stdout, for any harness to drive.

    Further options are passed on to it. It speaks the protocol of docs/protocol.md: the original
    one, or the extended one if RINGASSAY_PROTOCOL=2 is set.
    """
    command = registry.lookup(name, sut_file, options=tuple(context.args))
    argv = command.client if role == "client" else command.server
    if command.cwd is not None:
        os.chdir(command.cwd)
    os.execvpe(argv[0], argv, {**os.environ, **command.env})  # noqa: S606 - becoming it is the point
