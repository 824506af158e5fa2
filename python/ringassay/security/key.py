"""What an attack on a key starts from."""

from __future__ import annotations

import math
import operator
from dataclasses import dataclass
from typing import Literal, SupportsFloat, SupportsIndex

from ringassay import _native
from ringassay.errors import UserError

Problem = Literal["lwe", "ntru"]
Model = Literal["matzov", "core-svp", "core-svp-quantum", "sieve-2018"]

PROBLEMS: tuple[Problem, ...] = ("lwe", "ntru")
"""What the secrecy of a key rests on."""

MODELS: dict[str, str] = {
    "matzov": "bit operations (MATZOV, 2022): the guidelines of 2024",
    "core-svp": "one sieve, classical: a lower bound",
    "core-svp-quantum": "one sieve, quantum",
    "sieve-2018": "the Homomorphic Encryption Standard of 2018",
}
"""The cost models of lattice reduction. Figures of different models cannot be compared."""

TERNARY = "ternary"
"""Each coefficient uniform in {-1, 0, 1}."""

STANDARD_ERROR = 3.19
"""The standard deviation of errors in the published tables, 8/√(2π)."""


class SecurityError(UserError, ValueError):
    """Parameters of which nothing can be said; the message says which, and what to do."""


class NotEstimatedError(SecurityError):
    """Parameters outside of what the models were made for."""


@dataclass(frozen=True)
class Key:
    """One key: what hides it, in which dimension, behind which modulus.

    `n` is φ(m) for a ring of index m, rank times that for a module. `log2_q` is that of the largest
    modulus at which something is published under the key. `secret`: `ternary`, `binary`,
    `sparse-WEIGHT`, `ternary-P` (the probability of 0), `gaussian-STD`, `binomial-ETA`,
    `tuniform-BITS` or `uniform`. `error_std`: the standard deviation of one coefficient of the
    error in a basis in which it is spherical; `deviation` says that of a distribution. `samples`:
    the most that an attacker sees (one sample of a ring counts n times), `None` for as many as it
    likes: ciphertexts and evaluation keys are samples, too. `problem`: `ntru` where the key is a
    quotient.
    """

    n: int
    log2_q: float
    secret: str = TERNARY
    error_std: float = STANDARD_ERROR
    problem: Problem = "lwe"
    samples: int | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "n", whole(self.n, "the dimension n"))
        object.__setattr__(self, "log2_q", real(self.log2_q, "log2 q"))
        object.__setattr__(self, "error_std", real(self.error_std, "the error's deviation"))
        if self.samples is not None:
            object.__setattr__(self, "samples", whole(self.samples, "the number of samples"))

    @staticmethod
    def of_index(m: int, log2_q: float, **others: object) -> Key:
        """A key in the ring of index m: n is φ(m)."""
        return Key(degree(m), log2_q, **others)  # type: ignore[arg-type]

    def __str__(self) -> str:
        parts = [
            f"n = {self.n}",
            f"log2 q = {self.log2_q:g}",
            f"{self.secret} secret",
            f"error of deviation {self.error_std:g}",
        ]
        if self.problem == "ntru":
            parts.insert(0, "NTRU")
        if self.samples is not None:
            parts.append(f"{self.samples} samples")
        return ", ".join(parts)


def check_words(secret: str, problem: str, model: str) -> None:
    """Raises `SecurityError` for a distribution, a problem or a cost model that there is not."""
    if problem not in PROBLEMS:
        raise SecurityError(f"there is no problem {problem!r}: {' or '.join(PROBLEMS)}")
    if model not in MODELS:
        raise SecurityError(f"there is no cost model {model!r}: {', '.join(MODELS)}")
    try:
        _native.published_log2_q(1024, secret, 128)
    except ValueError as refused:
        raise SecurityError(str(refused)) from refused


def degree(m: int) -> int:
    """φ(m), the dimension of the ring of index m."""
    index = whole(m, "the index m")
    try:
        return _native.index_of(index)["totient"]
    except _native.RingError as refused:
        raise SecurityError(str(refused)) from refused


def deviation(error: SupportsFloat | str) -> float:
    """The standard deviation of errors, a number or the name of a distribution: `gaussian-STD`,
    `binomial-ETA` or `tuniform-BITS`."""
    if not isinstance(error, str):
        return real(error, "the error's deviation")
    try:
        return _native.error_std_of(error)
    except ValueError as refused:
        raise SecurityError(str(refused)) from refused


def whole(value: SupportsIndex, what: str) -> int:
    """A positive integer, numpy's as well; whatever else is refused."""
    try:
        number = operator.index(value)
    except TypeError:
        raise SecurityError(f"{what} is a whole number, not {value!r}") from None
    if isinstance(value, bool) or not 1 <= number < 1 << 63:
        raise SecurityError(f"{what} is a positive number, not {value!r}")
    return number


def real(value: SupportsFloat, what: str) -> float:
    """A finite number, numpy's as well."""
    try:
        number = float(value)
    except (TypeError, ValueError):
        raise SecurityError(f"{what} is a number, not {value!r}") from None
    if isinstance(value, str) or not math.isfinite(number):
        raise SecurityError(f"{what} is a finite number, not {value!r}")
    return number
