"""Options of `ringassay params` for moduli of one's own."""

from __future__ import annotations

from typing import Annotated, TypedDict

import typer

from ringassay.cli.errors import UsageError

Primes = list[int | float]
"""Primes, or their sizes in bits where they lie below 64."""

PrimesOption = Annotated[
    str | None,
    typer.Option(
        "--primes",
        help="The primes of Q, with commas: sizes in bits (45,45,40), or primes themselves.",
    ),
]
Log2QOption = Annotated[
    float | None, typer.Option("--log2-q", help="Instead: the size of Q in bits.")
]
SmallOption = Annotated[
    str | None,
    typer.Option("--small", help="BGV: further primes of Q, at most six, which come and go."),
]
SpecialOption = Annotated[
    str | None,
    typer.Option(
        "--special", help="The primes of P, for key switching; by default as large as a digit."
    ),
]
Log2POption = Annotated[
    float | None, typer.Option("--log2-p", help="Instead: the size of P in bits.")
]
DigitsOption = Annotated[
    int | None,
    typer.Option("--digits", min=1, help="Digits of key switching; by default one per prime."),
]


class Moduli(TypedDict):
    """Arguments of `slots.State`."""

    primes: Primes | None
    log2_q: float | None
    small: Primes
    special: Primes | None
    log2_p: float | None
    digits: int | None


def read_moduli(
    primes: str | None,
    log2_q: float | None,
    small: str | None,
    special: str | None,
    log2_p: float | None,
    digits: int | None,
) -> Moduli | None:
    """The moduli that the options state; None where they state none. Raises `UsageError`."""
    if primes is None and log2_q is None:
        others = {"--small": small, "--special": special, "--log2-p": log2_p, "--digits": digits}
        said = [option for option, value in others.items() if value is not None]
        if said:
            raise UsageError(f"{said[0]} goes with moduli of your own: say --primes or --log2-q")
        return None
    return {
        "primes": _primes("--primes", primes),
        "log2_q": log2_q,
        "small": _primes("--small", small) or [],
        "special": _primes("--special", special),
        "log2_p": log2_p,
        "digits": digits,
    }


def _primes(option: str, text: str | None) -> Primes | None:
    if text is None:
        return None
    found: Primes = []
    for part in filter(None, (part.strip() for part in text.split(","))):
        try:
            found.append(float(part) if "." in part else int(part))
        except ValueError as error:
            raise UsageError(
                f"{option}: {part!r} is no prime and no size in bits, such as 45 or 44.5"
            ) from error
    return found
