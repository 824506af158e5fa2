"""Largest moduli for a security level: the table adapters choose their parameters by.

The table itself stands once, in `crates/security/src/moduli.rs`: by the project's own estimator
(docs/security.md), ternary secret, error of deviation 3.2, all attacks; power-of-two rings. The
modulus counts as a whole, special primes included. Adapters read it from the file `moduli.json`,
as those in other languages do, so that they run where the compiled module cannot be loaded; it is
written by `python -m ringassay.sut.security > moduli.json`, and a test compares both.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from pathlib import Path

METHOD = "table of ringassay's estimator: ternary secret, MATZOV's cost of lattice reduction"

_FILE = json.loads((Path(__file__).parent / "moduli.json").read_text())

LEVELS: tuple[int, ...] = tuple(_FILE["levels"])
"""The security levels of the table, in bits."""

MAX_LOG2_QP: dict[int, tuple[int, ...]] = {
    int(n): tuple(row) for n, row in _FILE["max_log2_qp"].items()
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


def smallest_dimension(
    dimensions: Iterable[int], level: int, log2_qp_needed: Callable[[int], float]
) -> int | None:
    """The rule by which adapters choose a ring: the smallest of the library's dimensions whose
    table entry holds the modulus, special primes included, that is needed there."""
    return min((n for n in dimensions if log2_qp_needed(n) <= max_log2_qp(n, level)), default=None)


def to_json() -> str:
    """The table of the compiled module as a file; equal tables give equal bytes."""
    from ringassay import _native  # noqa: PLC0415 - adapters do without

    levels, found = _native.secure_moduli()
    rows = {str(n): row for n, row in found.items()}
    return json.dumps({"method": METHOD, "levels": levels, "max_log2_qp": rows}, indent=1) + "\n"


if __name__ == "__main__":
    print(to_json(), end="")
