"""Largest moduli for a security level: the table adapters choose their parameters by.

The table itself stands once, in `crates/security/src/moduli.rs`: by the project's own estimator
(docs/security.md), ternary secret, error of deviation 3.2, all attacks; power-of-two rings. The
modulus counts as a whole, special primes included. Programs that cannot load the compiled module
have the same table as a file: `python -m ringassay.sut.security > moduli.json`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable

from ringassay import _native

METHOD = "table of ringassay's estimator: ternary secret, MATZOV's cost of lattice reduction"

_LEVELS, _ROWS = _native.secure_moduli()

LEVELS = tuple(_LEVELS)
"""The security levels of the table, in bits."""

MAX_LOG2_QP = {n: tuple(row) for n, row in _ROWS.items()}
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


def smallest_dimension(
    dimensions: Iterable[int], level: int, log2_qp_needed: Callable[[int], float]
) -> int | None:
    """The rule by which adapters choose a ring: the smallest of the library's dimensions whose
    table entry holds the modulus, special primes included, that is needed there."""
    return min((n for n in dimensions if log2_qp_needed(n) <= max_log2_qp(n, level)), default=None)


def to_json() -> str:
    """The table as a file for programs in other languages; equal tables give equal bytes."""
    rows = {str(n): row for n, row in MAX_LOG2_QP.items()}
    return json.dumps({"method": METHOD, "levels": LEVELS, "max_log2_qp": rows}, indent=1) + "\n"


if __name__ == "__main__":
    print(to_json(), end="")
