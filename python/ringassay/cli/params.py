"""`ringassay params SCHEME`: choose parameters and say why, each scheme with its own options."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

from ringassay import shell
from ringassay.cli.command import Group
from ringassay.cli.errors import UsageError
from ringassay.cli.output import subcommand
from ringassay.cli.params_ckks import ckks
from ringassay.cli.params_gates import gates
from ringassay.cli.params_others import all_schemes, paper
from ringassay.cli.params_slots import slots
from ringassay.schemes import (
    MULTIPRECISION,
    RNS,
    catalogue,
    is_approximate,
    scheme_keys,
    scheme_name,
)


class ParamsGroup(Group):
    """Answers the former spelling, in which the scheme was an option."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Raises `UsageError` with the command to type."""
        if args and args[0].startswith("-") and args[0] not in ctx.help_option_names:
            typed = shell.command("ringassay", "params", *now(args))
            raise UsageError(f"the scheme comes first. Type: {typed}")
        parsed: list[str] = super().parse_args(ctx, args)
        return parsed


def now(args: list[str]) -> list[str]:
    """The former arguments with the scheme in front, and without the options that named it."""
    scheme, rest, words = "bgv", list[str](), iter(args)
    for word in words:
        name, equals, value = word.partition("=")
        if name in {"--scheme", "-s"}:
            scheme = value if equals else next(words, scheme)
        elif word == "--ckks":
            scheme = "ckks"
        else:
            rest.append(word)
            scheme = "ckks" if name == "--chain" else scheme
    return [scheme, *rest]


app = subcommand(
    cls=ParamsGroup,
    no_args_is_help=True,
    help="""Choose parameters of a scheme for a computation, and say why these; or judge yours.

    Parameters that would be less secure or less deep than asked are refused (exit code 2), unless
    you `--insist`.
    """,
)


def _of(scheme: str, function: Callable[..., None], *without: str) -> Callable[..., None]:
    """`function` for one scheme, without the options that it does not take."""
    signature = inspect.signature(function, eval_str=True)
    kept = [one for one in signature.parameters.values() if one.name not in {"scheme", *without}]

    def command(**options: Any) -> None:
        function(scheme=scheme, **options)

    command.__signature__ = signature.replace(parameters=kept)  # type: ignore[attr-defined]
    command.__annotations__ = {one.name: one.annotation for one in kept}
    command.__doc__ = (function.__doc__ or "").replace("SCHEME", scheme_name(scheme))
    command.applies = getattr(function, "applies", None)  # type: ignore[attr-defined]
    return command


for _scheme in scheme_keys(RNS):
    if is_approximate(_scheme):
        app.command(_scheme)(ckks)
    else:
        has_small = "small" in catalogue()[_scheme].parameters
        app.command(_scheme)(_of(_scheme, slots, *(() if has_small else ("small",))))
for _scheme in scheme_keys(MULTIPRECISION):
    bits_only = ("plaintext",) if catalogue()[_scheme].has_bits_only else ()
    app.command(_scheme)(_of(_scheme, paper, *bits_only))
app.command()(gates)
app.command("all")(all_schemes)
