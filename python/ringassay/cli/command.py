"""The classes of commands: what `--help` shows of flags, which take no value."""

from __future__ import annotations

from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup


def _as_flags(parameters: list[Any]) -> list[Any]:
    """The parameters; no type is shown of those that are flags, `--help` among them."""
    for parameter in parameters:
        if getattr(parameter, "is_flag", False) and parameter.metavar is None:
            parameter.metavar = ""
    return parameters


class Command(TyperCommand):
    """A command. The types of contexts are private to typer."""

    def get_params(self, ctx: Any) -> list[Any]:
        """What `--help` lists."""
        return _as_flags(super().get_params(ctx))


class Group(TyperGroup):
    """A group of commands."""

    def get_params(self, ctx: Any) -> list[Any]:
        """What `--help` lists."""
        return _as_flags(super().get_params(ctx))


class Application(typer.Typer):
    """Commands of these classes, unless they say otherwise."""

    def __init__(self, **options: Any) -> None:
        """As typer's."""
        super().__init__(**{"cls": Group, **options})

    def command(self, name: str | None = None, **options: Any) -> Any:
        """As typer's."""
        return super().command(name, **{"cls": Command, **options})
