"""examples/rounding_prf.py: laws of gadgets and rounding, and its functions by integers alone."""

from __future__ import annotations

import itertools
import runpy
from pathlib import Path
from typing import Any

import numpy as np
import pytest

EXAMPLE = Path(__file__).parents[2] / "examples" / "rounding_prf.py"
Integers = list[int]


@pytest.fixture(scope="module")
def prf() -> dict[str, Any]:
    return runpy.run_path(str(EXAMPLE))


def integers(x: Any, q: int) -> Integers:
    return [int(c) % q for c in x.to("powerful").lift()]


def times(a: Integers, b: Integers, q: int) -> Integers:
    """By the definition, modulo X^n + 1."""
    n = len(a)
    found = [0] * n
    for i, j in itertools.product(range(n), repeat=2):
        found[(i + j) % n] += a[i] * b[j] * (1 if i + j < n else -1)
    return [c % q for c in found]


def rounded(a: Integers, q: int, p: int) -> Integers:
    return [(2 * c * p + q) // (2 * q) % p for c in a]


def test_the_product_is_that_of_integers(prf: dict[str, Any]) -> None:
    ring, p = prf["R"], prf["P"]
    q = ring.q
    a, secrets = ring.uniform(seed=1), [ring.uniform(seed=i) for i in (2, 3, 4)]
    seen = set()
    for x in itertools.product((0, 1), repeat=3):
        exact = integers(a, q)
        for secret, bit in zip(secrets, x, strict=True):
            exact = times(exact, integers(secret, q), q) if bit else exact
        value = prf["product"](a, secrets, x).tolist()
        assert value == rounded(exact, q, p)
        seen.add(tuple(value))
    assert len(seen) == 8


def test_digits_are_small_and_give_their_element(prf: dict[str, Any]) -> None:
    ring, q = prf["R"], prf["R"].q
    row = [ring.uniform(seed=i) for i in range(3)]
    digits = prf["decomposed"](row)
    assert {c for line in digits for x in line for c in integers(x, q)} == {0, 1}
    weighted = [[ring(g)] for g in prf["gadget"]()]
    for j, x in enumerate(row):
        (back,) = prf["times"]([line[j] for line in digits], weighted)
        assert integers(back, q) == integers(x, q)


def test_the_tree_is_that_of_integers_and_almost_linear(prf: dict[str, Any]) -> None:
    ring, p, digits = prf["R"], prf["P"], prf["DIGITS"]
    q = ring.q
    leaves = tuple([ring.uniform(seed=100 * b + i) for i in range(digits)] for b in (0, 1))
    s, t = ring.uniform(seed=7), ring.uniform(seed=8)
    row = prf["evaluated"]((0, 1), leaves, [1, 0])
    # One column by integers: Σ_i A_1[i]·(digit i of A_0[5]).
    right = integers(leaves[0][5], q)
    column = [0] * ring.n
    for i in range(digits):
        part = times(integers(leaves[1][i], q), [c >> i & 1 for c in right], q)
        column = [(x + y) % q for x, y in zip(column, part, strict=True)]
    assert integers(row[5], q) == column
    keyed = prf["keyed"]
    exact = rounded(times(integers(s, q), column, q), q, p)
    assert keyed(s, [row[5]]).tolist() == exact
    difference = (keyed(s + t, row) - keyed(s, row) - keyed(t, row) + 1) % p
    assert set(difference.tolist()) <= {0, 1, 2}
    assert np.ptp(keyed(s, row)) == p - 1
