"""The classes of commands: what `--help` shows of flags, and a quick start of subcommands."""

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
    """A group of commands, which do not wait for options that were not given."""

    def get_params(self, ctx: Any) -> list[Any]:
        """What `--help` lists."""
        return _as_flags(super().get_params(ctx))

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Where a subcommand comes first, without the options that end the program.

        To read that they are not there takes typer 0.1 s: it imports pydantic for them.
        """
        every, has_help = self.params, self.add_help_option
        if args and not args[0].startswith("-"):
            self.params = [one for one in every if not str(one.name).endswith("_completion")]
            self.add_help_option = False
        try:
            return list(super().parse_args(ctx, args))
        finally:
            self.params, self.add_help_option = every, has_help


class Application(typer.Typer):
    """Commands of these classes, unless they say otherwise."""

    def __init__(self, **options: Any) -> None:
        """As typer's."""
        super().__init__(**{"cls": Group, **options})

    def command(self, name: str | None = None, **options: Any) -> Any:
        """As typer's."""
        return super().command(name, **{"cls": Command, **options})
