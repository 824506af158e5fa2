"""What a system says of its keys, read as facts that an estimate can start from.

Everything here comes from the system under test: texts of any kind, numbers of any size. What
cannot be read is None, never a guess.
"""

from __future__ import annotations

import json
import math
import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

from ringassay.schemes import catalogue
from ringassay.security.distributions import error_width, secret_kind

CONJUGATE_INVARIANT = "conjugate-invariant"
"""What systems state as `ring` for Z[X + 1/X]/(X^(2N) + 1), of degree N and index 4N."""

Problem = Literal["lwe", "ntru"]

_PROBLEMS: dict[Problem, frozenset[str]] = {
    "lwe": frozenset({"ckks", "gsw"}),
    "ntru": frozenset({"ntru", "ltv"}),
}
"""Schemes of others; ours are in the catalogue."""


def _letters(name: str) -> str:
    return re.sub(r"[^a-z]", "", name.lower())


@lru_cache
def _problems() -> dict[Problem, frozenset[str]]:
    """Which schemes rest on which problem."""
    ours = catalogue().values()
    return {
        problem: names
        | {
            _letters(name)
            for scheme in ours
            if scheme.problem == problem
            for name in (scheme.key, scheme.name)
        }
        for problem, names in _PROBLEMS.items()
    }


@dataclass(frozen=True)
class Stated:
    """The facts an estimate needs, as stated; None where nothing usable was said.

    `log2_q` is that of the largest modulus for which anything is published: with special primes,
    and not below what the sizes of the primes add up to.
    """

    scheme: str
    dimension: int | None
    log2_q: float | None
    secret: str | None
    error_std: float | None
    plaintext_modulus: float | None = None

    @property
    def problem(self) -> Problem | None:
        """What the scheme rests on; None for a scheme that is not known here."""
        plain = _letters(self.scheme)
        return next((problem for problem, names in _problems().items() if plain in names), None)

    @property
    def missing(self) -> tuple[str, ...]:
        """What would have to be said for an estimate."""
        wanted = (
            (self.problem, f"which problem the scheme {self.scheme[:40]!r} rests on"),
            (self.dimension, "a ring dimension (n, or m, without contradiction)"),
            (self.log2_q, "the whole modulus (log2_qp)"),
            (self.secret, "the distribution of the secret"),
            (self.error_std, "the deviation of the error"),
        )
        return tuple(words for value, words in wanted if value is None)


def stated(
    scheme: str, n: float, m: float, moduli: tuple[float, float], texts: tuple[str, str, str]
) -> Stated:
    """Facts out of the stored columns: `moduli` are log2 q and log2 qP, NaN where not said; `texts`
    are the secret, the error and the whole of the parameters as JSON."""
    secret, error, parameters = texts
    about = _object(parameters)
    # The conjugate-invariant ring is half of that of its index.
    half = about.get("ring") == CONJUGATE_INVARIANT
    dimension = _dimension(n, m, 2 if half else 1)
    width = error_width(error)
    own = about.get("scheme")
    return Stated(
        scheme=own if isinstance(own, str) and own else scheme,
        dimension=dimension,
        log2_q=_modulus(moduli, about),
        secret=secret_kind(secret, dimension),
        error_std=width,
        plaintext_modulus=_plaintext_modulus(about.get("t")),
    )


def _dimension(n: float, m: float, parts: int) -> int | None:
    """φ(m)/parts, which n has to be where both are said."""
    said_n, said_m = _whole(n), _whole(m)
    if said_m is None:
        return said_n if math.isnan(m) else None
    found = totient(said_m) // parts
    return found if math.isnan(n) or said_n == found else None


def _whole(value: float) -> int | None:
    return int(value) if 1.0 <= value <= 2.0**31 and value == int(value) else None


@lru_cache(maxsize=256)
def totient(m: int) -> int:
    """Euler's φ of 1 ≤ m ≤ 2^31, by trial division."""
    result, rest, p = m, m, 2
    while p * p <= rest:
        if rest % p == 0:
            result -= result // p
            while rest % p == 0:
                rest //= p
        p += 1
    return result - result // rest if rest > 1 else result


def _modulus(said: tuple[float, float], about: dict[str, Any]) -> float | None:
    """The largest of what is said (log2 q, log2 qP), sizes of primes included; None if nothing is.

    Whole sizes are lengths: a prime of b bits lies between 2^(b - 1) and 2^b. They count as the
    largest primes that they allow, unless the modulus that is stated for all of them is one that
    such primes can have.
    """
    values = [value for value in said if math.isfinite(value)]
    special = _sizes(about.get("p_bits"))
    sizes = [*_sizes(about.get("q_bits")), *special]
    if sizes:
        of_all = [value for value in said[bool(special) :] if math.isfinite(value)]
        are_lengths = all(size == int(size) for size in sizes)
        least = sum(sizes) - (len(sizes) if are_lengths else 0)
        if max(of_all, default=-math.inf) < least:
            values.append(sum(sizes))
    largest = max(values, default=math.nan)
    return largest if 0.0 < largest < math.inf else None


def _plaintext_modulus(said: object) -> float | None:
    usable = isinstance(said, int | float) and not isinstance(said, bool) and 2 <= said < 2**1000
    return float(said) if usable else None  # type: ignore[arg-type]


def _sizes(listed: object) -> list[float]:
    """The sizes of primes, without what is none."""
    if not isinstance(listed, list):
        return []
    return [
        float(size)
        for size in listed[:4096]
        if isinstance(size, int | float) and not isinstance(size, bool) and 0 < size < 65536
    ]


def _object(text: str) -> dict[str, Any]:
    try:
        found = json.loads(text or "{}")
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}
