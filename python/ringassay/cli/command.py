"""The classes of commands: what `--help` shows of flags, a quick start of subcommands, and the
refusal of options that do not apply."""

from __future__ import annotations

from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

from ringassay.cli.applies import refuse_idle


def _as_flags(parameters: list[Any]) -> list[Any]:
    """The parameters; no type is shown of those that are flags, `--help` among them."""
    for parameter in parameters:
        if getattr(parameter, "is_flag", False) and parameter.metavar is None:
            parameter.metavar = ""
    return parameters


class Command(TyperCommand):
    """A command. The types of contexts and errors are private to typer."""

    def get_params(self, ctx: Any) -> list[Any]:
        """What `--help` lists."""
        return _as_flags(super().get_params(ctx))

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Refuses options of other commands, and those that would do nothing."""
        try:
            parsed: list[str] = super().parse_args(ctx, args)
        except Exception as error:
            if hasattr(error, "possibilities"):  # an unknown option
                _point(error, _path(ctx))
            raise
        if not ctx.resilient_parsing:
            refuse_idle(ctx)
        return parsed


def _path(ctx: Any) -> tuple[str, ...]:
    """The words that name the command, without that of the program."""
    return () if ctx.parent is None else (*_path(ctx.parent), str(ctx.info_name))


def _point(error: Any, path: tuple[str, ...]) -> None:
    """Has typer's error about an unknown option say which commands take it."""
    from ringassay.cli.elsewhere import belongs

    option = error.option_name
    if len(option) == 2:
        known = (one for parameter in error.ctx.command.params for one in parameter.opts)
        long = [one for one in known if one.startswith(f"-{option}")]
        where = f": write {' or '.join(long)}" if long else ""
    else:
        where = belongs(option, path)
    if where:
        error.message, error.possibilities = f"{error.message}{where}", None


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
            self.params = [
                one for one in every if not str(one.name).endswith(("_completion", "page"))
            ]
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
