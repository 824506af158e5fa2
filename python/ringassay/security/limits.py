"""The other way round: the largest modulus, the smallest dimension, and what tables say."""

from __future__ import annotations

from dataclasses import dataclass

from ringassay import _native
from ringassay.security.key import (
    STANDARD_ERROR,
    TERNARY,
    Model,
    NotEstimatedError,
    Problem,
    SecurityError,
    check_words,
    degree,
    deviation,
    real,
    whole,
)


def max_log2_q(
    n: int | None = None,
    security: float = 128,
    *,
    index: int | None = None,
    secret: str = TERNARY,
    error_std: float | str = STANDARD_ERROR,
    problem: Problem = "lwe",
    samples: int | None = None,
    model: Model = "matzov",
) -> float:
    """The largest log2 q with which a dimension has so many bits of security, to 1/64.

    Raises `SecurityError` for parameters out of range, and where no modulus will do.
    """
    if (n is None) == (index is None):
        raise SecurityError("give either the dimension n or the index of the ring")
    dimension = degree(index) if index is not None else whole(n or 0, "the dimension n")
    width = deviation(error_std)
    wanted = real(security, "the security asked for")
    seen = None if samples is None else whole(samples, "the number of samples")
    check_words(secret, problem, model)
    try:
        return _native.max_log2_q(dimension, secret, width, wanted, problem, seen, model)
    except ValueError as refused:
        raise NotEstimatedError(str(refused)) from refused


def min_dimension(
    log2_q: float,
    security: float = 128,
    *,
    secret: str = TERNARY,
    error_std: float | str = STANDARD_ERROR,
    model: Model = "matzov",
) -> int:
    """The smallest n that has so many bits of security with a modulus; no power of two.

    Of learning with errors, for any number of samples. Raises `SecurityError`.
    """
    check_words(secret, "lwe", model)
    try:
        return _native.min_dimension(
            real(log2_q, "log2 q"),
            secret,
            deviation(error_std),
            real(security, "the security asked for"),
            model,
        )
    except ValueError as refused:
        raise NotEstimatedError(str(refused)) from refused


@dataclass(frozen=True)
class Published:
    """The largest log2 q of the published tables, for errors of deviation 3.19."""

    guidelines_2024: int | None
    """Security Guidelines for Implementing Homomorphic Encryption, 2024/463, table 5.2."""
    standard_2018: int | None
    """Homomorphic Encryption Standard, 2019/939, table 1: what SEAL and OpenFHE enforce."""


def published(n: int, security: int = 128, secret: str = TERNARY) -> Published:
    """What the tables say, `None` where they have no entry.

    They have powers of two from 2^10 on, and 128, 192 and 256 bits; ternary secrets, that of 2024
    `gaussian-3.19` as well.
    """
    dimension, bits = whole(n, "the dimension n"), whole(security, "the security asked for")
    try:
        return Published(*_native.published_log2_q(dimension, secret, min(bits, 1 << 31)))
    except ValueError as refused:
        raise SecurityError(str(refused)) from refused
