"""Any program of these operations: the circuit gives what the function gives in the clear."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from test_tracing import check

from ringassay.trace import trace

Step = tuple[int, int, int, int]

ARITHMETIC: list[Callable[[Any, Any, int], Any]] = [
    lambda a, b, k: a + b,
    lambda a, b, k: a - b,
    lambda a, b, k: a * b,
    lambda a, b, k: -a,
    lambda a, b, k: a * (k - 8),
    lambda a, b, k: (k - 8) - a,
    lambda a, b, k: a * np.arange(k, k + len(a)),
    lambda a, b, k: np.roll(a, k - 8),
    lambda a, b, k: a + b.sum(),
    lambda a, b, k: a * b[k % len(b)],
    lambda a, b, k: a[np.arange(len(a)) * k % len(a)],
    lambda a, b, k: np.where(np.arange(len(a)) < k, a, b),
    lambda a, b, k: (np.arange(len(a) ** 2).reshape(len(a), len(a)) % (k + 2)) @ a,
    lambda a, b, k: a ** (k % 4),
    lambda a, b, k: np.concatenate([a[k % len(a) :], b[: k % len(a)]]) if k % len(a) else a,
]
LOGIC: list[Callable[[Any, Any, int], Any]] = [
    lambda a, b, k: a & b,
    lambda a, b, k: a | b,
    lambda a, b, k: a ^ b,
    lambda a, b, k: ~a,
    lambda a, b, k: a < b,
    lambda a, b, k: a >= b,
    lambda a, b, k: a == b,
    lambda a, b, k: np.where(a, b, np.roll(a, k)),
    lambda a, b, k: a & (np.arange(len(a)) < k),
]


def program(steps: list[Step], operations: list[Callable[[Any, Any, int], Any]]) -> Any:
    def run(x: Any, y: Any) -> Any:
        values = [x, y]
        for operation, a, b, k in steps:
            chosen = operations[operation % len(operations)]
            values.append(chosen(values[a % len(values)], values[b % len(values)], k))
        return values[-1], values[len(values) // 2]

    return run


STEPS = st.lists(
    st.tuples(st.integers(0, 99), st.integers(0, 99), st.integers(0, 99), st.integers(0, 16)),
    min_size=1,
    max_size=8,
)


@settings(max_examples=150, deadline=None)
@given(STEPS, st.integers(1, 17), st.sampled_from([2, 3, 16, 257, 65537, 2**61 - 1]))
def test_integers(steps: list[Step], length: int, modulus: int) -> None:
    check(trace(program(steps, ARITHMETIC), length, modulus))


@settings(max_examples=150, deadline=None)
@given(STEPS, st.integers(1, 70))
def test_bits(steps: list[Step], length: int) -> None:
    check(trace(program(steps, LOGIC + ARITHMETIC[:3]), length, None))
