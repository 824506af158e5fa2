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

CONJUGATE_INVARIANT = "conjugate-invariant"
"""What systems state as `ring` for Z[X + 1/X]/(X^(2N) + 1), of degree N and index 4N."""

Problem = Literal["lwe", "ntru"]

_PROBLEMS: dict[Problem, frozenset[str]] = {
    "lwe": frozenset({"ckks", "gsw"}),
    "ntru": frozenset({"ntru", "ltv"}),
}
"""Schemes of others; ours are in the catalogue."""
_NUMBER = r"(\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)"
_WIDTH = re.compile(rf"(?:σ|sigma|std|stddev|deviation|gaussian)\s*[=:]?\s*{_NUMBER}")
_WEIGHT = re.compile(rf"(?:weight|\bh)\s*[=:]?\s*{_NUMBER}")
_ETA = re.compile(rf"(?:η|eta|binomial)\s*[=:]?\s*{_NUMBER}")
_ZEROS = re.compile(rf"p\(0\)\s*=\s*{_NUMBER}\s*/\s*{_NUMBER}")
_WORDS = 200  # characters of a text that are read


def _letters(name: str) -> str:
    return re.sub(r"[^a-z]", "", name.lower())


@lru_cache
def _problems() -> dict[Problem, frozenset[str]]:
    """Which schemes rest on which problem."""
    ours = catalogue().values()
    return {
        problem: names | {_letters(scheme.key) for scheme in ours if scheme.problem == problem}
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
        secret=secret_kind(secret, dimension, width),
        error_std=width,
    )


def secret_kind(text: str, dimension: int | None, error_std: float | None) -> str | None:
    """A distribution of secrets as the estimator names it: `ternary`, `sparse-W`, `gaussian-S`."""
    said = text[:_WORDS].lower()
    if "ternary" in said:
        if found := _WEIGHT.search(said):
            return _sparse(float(found[1]), dimension)
        if found := _ZEROS.search(said):
            zeros, of = float(found[1]), float(found[2])
            share = 1.0 - zeros / of if of > 0.0 else -1.0
            return _sparse(share * dimension, dimension) if dimension and share > 0.0 else None
        # Sparse, but not how sparse: nothing to start from.
        return None if "sparse" in said else "ternary"
    if "uniform" in said:
        # Exchanged for a secret as wide as the error, which every attack does anyway.
        return None if error_std is None else _gaussian(error_std)
    width = error_width(said)
    return None if width is None else _gaussian(width)


def error_width(text: str) -> float | None:
    """The standard deviation that a text names; None if it names none."""
    said = text[:_WORDS].lower()
    if found := _WIDTH.search(said):
        width = float(found[1])
    elif "binomial" in said and (found := _ETA.search(said)):
        width = math.sqrt(float(found[1]) / 2.0)
    else:
        return None
    return width if 0.0 < width < 2.0**60 else None


def _sparse(weight: float, dimension: int | None) -> str | None:
    if dimension is None or not 1.0 <= weight <= dimension:
        return None
    # As dense as a uniform one, or denser: the sparse attacks gain nothing.
    return "ternary" if weight >= 2.0 * dimension / 3.0 else f"sparse-{int(weight)}"


def _gaussian(std: float) -> str | None:
    return f"gaussian-{std!r}" if 0.1 <= std <= 1e6 else None


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
    """The largest of what is said, sizes of primes included; None if nothing is."""
    values = [value for value in said if math.isfinite(value)]
    sizes = [*_sizes(about.get("q_bits")), *_sizes(about.get("p_bits"))]
    if sizes:
        # Whole numbers are lengths: a prime of b bits is at least 2^(b-1).
        whole = all(size == int(size) for size in sizes)
        values.append(sum(sizes) - (len(sizes) if whole else 0.0))
    largest = max(values, default=math.nan)
    return largest if 0.0 < largest < math.inf else None


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
