"""What `ringassay params bgv` and `bfv` hand to the library, and moduli of one's own."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

from ringassay.cli.errors import UsageError

if TYPE_CHECKING:
    from ringassay.he.integers import Parameters
    from ringassay.he.integers.request import Objective

Primes = list[int | float]
"""Primes, or their sizes in bits where they lie below 64."""


class Common(TypedDict):
    """What a choice and parameters of one's own have in common."""

    length: int | None
    depth: float | None
    security: float
    plaintext: int
    plaintext_bits: int | None
    insist: bool
    rotation_keys: int | None


class Choice(TypedDict):
    """What only a choice has."""

    objective: Objective
    slack: float | None
    most_log2_qp: float | None
    for_this_machine: bool


class Moduli(TypedDict):
    """Arguments of `integers.State`."""

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
        return None
    return {
        "primes": _primes("--primes", primes),
        "log2_q": log2_q,
        "small": _primes("--small", small) or [],
        "special": _primes("--special", special),
        "log2_p": log2_p,
        "digits": digits,
    }


def parameters_of(
    scheme: str, index: int | None, moduli: Moduli | None, choice: Choice, common: Common
) -> Parameters:
    """Chosen parameters, or those with these moduli. Raises `UsageError`."""
    from ringassay.he import integers

    if moduli is not None and index is None:
        raise UsageError("moduli of your own are those of a ring: name its --index")
    try:
        if moduli is None or index is None:
            return integers.Choose(scheme)(index=index, **choice, **common)
        return integers.State(scheme)(index, slack=choice["slack"] or 0.0, **moduli, **common)
    except integers.SchemeError as refused:
        raise UsageError(str(refused)) from refused


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
