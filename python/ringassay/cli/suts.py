"""`ringassay sut list`: the systems under test, and what is missing for those that cannot run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from ringassay import shell
from ringassay.cli.output import JsonOption, emit_json, out
from ringassay.cli.sut_file import SutFileOption
from ringassay.sut import registry
from ringassay.sut.openings import openings
from ringassay.sut.registry import Status

if TYPE_CHECKING:
    from ringassay.harness.trying import Start


def suts(
    sut_file: SutFileOption = None,
    start: Annotated[
        bool,
        typer.Option("--start/--no-start", help="Start each one's programs, as far as HELLO."),
    ] = True,
    as_json: JsonOption = False,
) -> None:
    """List the systems under test, and what is missing for those that cannot run here.

    Each is started, its client and its server, and ended again; `--no-start` only looks whether
    the programs are there.
    """
    listed = registry.status(sut_file)
    started = _started(listed) if start else [None] * len(listed)
    if as_json:
        emit_json([_fields(*one) for one in zip(listed, started, strict=True)])
        return
    rows = [
        (entry.name, _state(entry, came), entry.description)
        for entry, came in zip(listed, started, strict=True)
    ]
    out.table(("name", "state", "what it is"), rows)
    for entry in listed:
        for line in () if entry.command is None else openings(entry.command):
            out.print(f"open to systems: {line}")


def _started(listed: list[Status]) -> list[Start | None]:
    """What came of each; None for what cannot be tried."""
    from ringassay.harness.trying import start_all

    came = iter(start_all([one.command for one in listed if one.command is not None]))
    return [None if one.command is None else next(came) for one in listed]


def _state(entry: Status, start: Start | None) -> str:
    if entry.command is None:
        return f"{entry.reason}; do: {entry.remedy}"
    if start is None:
        return "there; not started"
    if not start.ok:
        check = shell.command("ringassay", "sut", "check", entry.name)
        return f"does not start: {start.said}; do: {check}"
    return f"ready after {start.seconds:.1f} s: {start.said}"


def _fields(entry: Status, start: Start | None) -> dict[str, Any]:
    return {
        "name": entry.name,
        "description": entry.description,
        "shipped": entry.shipped,
        "available": entry.command is not None and (start is None or start.ok),
        "client": entry.command and list(entry.command.client),
        "server": entry.command and list(entry.command.server),
        "started": None if start is None else start.ok,
        "start_s": None if start is None else start.seconds,
        "opens": [] if entry.command is None else list(openings(entry.command)),
        "reason": start.said if start is not None and not start.ok else entry.reason,
        "remedy": entry.remedy,
    }
