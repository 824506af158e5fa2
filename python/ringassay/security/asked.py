"""What "at least so many bits" means: the one rule by which security is judged.

Whoever asks for 128 bits is served by 128 and by 180: the costs of both are compared as delivered,
and what is delivered beyond stands beside them. Of two that serve, the cheaper is also said to be
no weaker if it lies at most NOT_WEAKER_BITS below the other; beyond that the difference is the
price of what is saved, and is named.
"""

from __future__ import annotations

import math

ROUNDING_BITS = 0.1
"""Systems state rounded moduli: by so much an estimate may lie below what was asked for."""

NOT_WEAKER_BITS = 3.0
"""Difference of two estimates up to which neither is called the weaker.

Estimates rest on cost models that differ from each other by more than this.
"""


def meets(delivered_bits: float, asked_bits: float) -> bool:
    """Whether an estimate reaches what was asked for; false for NaN, which is no estimate."""
    return delivered_bits >= asked_bits - ROUNDING_BITS


def is_weaker(bits: float, other_bits: float) -> bool:
    """Whether `bits` are so few beside `other_bits` that the difference is a price."""
    return price_bits(bits, other_bits) > 0.0


def price_bits(bits: float, other_bits: float) -> float:
    """How many bits one gives up beside the other: 0 up to NOT_WEAKER_BITS, and for NaN."""
    missing = other_bits - bits
    return missing if math.isfinite(missing) and missing > NOT_WEAKER_BITS else 0.0


def insecure(found: float | None, how: str, asked_bits: float) -> str | None:
    """Why keys do not have the security asked for, as a clause behind a name; None if they do.

    `how` says what an estimate is, or why there is none. `params`, `explore` and `advise` give this
    reason.
    """
    if found is None:
        return f"has a security that cannot be estimated: {how}"
    if found == 0.0:
        return f"claims no security: {how}"
    if not meets(found, asked_bits):
        return f"has {_bits(found)} of security, {_bits(asked_bits)} are asked for"
    return None


def _bits(count: float) -> str:
    """Bits, rounded down: what is asked for is not reached by rounding."""
    return f"{math.floor(count + 1e-9)} bits"
