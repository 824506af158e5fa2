"""Options that name a scheme of the catalogue."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import typer

from ringassay.spelling import meant


def scheme_option(choices: Sequence[str], *names: str, help: str) -> Any:
    """An option whose value is one of `choices`: what `Literal` would be, were they known before
    the catalogue is read."""

    def check(value: str) -> str:
        if value not in choices:
            raise typer.BadParameter(
                f"{value!r} is not one of {', '.join(choices)}{meant(value, choices)}"
            )
        return value

    return typer.Option(
        *names,
        help=help,
        metavar=f"[{'|'.join(choices)}]",
        callback=check,
        autocompletion=lambda: list(choices),
    )
