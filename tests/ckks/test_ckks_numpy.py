"""Functions of numpy on ciphertexts of CKKS: what they give is numpy's, or they are refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from ringassay import ckks

LENGTH = 8
RNG = np.random.default_rng(9)
X, Y = RNG.uniform(-1, 1, LENGTH), RNG.uniform(-1, 1, LENGTH)
Z = X * np.exp(1j * Y)
MATRIX = RNG.uniform(-0.5, 0.5, (LENGTH, LENGTH))


@pytest.fixture(scope="module")
def keys() -> Any:
    made = ckks.choose(depth=6, precision=20, length=LENGTH, degree=1024, insist=True)
    return made.keys()


COMPUTED: dict[str, Callable[[Any, Any], Any]] = {
    "dot": np.dot,
    "vdot": np.vdot,
    "a matrix": lambda a, b: MATRIX @ a + b @ MATRIX,
    "sums": lambda a, b: np.sum(a) * b + np.mean(b) + a.sum(),
    "sums of numbers": lambda a, b: np.sum(np.sum(a)) + np.sum(np.mean(b)),
    "variance": lambda a, b: np.var(a),
    "moved": lambda a, b: np.roll(a, 3) + np.flip(b),
    "cumsum": lambda a, b: np.cumsum(a),
    "polyval": lambda a, b: np.polyval([0.5, 0.25, -1.0], a),
    "convolve": lambda a, b: np.convolve(a, [0.25, 0.5, 0.25], mode="same"),
    "arrays": lambda a, b: X * a - (Y - b) + np.add(X, a),
    "numbers of numpy": lambda a, b: np.float64(0.5) * a + np.int64(2) * b,
    "where": lambda a, b: np.where(X < 0, a, b),
    "divided": lambda a, b: a / 4 + np.true_divide(b, 2.0),
    "square": lambda a, b: np.square(a) - np.negative(b),
}


@pytest.mark.parametrize("name", COMPUTED)
def test_numpy_decides(keys: Any, name: str) -> None:
    for x, y in ((X, Y), (Z, Y)):
        wanted = COMPUTED[name](x, y)
        found = COMPUTED[name](keys.encrypt(x), keys.encrypt(y))
        assert np.allclose(keys.decrypt(found), wanted, atol=2**-12), name
        assert found.shape == np.shape(wanted)


REFUSED: dict[str, Callable[[Any, Any], Any]] = {
    "np.kron": np.kron,
    "np.concatenate": lambda a, b: np.concatenate([a, b]),
    "np.exp": lambda a, b: np.exp(a),
    "np.maximum": np.maximum,
    "no array of numpy": lambda a, b: np.array(a),
    "no array": lambda a, b: np.asarray([a, b]),
    "no single entries": lambda a, b: list(a),
    "no order": lambda a, b: a < b,
    "not compared": lambda a, b: np.equal(X, a),
    "neither true nor false": lambda a, b: bool(a),
    "np.add into an array": lambda a, b: X.copy().__iadd__(a),
    "no division by an encrypted value": lambda a, b: a / b,
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_refused_is_named(keys: Any, name: str) -> None:
    with pytest.raises(TypeError, match=name):
        REFUSED[name](keys.encrypt(X), keys.encrypt(Y))


def test_rotations_among_more_slots_are_refused() -> None:
    keys = ckks.choose(depth=2, precision=20, length=6, degree=1024, insist=True).keys()
    a = keys.encrypt(X[:6])
    assert np.allclose(keys.decrypt(np.sum(a)), X[:6].sum(), atol=2**-12)
    with pytest.raises(TypeError, match="a power of two"):
        np.roll(a, 1)
