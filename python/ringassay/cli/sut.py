"""`ringassay suts` and `ringassay sut`: the systems under test, listed and run by hand."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from ringassay.cli.output import JsonOption, emit_json, print_table
from ringassay.sut import registry

PASS_ON: dict[Any, Any] = {"allow_extra_args": True, "ignore_unknown_options": True}
"""Options of the SUT itself go through unread."""

SutFileOption = Annotated[
    Path | None,
    typer.Option("--sut-file", help="TOML file with SUTs of your own ([sut.NAME])."),
]


def suts(sut_file: SutFileOption = None, as_json: JsonOption = False) -> None:
    """List the systems under test, and what is missing for those that cannot run here."""
    listed = registry.status(sut_file)
    if as_json:
        emit_json(
            [
                {
                    "name": entry.name,
                    "description": entry.description,
                    "shipped": entry.shipped,
                    "available": entry.command is not None,
                    "client": entry.command and list(entry.command.client),
                    "server": entry.command and list(entry.command.server),
                    "reason": entry.reason,
                    "remedy": entry.remedy,
                }
                for entry in listed
            ]
        )
        return
    rows = [
        (
            entry.name,
            "ready" if entry.command else f"{entry.reason}; do: {entry.remedy}",
            entry.description,
        )
        for entry in listed
    ]
    print_table(("name", "state", "what it is"), rows)


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
