"""Functions traced, against what the same functions give in the clear and plain integers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from ringassay.evaluation.outputs import vectors_of
from ringassay.trace import Traced, Vectors, computation, trace

T = 257
L = 12


def check(traced: Traced, seed: int = 1) -> list[list[int]]:
    """The circuit's answers, after comparing them with the function's in the clear."""
    rng = np.random.default_rng(seed)
    order = traced.space.order
    arguments: list[Any] = []
    for parameter in traced.parameters:
        drawn = rng.integers(0, order, (parameter.wires, traced.space.length))
        arguments.append(drawn[0] if parameter.count is None else list(drawn))
    text = traced.input_text(*arguments)
    answers = vectors_of(traced.circuit.evaluator().evaluate(text))
    assert answers is not None
    assert answers == by_numpy(traced, arguments)
    wires = [
        [int(v) for v in one]
        for parameter, argument in zip(traced.parameters, arguments, strict=True)
        for one in ([argument] if parameter.count is None else argument)
    ]
    assert answers == traced.answers(wires)
    return answers


def by_numpy(traced: Traced, arguments: list[Any]) -> list[list[int]]:
    """What numpy gives, without anything of ours; where 64 bits suffice."""
    space = traced.space
    large = space.order >= 1 << 20 or traced.function is INTEGERS["large constants"]
    kind: Any = bool if space.bits else object if large else np.int64
    copies = [np.array(one, dtype=kind) for one in arguments]
    listed = [
        list(copy) if parameter.count else copy
        for parameter, copy in zip(traced.parameters, copies, strict=True)
    ]
    result = traced.function(*listed)
    slots = []
    for one in result if isinstance(result, (list, tuple)) else [result]:
        entries = [int(v) % space.order for v in np.ravel(one)]
        entries *= 1 if np.ndim(one) else space.length
        slots.append(entries + [0] * (space.length - len(entries)))
    return slots


RNG = np.random.default_rng(7)
SQUARE = RNG.integers(-300, 300, (L, L))
WIDE = RNG.integers(-300, 300, (5, L))
TALL = RNG.integers(0, 2, (L, 7))
ROW = RNG.integers(-1000, 1000, L)

INTEGERS: dict[str, Callable[..., Any]] = {
    "sum": lambda x, y: x + y,
    "difference": lambda x, y: x - y,
    "product": lambda x, y: x * y,
    "negative": lambda x, y: -x + 0 * y,
    "constants": lambda x, y: 3 * x - ROW + (ROW - y) * 2 - 5,
    "arrays on the left": lambda x, y: ROW * x + ROW + (ROW - y),
    "numpy scalars": lambda x, y: np.int64(3) * x + np.uint8(2) - y,
    "numpy functions": lambda x, y: np.add(np.multiply(x, y), np.subtract(ROW, np.square(x))),
    "powers": lambda x, y: x**5 + y**2 + x**1 + y**0,
    "same operand twice": lambda x, y: (x + x) * (x * x) - (y - y),
    "rotations": lambda x, y: (
        np.roll(x, 3) + np.roll(y, -1) * np.roll(x, L) + np.roll(x, 1, axis=0)
    ),
    "total": lambda x, y: x.sum() + np.sum(y),
    "dot": lambda x, y: np.dot(x, y) + x.dot(ROW) + ROW @ y + np.inner(x, x) + (x @ y),
    "numbers and vectors": lambda x, y: x.sum() * y + 3 - y.sum() - x,
    "square matrix": lambda x, y: SQUARE @ x + y @ SQUARE,
    "wide matrix": lambda x, y: (WIDE @ x) * (WIDE @ y),
    "tall matrix": lambda x, y: TALL @ (x[:7] + y[5:]),
    "matrix of zeros": lambda x, y: np.zeros((3, L), dtype=int) @ x,
    "polynomial": lambda x, y: np.polyval([3, 0, -7, 2, 1], x) + np.polyval([5], y),
    "selection": lambda x, y: np.where(np.arange(L) % 3 == 0, x, y) + np.where(ROW > 0, x, 4),
    "entries": lambda x, y: x[3] * y + y[-1] - x[0],
    "slices": lambda x, y: x[2:9] * y[5:] + x[::-1][:7],
    "gathered": lambda x, y: x[[1, 1, 0, 5]] + y[np.array([3, 2, 1, 0])],
    "booleans as an index": lambda x, y: x[ROW > 0] - y[ROW > 0],
    "flip and take": lambda x, y: np.flip(x) + np.take(y, np.arange(L)[::-1]),
    "rolled slices": lambda x, y: np.roll(x[:7], 2) + np.roll(y[:7], -3),
    "numbers with short vectors": lambda x, y: x[:5] + y.sum() - x[:5].sum() * 2 + 1,
    "stack": lambda x, y: np.stack([x.sum(), y[2], x[1] * y[1]]),
    "concatenate": lambda x, y: np.concatenate([x[:4], y[:3], np.array([1, 2])]),
    "loop": lambda x, y: sum((np.roll(x, k) * (k + 1) for k in range(4)), y),
    "entries one by one": lambda x, y: sum(e * e for e in x[:3]) + y,
    "equality": lambda x, y: (x == y) + (x == 3) * 2 + (x != x) + (y != ROW),
    "logic on comparisons": lambda x, y: (x == y) | ~(x == 3) & (y == 4),
    "choice by comparison": lambda x, y: np.where(x == ROW, x, y),
    "remainder": lambda x, y: (x * y) % T,
    "compared after a remainder": lambda x, y: ((x + y) % T == 3) + ((x - 5) % T != y),
    "booleans": lambda x, y: ((x == 3) + (x == 4)) * y + ((x == y) @ (x == 3)),
    "sums of booleans": lambda x, y: (x == y).sum() + sum(x == 3) + np.count_nonzero(y),
    "integers as conditions": lambda x, y: np.where(x, y, 2) + np.logical_not(y),
    "casts": lambda x, y: (x == 3).astype(np.int8) + y.astype(bool) + x.astype(np.int32),
    "shifts": lambda x, y: (x << 3) + (~y),
    "matrices of both": lambda x, y: x.reshape(3, 4) @ y.reshape(4, 3) + x[:9].reshape(3, 3).T,
    "axes": lambda x, y: x.reshape(3, 4).sum(axis=0) * y.reshape(4, 3).sum(axis=1) - 1,
    "broadcasting": lambda x, y: x.reshape(3, 4) * y[:4] + y[:3, None] - x[0],
    "public matrices": lambda x, y: (
        x.reshape(4, 3) @ SQUARE[:3, :3] + SQUARE[:4, :2] @ y[:6].reshape(2, 3)
    ),
    "products along axes": lambda x, y: (
        x.reshape(4, 3).prod(axis=0) + np.prod(y[:6]) + y[:5].prod()
    ),
    "from the beginning on": lambda x, y: np.cumsum(x)[:7] + np.cumprod(y[:7]),
    "differences": lambda x, y: np.diff(x, n=2) + np.diff(y, prepend=0)[:10],
    "convolutions": lambda x, y: np.convolve(x[:5], y[:4]) + np.convolve(x[:6], [1, 2, 1]),
    "outer products": lambda x, y: np.outer(x[:3], y[:4]) + np.kron(x[:2], y[:6]).reshape(3, 4),
    "padding and tiling": lambda x, y: np.pad(x[:8], 2) + np.tile(y[:4], 3) + np.repeat(x[:6], 2),
    "rows": lambda x, y: (
        np.stack([row.sum() for row in x.reshape(4, 3)]) + np.trace(y[:9].reshape(3, 3))
    ),
    "constant in the space": lambda x, y: x * 0 + ROW,
    "zeros and ones": lambda x, y: np.zeros_like(x) + np.ones_like(y) * 2,
    "large constants": lambda x, y: x * 2**70 - 10**30 + y,
}


def changed(x: Any, y: Any) -> Any:
    total = x
    for _ in range(3):
        total += y
    return total * x


def viewed(x: Any, y: Any) -> Any:
    square = x[:9].reshape(3, 3)
    square[:, 1] += y[0]
    square.T[0] = y[:3]
    np.multiply(x, y, out=y)
    return square, x, y


def assigned(x: Any, y: Any) -> Any:
    y[y == 3] = 0
    x[1:] += x[:-1]
    x[[3, 3, 4]] += 1
    x[0], y[0] = y[0], x[0]
    copy = x.copy()
    copy[::2] = 7
    out = np.zeros_like(x)
    out[2:5] = copy[:3]
    return x, y, copy, out


def added(value: Any) -> Any:
    value += 1
    return value


def twice(function: Any) -> Any:
    return lambda value: function(function(value))


def helped(x: Any, y: Any) -> Any:
    first = twice(added)(x)
    second = added(y[2:].copy())
    return first + x, second, y


def rowwise(x: Any, y: Any) -> Any:
    rows = x.reshape(4, 3)
    for row, other in zip(rows, y.reshape(4, 3), strict=True):
        row[...] = row * other
    number = x[0]
    number += 5
    return x, number


def ordered(x: Any, y: Any) -> Any:
    """What is a view depends on the order in memory, which numpy's operators keep."""
    first = x.reshape(3, 4).T + 1
    first.ravel()[0] = 5
    second = np.copy(y.reshape(3, 4).T)
    second.ravel()[0] = 50
    third = y.reshape(3, 4).T.copy()
    third.ravel()[0] = 50
    return first, second, third


