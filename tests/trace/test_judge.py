"""The judge: the function on plain arrays of numpy, and what is meant where 64 bits overflow."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ringassay.evaluation.outputs import vectors_of
from ringassay.trace import TraceError, load_function, trace
from ringassay.trace.overflow import watched


def test_plain_arrays_are_passed() -> None:
    seen: list[Any] = []

    def look(x: Any) -> Any:
        seen.append(x)
        return x + x

    for options in ({"modulus": 97}, {}, {"bound": 1.0}, {"bound": 1.0, "dtype": complex}):
        traced = trace(look, 4, **options)  # type: ignore[arg-type]
        seen.clear()
        traced.clear([1, 0, 1, 1])
        assert type(seen[0]) is np.ndarray
        assert (
            seen[0].dtype
            == {0: bool, 97: np.int64, 1: float, 2: complex}[
                options.get("modulus", 0) or len(options)
            ]
        )


def test_arguments_are_not_changed() -> None:
    def change(x: Any) -> Any:
        x += 1
        return x

    given = np.arange(4)
    assert trace(change, 4, 97).clear(given).tolist() == [1, 2, 3, 4]
    assert given.tolist() == [0, 1, 2, 3]


def test_an_alias(tmp_path: Path) -> None:
    """`total += y` changes x, in numpy and so in the circuit."""
    (tmp_path / "alias.py").write_text(
        "from ringassay.trace import computation\n"
        "@computation(length=4, modulus=257)\n"
        "def acc(x, y):\n"
        "    total = x\n"
        "    for _ in range(3):\n"
        "        total += y\n"
        "    return total * x\n"
    )
    traced = trace(load_function(f"{tmp_path / 'alias.py'}:acc"))
    x, y = [1, 2, 3, 4], [5, 6, 7, 8]
    text = traced.circuit.evaluator().evaluate(traced.input_text(x, y))
    assert vectors_of(text) == [[256, 143, 62, 13]] == traced.answers([x, y])


def test_booleans_are_numpys() -> None:
    def booleans(x: Any, y: Any) -> Any:
        return (x == 1) + (y == 1), (x == 1) @ (y == 1), (x == 1).sum()

    traced = trace(booleans, 4, 257)
    x, y = [1, 1, 0, 1], [1, 1, 0, 0]
    text = traced.circuit.evaluator().evaluate(traced.input_text(x, y))
    assert vectors_of(text) == [[1, 1, 0, 1], [1] * 4, [3] * 4]


LARGE = 2**61 - 1


def test_integers_do_not_overflow() -> None:
    x, y = [LARGE - 1, LARGE - 2, 3], [LARGE - 3, 5, LARGE - 1]
    products = [(a * b) ** 2 % LARGE for a, b in zip(x, y, strict=True)]
    total = sum(a * b for a, b in zip(x, y, strict=True)) % LARGE

    def squared(x: Any, y: Any) -> Any:
        out = np.zeros_like(x)
        out += x * y
        # Of a single integer of Python's numpy would make a machine integer.
        return np.square(out), np.add(np.sum(x * y), 0), x.astype(int) * y * x * y

    assert trace(squared, 3, LARGE).answers([x, y]) == [products, [total] * 3, products]


def test_where_nothing_says_what_is_right_the_line_is_named() -> None:
    def odd(x: Any) -> Any:
        y = x.copy()
        # Machine integers cannot be asked for this, and exact numbers have no such method.
        return y[0].reshape(1) * x * x * x

    traced = trace(odd, 2, LARGE)
    assert traced.clear([1, 2]).tolist() == [1, 8]
    with pytest.raises(TraceError, match=r"test_judge\.py:\d+: `return y\[0\]"):
        traced.clear([LARGE - 1, LARGE - 2])


OVERFLOWS = {
    "products": lambda x: x * x * x,
    "numbers": lambda x: x[0] * x[1] * x[2],
    "functions of numbers": lambda x: np.inner(np.inner(x, x), np.inner(x, x)),
    "dot": lambda x: x.dot(x) * x.dot(x),
    "powers of numbers": lambda x: x[1] ** 9,
    "methods of numbers": lambda x: x.sum().copy() ** 9,
    "in place": lambda x: x.__imul__(x).__imul__(x),
    "cumulative": np.cumprod,
    "into plain arrays": lambda x: np.multiply(np.ones(3, dtype=int) * 2**40, x),
    "iterated": lambda x: next(a * a * a for a in x),
}


@pytest.mark.parametrize("name", OVERFLOWS)
def test_overflows_are_seen(name: str) -> None:
    def call(given: list[Any]) -> list[Any]:
        return [OVERFLOWS[name](*given)]

    large = [2**31 + 1, 2**31 + 3, 2**31 + 5]
    outputs, place = watched(call, [large])
    assert place is not None
    assert "test_judge.py" in place
    small, nowhere = watched(call, [[1, 2, 3]])
    assert nowhere is None
    plain = OVERFLOWS[name](np.array([1, 2, 3]))
    assert np.array_equal(small[0], plain)
    with np.errstate(all="ignore"):
        assert np.array_equal(outputs[0], OVERFLOWS[name](np.array(large)))


def test_what_asks_for_types_is_found_out() -> None:
    def asks(x: Any) -> Any:
        return x[:2] if isinstance(x, np.ndarray) else x

    with pytest.raises(TraceError, match="does it ask for the type"):
        trace(asks, 4, 97).clear([1, 2, 3, 4])


def test_results_that_are_none_of_the_space() -> None:
    def half(x: Any) -> Any:
        return x / 2 if isinstance(x, np.ndarray) else x

    with pytest.raises(TraceError, match="numpy's result is float64"):
        trace(half, 4, 97).clear([1, 2, 3, 4])
