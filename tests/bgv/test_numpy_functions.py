"""Functions of numpy on ciphertexts: what they give is numpy's, or they are refused by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from ringassay import bgv

A, B = np.arange(200), 3 * np.arange(200) % 50

COMPUTED: dict[str, Callable[[Any, Any], Any]] = {
    "dot": np.dot,
    "inner": np.inner,
    "vdot": np.vdot,
    "matmul": lambda a, b: a @ b + b @ a,
    "sum": lambda a, b: np.sum(a) * b + np.add.reduce(a),
    "sums of numbers": lambda a, b: np.sum(np.sum(a) + np.sum(b)) - np.sum(np.dot(a, b)),
    "roll": lambda a, b: np.roll(a, 2) - np.roll(b, -1),
    "flip": lambda a, b: np.flip(a) + b,
    "cumsum": lambda a, b: np.cumsum(a),
    "polyval": lambda a, b: np.polyval([1, 0, 1], a),
    "a matrix on the left": lambda a, b: np.outer(B[: len(a)], A[: len(a)]) % 3 @ a,
    "a matrix on the right": lambda a, b: a @ (np.outer(A[: len(a)], B[: len(a)]) % 5),
    "a dot product with an array": lambda a, b: A[: len(a)] % 2 @ a,
    "array * ciphertext": lambda a, b: (A[: len(a)] % 2) * a,
    "array + ciphertext": lambda a, b: np.add(A[: len(a)] % 2, a),
    "array - ciphertext": lambda a, b: A[: len(a)] % 2 - a,
    "numbers of numpy": lambda a, b: np.int64(1) * a + np.uint8(1) - b,
    "square": lambda a, b: np.square(a),
    "where": lambda a, b: np.where(A[: len(a)] % 2 == 0, a, b),
    "zeros and ones": lambda a, b: np.zeros_like(a) + np.ones_like(b) * a,
    "negative": lambda a, b: np.negative(a),
    "take": lambda a, b: np.take(a, np.arange(len(a))[::-1]),
    "convolve": lambda a, b: np.convolve(a, [1, 0, 1], mode="same"),
}
REFUSED: dict[str, Callable[[Any, Any], Any]] = {
    "np.kron": np.kron,
    "np.outer": np.outer,
    "np.concatenate": lambda a, b: np.concatenate([a, b]),
    "np.stack": lambda a, b: np.stack([a, b]),
    "np.diff": lambda a, b: np.diff(a),
    "np.reshape": lambda a, b: np.reshape(a, (1, -1)),
    "np.sort": lambda a, b: np.sort(a),
    "np.exp": lambda a, b: np.exp(a),
    "np.argmax": lambda a, b: np.argmax(a),
    "np.mean": lambda a, b: np.mean(a),
    "np.linalg|np.norm": lambda a, b: np.linalg.norm(a),
    "np.fft has|np.fft": lambda a, b: np.fft.fft(a),
    "np.einsum": lambda a, b: np.einsum("i,i", a, b),
    "no array of numpy": lambda a, b: np.array(a),
    "no array of numpy.": lambda a, b: np.asarray([a, b]),
    "no single entries": lambda a, b: list(a),
    "no single entries.": lambda a, b: sum(a),
    "not compared": lambda a, b: a == b,
    "not compared.": lambda a, b: A[: len(a)] == a,
    "np.add into an array": lambda a, b: np.zeros(len(a), dtype=int).__iadd__(a),
    "np.add into": lambda a, b: np.add(a, b, out=np.zeros(len(a), dtype=object)),
    "neither true nor false": lambda a, b: bool(a),
    "np.sum .*axis|np.sum": lambda a, b: np.sum(a, axis=1),
    "a number has no length": lambda a, b: len(np.sum(a)),
    "np.expand_dims.*shape": lambda a, b: np.expand_dims(a, 0),
}


@pytest.mark.parametrize("name", COMPUTED)
def test_numpy_decides(case: Any, name: str) -> None:
    x, y = case.vector(), case.vector()
    a, b = case.keys.encrypt(x), case.keys.encrypt(y)
    found = COMPUTED[name](a, b)
    wanted = np.broadcast_to(COMPUTED[name](x.astype(object), y.astype(object)), len(a))
    assert case.opened(found) == [int(entry) % case.t for entry in wanted]
    assert found.shape == np.shape(COMPUTED[name](x, y))


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_refused_is_named(bits: Any, name: str) -> None:
    a, b = bits.keys.encrypt(1), bits.keys.encrypt(0)
    with pytest.raises(TypeError, match=name.rstrip(".")):
        REFUSED[name](a, b)


def test_errors_of_the_scheme_stay_what_they_are(bits: Any) -> None:
    a = bits.keys.public.encrypt(1)
    with pytest.raises(bgv.MissingKeyError):
        np.dot(a, a)
    with pytest.raises(bgv.VectorError):
        np.arange(3) * a
    with pytest.raises(bgv.VectorError):
        a + np.ones((2, len(a)), dtype=int)


def test_an_array_stays_an_array_and_a_ciphertext_a_value(bits: Any) -> None:
    a = bits.keys.encrypt(1)
    other = a
    other += 1
    assert bits.opened(a) == [1] * len(a)
    assert np.shape(a) == (len(a),)
    assert np.ndim(np.sum(a)) == 0
