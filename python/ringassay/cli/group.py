"""Commands with subcommands, started quickly."""

from __future__ import annotations

from typing import Any

from typer.core import TyperGroup


class LightGroup(TyperGroup):
    """A group whose subcommands do not wait for options that were not given."""

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
