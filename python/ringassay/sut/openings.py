"""What an entry takes away from the isolation of its programs, in words.

The harness hides homes, mounted disks and temporary folders but for what programs need to run
(`crates/harness/src/guard/sight.rs`). Whoever wrote the entry decided on what is said here, not
whoever runs it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from ringassay.sut.command import SutCommand

_HOMES = ("/root", "/home", "/mnt", "/media", "/srv")
_HIDDEN = (*_HOMES, "/tmp", "/var/tmp", "/run")  # noqa: S108  (named, not written to)


def openings(command: SutCommand) -> tuple[str, ...]:
    """A line for each variable list, file and folder that a user's entry opens.

    Systems that are part of ringassay open nothing that is told: their folder is the program's own.
    """
    return tuple(_openings(command)) if command.own else ()


def _openings(command: SutCommand) -> Iterator[str]:
    name = command.name
    if command.passed:
        yield f"{name} is given your variables {', '.join(command.passed)} (pass)"
    for place in command.readable:
        yield f"{name} can read {Path(place).resolve()} (readable)"
    folder = Path(command.cwd or Path.cwd())
    for argument in dict.fromkeys((*command.client[1:], *command.server[1:])):
        if (opened := _argument(folder, argument)) is not None:
            yield f"{name} can read {opened} (its argument {argument})"
    if (working := _folder(folder)) is not None:
        yield f"{name} can read {working} (its working folder)"


def _hidden() -> set[Path]:
    return {Path(one).resolve() for one in (*_HIDDEN, os.environ.get("HOME") or "/root")}


def _folder(folder: Path) -> Path | None:
    """A folder that would be hidden; a hidden one as a whole stays so."""
    real, hidden = folder.resolve(), _hidden()
    is_opened = real not in hidden and any(real.is_relative_to(one) for one in hidden)
    return real if is_opened and real.is_dir() else None


def _argument(folder: Path, argument: str) -> str | None:
    """What an argument opens: a folder, or a file with what lies beside it."""
    try:
        place = folder / argument
        if place.is_dir():
            opened = _folder(place)
            return None if opened is None else str(opened)
        if not place.exists() or not argument:
            return None
        beside = _folder(place.parent)
        if beside is not None:
            return f"{place.resolve()} and what lies beside it"
        real = place.resolve()
        return str(real) if any(real.is_relative_to(one) for one in _hidden()) else None
    except (OSError, ValueError):  # no name of a file
        return None
