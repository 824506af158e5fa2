"""Largest moduli for a security level: the table adapters choose their parameters by.

Bossuat et al., *Security Guidelines for Implementing Homomorphic Encryption* (IACR 2024/463),
ternary secret, error of standard deviation 3.19, classical attacks; power-of-two rings. The
modulus counts as a whole, special primes included.
"""

from __future__ import annotations

METHOD = "table of 2024/463, ternary secret, classical"

LEVELS = (128, 192, 256)
"""The security levels of the table, in bits."""

_MAX_LOG2_QP = {
    1024: (26, 0, 0),
    2048: (53, 36, 27),
    4096: (106, 73, 56),
    8192: (214, 147, 114),
    16384: (430, 297, 230),
    32768: (868, 597, 462),
    65536: (1747, 1199, 929),
    131072: (3523, 2411, 1866),
}


def level_for(security: int) -> int | None:
    """The smallest level of the table that gives `security` bits; None above 256."""
    return next((level for level in LEVELS if level >= security), None)


def max_log2_qp(n: int, level: int) -> int:
    """Largest log2 of the whole modulus for ring dimension n; 0 where the table has none."""
    row = _MAX_LOG2_QP.get(n)
    return row[LEVELS.index(level)] if row else 0


def level_of(n: int, log2_qp: float) -> int:
    """The highest level of the table that these parameters reach; 0 if none."""
    return max((level for level in LEVELS if log2_qp <= max_log2_qp(n, level)), default=0)