CHANGED = (changed, viewed, assigned, helped, rowwise, ordered)
INTEGERS |= {f"memory: {function.__name__}": function for function in CHANGED}


@pytest.mark.parametrize("name", INTEGERS)
def test_integers(name: str) -> None:
    for seed in range(3):
        check(trace(INTEGERS[name], L, T), seed)


BITS: dict[str, Callable[..., Any]] = {
    "logic": lambda x, y: (x & y) ^ (x | ~y),
    "arithmetic of booleans": lambda x, y: (x + y) * (x @ y),
    "arithmetic modulo 2": lambda x, y: x.astype(int) + y * 3 - 1,
    "bits of integers": lambda x, y: (x.sum() & 3) ^ (y + 5) | ~(x * 2),
    "any and all": lambda x, y: (x.any(), y[:3].all(), np.max(x), np.min(y), x.prod()),
    "comparisons": lambda x, y: (x < y) ^ (x <= y) & (x == y) ^ (x >= y) | (x > y) & (x != y),
    "constants": lambda x, y: (x & (ROW > 0)) ^ True ^ (y | 1),
    "numpy functions": lambda x, y: np.logical_and(x, y) ^ np.logical_not(x) ^ np.bitwise_or(x, y),
    "compared with arrays": lambda x, y: (x < (ROW > 0)) ^ ((ROW > 0) <= y) ^ (x < 1),
    "parity": lambda x, y: x.sum() ^ y,
    "choice": lambda x, y: np.where(x, y, np.roll(y, 1)),
    "remainder": lambda x, y: (x + y) % 2,
    "several": lambda x, y: (x & y, x ^ y, x.sum(), x[:3]),
}


