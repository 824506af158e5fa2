"""Options that say something only beside others: what would do nothing is refused, never ignored.

A command declares them above its function, by the names of parameters:

    @applies(needs={"force": ("report",)}, idle={"show": ("rounds", "sample_us")})

`needs`: an option says something only beside one of these. `idle`: beside an option, these say
nothing. Only the command line counts: defaults of a configuration file are for many questions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from ringassay.errors import UserError

Function = TypeVar("Function", bound=Callable[..., Any])
Names = Mapping[str, Sequence[str]]


@dataclass(frozen=True)
class Applies:
    """What a command's options say of each other."""

    needs: Names
    idle: Names


def applies(*, needs: Names | None = None, idle: Names | None = None) -> Callable[..., Any]:
    """Declares it of the function that it decorates."""

    def declare(function: Function) -> Function:
        function.applies = Applies(needs or {}, idle or {})  # type: ignore[attr-defined]
        return function

    return declare


def declared(command: Any) -> Applies:
    """What a command declares; nothing where it does not."""
    found = getattr(command.callback, "applies", None) or Applies({}, {})
    own = {one.name for one in command.params}
    needs = {name: others for name, others in found.needs.items() if name in own}
    return Applies(needs, found.idle)


def refuse_others(context: Any, asked: str, takers: Mapping[str, set[str]]) -> None:
    """Raises `UserError` for an option that only other questions than `asked` take.

    `takers`: what each question takes, of the options that not all of them take.
    """
    for name, (spelling, _) in _given(context).items():
        others = [one for one, taken in takers.items() if name in taken]
        if others and asked not in others:
            raise UserError(f"{asked} takes no {spelling}: it is for {' and '.join(others)}")


def _given(context: Any) -> dict[str, tuple[str, Any]]:
    """Parameters that stand on the command line: as they were typed, and what they are."""
    return {
        one.name: (spelled(one, context.params.get(one.name)), one)
        for one in context.command.params
        if getattr(context.get_parameter_source(one.name), "name", "") == "COMMANDLINE"
    }


def refuse_idle(context: Any) -> None:
    """Raises `UserError` for an option that would do nothing beside the others that were given."""
    rules, given = declared(context.command), _given(context)
    for name, others in rules.needs.items():
        if name in given and not any(other in given for other in others):
            spelling, _ = given[name]
            wanted = [spelled(one, None) for one in context.command.params if one.name in others]
            raise UserError(
                f"{spelling} is for {' or '.join(wanted)}: add one, or leave {spelling} out"
            )
    for name, others in rules.idle.items():
        for other in others:
            if name in given and other in given:
                raise UserError(
                    f"{given[name][0]} takes no {given[other][0]}: leave one of the two out"
                )


def spelled(parameter: Any, value: object) -> str:
    """A parameter as it is typed: an option's longest name, an argument's name in capitals."""
    if parameter.param_type_name == "argument":
        return str(parameter.metavar or parameter.name.upper())
    names: list[str] = parameter.opts
    if value is False and parameter.secondary_opts:
        names = parameter.secondary_opts
    return max(names, key=len)
