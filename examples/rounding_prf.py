"""Pseudorandom functions by rounding over a ring: the product of Banerjee, Peikert and Rosen
(ePrint 2011/401, §5) and the tree of Banerjee and Peikert (ePrint 2014/074), with a gadget.

The product is F(x) = ⌊a·∏ s_i^x_i⌉_p with secret s_i. In the tree a leaf is one of two public rows
A_0, A_1, chosen by a bit of x, and a node is A_left·G⁻¹(A_right): digits of the right one, small,
with G·G⁻¹(A) = A. Its function ⌊s·A(x)⌉_p has one secret s, and F of a sum of secrets is the sum of
their F but for -1, 0 or 1: rounding is all that is not linear.

For reading, not for use: no parameters were chosen for security.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ringassay.ring import Element, Ring

R = Ring(128, limbs=1, bits=24)
P = 64
DIGITS = R.q.bit_length()

Row = list[Element]
Tree = int | tuple["Tree", "Tree"]
"""The place of a bit of x, or a node of two trees."""


def rounded(x: Element) -> NDArray[np.int64]:
    """⌊(p/q)·x⌉ mod p, each coefficient in the powerful basis."""
    coefficients = np.asarray(x.to("powerful").lift()) % R.q
    return (2 * P * coefficients + R.q) // (2 * R.q) % P


def product(a: Element, secrets: Sequence[Element], x: Sequence[int]) -> NDArray[np.int64]:
    """The function of 2011/401."""
    for secret, bit in zip(secrets, x, strict=True):
        a = a * secret if bit else a
    return rounded(a)


def gadget() -> list[int]:
    """G: the powers of two up to q."""
    return [1 << i for i in range(DIGITS)]


def decomposed(row: Row) -> list[Row]:
    """G⁻¹(row): line i has the binary digits of weight 2^i of each element."""
    coefficients = [np.asarray(x.to("powerful").lift()) % R.q for x in row]
    return [[R(c >> i & 1) for c in coefficients] for i in range(DIGITS)]


def times(row: Row, matrix: list[Row]) -> Row:
    """A row by a matrix."""
    columns = zip(*matrix, strict=True)
    return [sum((x * y for x, y in zip(row, column, strict=True)), R.zero()) for column in columns]


def evaluated(tree: Tree, leaves: tuple[Row, Row], x: Sequence[int]) -> Row:
    """A(x), which is public."""
    if isinstance(tree, int):
        return leaves[x[tree]]
    left, right = (evaluated(part, leaves, x) for part in tree)
    return times(left, decomposed(right))


def keyed(s: Element, row: Row) -> NDArray[np.int64]:
    """The function of 2014/074: ⌊s·A(x)⌉_p, of a row A(x)."""
    return np.concatenate([rounded(s * x) for x in row])


if __name__ == "__main__":
    x = [1, 0, 1]
    secrets = [R.uniform().public() for _ in x]
    print("product:", *product(R.uniform(), secrets, x)[:8])
    leaves = ([R.uniform() for _ in range(DIGITS)], [R.uniform() for _ in range(DIGITS)])
    row = evaluated(((0, 1), 2), leaves, x)
    s, t = R.uniform(), R.uniform()
    difference = (keyed(s + t, row) - keyed(s, row) - keyed(t, row)) % P
    print("tree:", *keyed(s, row)[:8])
    print("F(s + t) - F(s) - F(t):", *sorted({int(d) for d in (difference + 1) % P - 1}))
