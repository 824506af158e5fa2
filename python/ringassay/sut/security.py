"""Largest moduli for a security level: the table adapters choose their parameters by.

By the project's own estimator (docs/security.md), ternary secret, error of standard deviation 3.2,
all attacks; power-of-two rings. The modulus counts as a whole, special primes included.
`tests/sut/test_security_table.py` computes the table anew, and finds the same in the Go adapter.
"""

from __future__ import annotations

METHOD = "table of ringassay's estimator: ternary secret, MATZOV's cost of lattice reduction"

LEVELS = (80, 96, 112, 128, 160, 192, 256)
"""The security levels of the table, in bits."""

MAX_LOG2_QP = {
    1024: (42, 35, 30, 26, 21, 17, 12),
    2048: (84, 70, 60, 53, 42, 35, 27),
    4096: (169, 140, 121, 106, 86, 73, 56),
    8192: (343, 283, 243, 214, 173, 147, 113),
    16384: (693, 572, 490, 430, 349, 296, 229),
    32768: (1406, 1156, 989, 868, 704, 596, 462),
    65536: (2843, 2333, 1992, 1747, 1415, 1198, 928),
    131072: (5774, 4723, 4024, 3522, 2849, 2410, 1866),
}
"""Largest whole log2 of the whole modulus, a column for each of `LEVELS`, by ring dimension."""


def level_for(security: int) -> int | None:
    """The smallest level of the table that gives `security` bits; None above 256."""
    return next((level for level in LEVELS if level >= security), None)


def max_log2_qp(n: int, level: int) -> int:
    """Largest log2 of the whole modulus for ring dimension n; 0 where the table has none."""
    row = MAX_LOG2_QP.get(n)
    return row[LEVELS.index(level)] if row else 0


def level_of(n: int, log2_qp: float) -> int:
    """The highest level of the table that these parameters reach; 0 if none."""
    return max((level for level in LEVELS if log2_qp <= max_log2_qp(n, level)), default=0)