@pytest.mark.parametrize("name", BITS)
def test_bits(name: str) -> None:
    for seed in range(3):
        check(trace(BITS[name], L, None), seed)


def test_plain_integers_agree() -> None:
    """An oracle without numpy: the definition of each result."""
    traced = trace(lambda x, y: (x * y, SQUARE @ x, x.sum(), np.roll(x, 2)), L, T)
    x, y = list(range(1, L + 1)), [5 * k + 250 for k in range(L)]
    answers = vectors_of(traced.circuit.evaluator().evaluate(traced.input_text(x, y)))
    assert answers == [
        [a * b % T for a, b in zip(x, y, strict=True)],
        [sum(int(SQUARE[i, j]) * x[j] for j in range(L)) % T for i in range(L)],
        [sum(x) % T] * L,
        [x[(i - 2) % L] for i in range(L)],
    ]


@pytest.mark.parametrize("length", [1, 2, 3, 5, 8, 13, 31, 64])
def test_lengths(length: int) -> None:
    matrix = np.random.default_rng(length).integers(0, 99, (length, length))
    check(trace(lambda x: matrix @ x + x.sum() + x[length - 1] + np.roll(x, 1), length, 65537))


def test_lists_of_vectors() -> None:
    @computation(length=5, modulus=97)
    def product(rows: Vectors(3), columns: Vectors(2), scale: int = 2) -> Any:  # type: ignore[valid-type]
        return [np.stack([row @ column for column in columns]) * scale for row in rows]

    traced = trace(product)
    assert traced.inputs == ["rows[0]", "rows[1]", "rows[2]", "columns[0]", "columns[1]"]
    assert traced.circuit.input_names == traced.inputs
    assert (traced.sizes, traced.scalars) == ((2, 2, 2), (False, False, False))
    check(traced)
    check(trace(lambda rows: sum(rows[1:], rows[0]), 4, 11, inputs={"rows": 6}))


def test_depth_of_powers_and_polynomials_is_logarithmic() -> None:
    for degree in (2, 3, 4, 7, 8, 15):
        depth = (degree - 1).bit_length()
        power = trace(lambda x, d=degree: x**d, 4, T)
        assert power.circuit.facts()["multiplicative_depth"] == depth
        polynomial = trace(lambda x, d=degree: np.polyval(np.arange(1, d + 2), x), 4, T)
        assert polynomial.circuit.facts()["multiplicative_depth"] == depth


def test_products_with_matrices_take_few_rotations() -> None:
    dense = trace(lambda x: np.arange(1, 64 * 64 + 1).reshape(64, 64) @ x, 64, 65537)
    assert dense.circuit.facts()["rotations"] <= 2 * 8
    assert dense.circuit.facts()["multiplications"] == 0
    total = trace(lambda x: x.sum(), 1024, 65537)
    assert total.circuit.facts()["rotations"] == 10


def test_equal_gates_are_recorded_once() -> None:
    traced = trace(lambda x, y: (x + y) * (y + x) + np.roll(x + y, 1) - np.roll(y + x, 1), 4, T)
    assert traced.circuit.summary()["gates"] == 5


def test_functions_that_do_nothing() -> None:
    check(trace(lambda x: x, 4, T))
    check(trace(lambda x, y: (y, x), 4, None))
    check(trace(lambda x: 5, 4, T))
    check(trace(lambda x: np.arange(4), 4, T))
