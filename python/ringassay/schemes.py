"""The catalogue of schemes, as the compiled module has it.

Nothing else lists schemes. The module is loaded when a scheme is first asked for.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ringassay._native import Scheme

MULTIPRECISION = "multiprecision"
"""The ring family of schemes with an entry of a vector in each ciphertext."""


RNS = "rns-cyclotomic"
"""The ring family of schemes whose modulus is a product of word-sized primes."""


@cache
def catalogue() -> dict[str, Scheme]:
    """Every scheme by its key, the practical ones first."""
    from ringassay import _native  # noqa: PLC0415

    return {scheme.key: scheme for scheme in _native.schemes()}


def scheme_keys(ring: str | None = None) -> tuple[str, ...]:
    """The keys of all schemes, or of those over one ring family."""
    return tuple(key for key, scheme in catalogue().items() if ring in {None, scheme.ring})


def leveled_keys() -> tuple[str, ...]:
    """The keys of schemes whose parameters are chosen for a depth; gates that refresh have none."""
    return tuple(key for key, scheme in catalogue().items() if scheme.ring in {RNS, MULTIPRECISION})


def is_approximate(key: str) -> bool:
    """Whether messages are real or complex numbers. Raises `KeyError` for an unknown scheme."""
    return not {"gf2", "zt"} & set(catalogue()[key].spaces)


def scheme_name(key: str) -> str:
    """The name in prose. Raises `KeyError` for a scheme that does not exist."""
    return catalogue()[key].name


def known_key(key: str) -> str:
    """The key of a leveled scheme as it is. Raises `ValueError` for any other."""
    return _one_of(key, leveled_keys())


def multiprecision_key(key: str) -> str:
    """The key of a multiprecision scheme as it is. Raises `ValueError` for any other."""
    return _one_of(key, scheme_keys(MULTIPRECISION))


def _one_of(key: str, known: tuple[str, ...]) -> str:
    if key not in known:
        *others, last = map(repr, known)
        raise ValueError(f"should be {', '.join(others)} or {last}")
    return key
