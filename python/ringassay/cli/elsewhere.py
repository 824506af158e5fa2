"""Where an option belongs that a command does not take: every command is searched for it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

from ringassay.cli.commands import COMMANDS, load

NAMED = 4
"""Commands that a message names."""


def belongs(option: str, path: Sequence[str]) -> str:
    """Which commands take an option, in words, those beside the command `path` first; nothing
    where none does."""
    takers = [one for one in options().get(option, ()) if one != tuple(path)]
    takers.sort(key=lambda one: one[:-1] != tuple(path[:-1]) or len(one) == 1)
    if not takers:
        return ""
    named = ", ".join(f"`ringassay {' '.join(one)}`" for one in takers[:NAMED])
    more = f" and {len(takers) - NAMED} more" if len(takers) > NAMED else ""
    return f": it belongs to {named}{more}"


@cache
def options() -> dict[str, tuple[tuple[str, ...], ...]]:
    """Every spelling of every option, and the commands that take it."""
    found: dict[str, tuple[tuple[str, ...], ...]] = {}
    for path, command in leaves():
        for spelling in spellings(command):
            found[spelling] = (*found.get(spelling, ()), path)
    return found


def spellings(command: Any) -> list[str]:
    """Every string that a command takes for an option, but for those of `--help`."""
    return [
        spelling
        for parameter in command.params
        if parameter.param_type_name == "option"
        for spelling in (*parameter.opts, *parameter.secondary_opts)
    ]


def leaves() -> Iterator[tuple[tuple[str, ...], Any]]:
    """Every command that has no commands below it, with the words that name it."""
    for name in COMMANDS:
        command = load(name)
        inner = getattr(command, "commands", None)
        if inner is None:
            yield (name,), command
        else:
            yield from (((name, one), found) for one, found in inner.items())
