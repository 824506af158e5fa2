"""Functions over reals: the circuit's answers are those of numpy's doubles, to their precision."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from ringassay.evaluation.judgement import Tolerance, judge
from ringassay.sut.complexes import format_complex
from ringassay.trace import Traced, TraceError, computation, trace

L = 12
RNG = np.random.default_rng(5)
MATRIX, ROW = RNG.normal(size=(L, L)), RNG.normal(size=L)


def check(traced: Traced, seed: int) -> None:
    """Compares the circuit with the function in doubles, at 40 bits of the magnitude."""
    rng = np.random.default_rng(seed)
    bound = traced.space.bound
    assert bound is not None
    vectors = [rng.uniform(-bound, bound, traced.space.length) for _ in traced.inputs]
    output = traced.circuit.evaluator().evaluate(traced.input_text(*vectors))
    answers = traced.answers([list(map(float, vector)) for vector in vectors])
    text = ";".join("[" + ",".join(repr(float(v)) for v in answer) + "]" for answer in answers)
    magnitudes = traced.circuit.summary()["magnitudes"]
    assert magnitudes is not None
    found = judge(output, text.encode("ascii"), Tolerance(40.0, tuple(magnitudes)))
    assert found.matches, found


FUNCTIONS: dict[str, Callable[..., Any]] = {
    "arithmetic": lambda x, y: 2.5 * x - y * x + ROW - y / 4 + 1e-3 - (ROW - x),
    "powers": lambda x, y: x**3 + y**2 + x**0,
    "polynomial": lambda x, y: np.polyval([0.5, 0.0, -1.25, 2.0], x) + np.polyval([3.0], y),
    "polynomial of a short vector": lambda x, y: np.polyval([1.0, 2.0, 3.0], x[:4]) * y[:4],
    "rotations and sums": lambda x, y: np.roll(x, 2) + y.sum() - np.mean(x) + x.mean() * y,
    "matrices": lambda x, y: MATRIX @ x + y @ MATRIX + ROW @ x,
    "entries": lambda x, y: x[::-1] * y[3] + np.where(np.arange(L) < 5, x, y),
    "building": lambda x, y: np.concatenate([x[:3], y[5:7], np.array([0.5])]),
    "numbers": lambda x, y: np.stack([x.dot(y), x[0], y[1] * 2.0]),
    "several": lambda x, y: (x * y, x - 1, y.sum()),
    "statistics": lambda x, y: (np.var(x), y.var(ddof=1), np.average(x, weights=ROW**2), x.mean()),
    "two dimensions": lambda x, y: (x.reshape(3, 4) @ y.reshape(4, 3)).mean(axis=0, keepdims=True),
    "moving averages": lambda x, y: np.convolve(x, np.ones(3) / 3, mode="same") + np.diff(y).sum(),
    "memory": lambda x, y: [x.__iadd__(y), x, np.add(y, 1, out=y), y],
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_reals(name: str) -> None:
    for seed in range(3):
        check(trace(FUNCTIONS[name], L, bound=2.0), seed)


def test_polynomials_are_one_gate() -> None:
    traced = trace(lambda x: np.polyval(np.arange(1.0, 9.0), x), 4, bound=1.0)
    counts = traced.circuit.summary()["counts"]
    assert counts["LPOLY"] == 1
    assert sum(counts.values()) == 1


REFUSED: dict[str, Callable[[Any], Any]] = {
    "== on reals": lambda x: x == 1.0,
    "< on reals": lambda x: x < 1.0,
    "& is for bits": lambda x: x & 1,
    "no division by an encrypted value": lambda x: 1.0 / x,
    "a division by zero": lambda x: x / 0.0,
    "no remainders": lambda x: x % 2,
    "infinity": lambda x: x + np.inf,
    "real numbers are wanted": lambda x: x + 1j,
    "np.exp has no circuit": np.exp,
    "a root is no polynomial": lambda x: x**0.5,
    "numpy's result is float32": lambda x: x.astype(np.float32),
    "numpy's result is int64": lambda x: x.astype(int),
    "np.std has no circuit: approximate": np.std,
    "numpy refuses it: .*complex128": lambda x: x.__iadd__(1j),
    "whether one is zero": lambda x: x.any(),
    "np.max on reals": np.max,
}


@pytest.mark.parametrize("reason", REFUSED)
def test_refusals(reason: str) -> None:
    with pytest.raises(TraceError, match=reason):
        trace(REFUSED[reason], 4, bound=1.0)


def test_spaces() -> None:
    @computation(length=4, bound=1.5)
    def f(x: Any) -> Any:
        return x * 0.5

    assert trace(f).circuit.summary()["bound"] == 1.5
    assert trace(f, bound=3.0).circuit.summary()["bound"] == 3.0
    with pytest.raises(TraceError):
        trace(f, modulus=17)
    with pytest.raises(TraceError, match="name one of them"):
        trace(f, modulus=17, bound=1.0)
    for bound in (0.0, -1.0, float("nan"), 2.0**41):
        with pytest.raises(TraceError):
            trace(f, bound=bound)


def check_complex(traced: Traced, seed: int) -> None:
    """As `check`, over complex numbers."""
    rng = np.random.default_rng(seed)
    assert traced.space.bound is not None

    def numbers() -> Any:
        angle, size = rng.uniform(0, 2 * np.pi, L), rng.uniform(0, 1, L)
        return traced.space.bound * size * np.exp(1j * angle)

    vectors = [numbers() for _ in traced.inputs]
    output = traced.circuit.evaluator().evaluate(traced.input_text(*vectors))
    answers = traced.answers([list(map(complex, vector)) for vector in vectors])
    text = ";".join("[" + ",".join(map(format_complex, answer)) + "]" for answer in answers)
    magnitudes = traced.circuit.summary()["magnitudes"]
    assert magnitudes is not None
    tolerance = Tolerance(40.0, tuple(magnitudes), is_complex=True)
    found = judge(output, text.encode("ascii"), tolerance)
    assert found.matches, found


FOURIER = np.exp(-2j * np.pi * np.outer(np.arange(L), np.arange(L)) / L)
COMPLEX: dict[str, Callable[..., Any]] = {
    "arithmetic": lambda x, y: (2.5 - 1j) * x - y * x + 1j * ROW - y / 4j + 1e-3 - (ROW - x),
    "conjugates": lambda x, y: np.conj(x) * y + x.conj() - y.conjugate().conjugate(),
    "parts": lambda x, y: x.real * y.imag + np.real(y) - np.imag(x),
    "powers": lambda x, y: x**3 + y**2 + x**0,
    "polynomial": lambda x, y: np.polyval([0.5j, 0.0, -1.25, 2.0 - 1j], x) + np.polyval([3j], y),
    "polynomial of a short vector": lambda x, y: np.polyval([1.0, 2j, 3.0], x[:4]) * y[:4],
    "matrices": lambda x, y: FOURIER @ x + y @ FOURIER + (1j * ROW) @ x,
    "inner products": lambda x, y: np.vdot(x, y) + np.dot(x, y),
    "a power spectrum": lambda x, y: (FOURIER @ x) * np.conj(FOURIER @ x) + y * 0,
    "entries": lambda x, y: x[::-1] * y[3] + np.where(np.arange(L) < 5, x, y),
    "several": lambda x, y: (x * y, x - 1j, y.sum()),
    "variance": lambda x, y: (np.var(x), y.reshape(3, 4).var(axis=1)),
    "views of parts": lambda x, y: [x.real, x.__iadd__(y)][0] + y.imag,
}


@pytest.mark.parametrize("name", COMPLEX)
def test_complex_numbers(name: str) -> None:
    for seed in range(3):
        check_complex(trace(COMPLEX[name], L, bound=2.0, dtype=complex), seed)


def test_conjugates_are_gates_once() -> None:
    traced = trace(
        lambda x: np.conj(np.conj(x)) + np.conj(x) * np.conj(x), 4, bound=1.0, dtype=complex
    )
    assert traced.circuit.summary()["counts"]["LCONJ"] == 1
    # Of reals a conjugate is nothing.
    real = trace(lambda x: np.conj(x) + x.real * x.imag, 4, bound=1.0)
    assert real.circuit.summary()["counts"]["LCONJ"] == 0


def test_the_space_of_complex_functions() -> None:
    @computation(length=4, bound=1.5, dtype=complex)
    def f(x: Any) -> Any:
        return x * 0.5j

    assert trace(f).circuit.summary()["space"] == "complex"
    assert trace(f, bound=3.0).circuit.summary()["bound"] == 3.0
    assert trace(lambda x: x + 1, 4, bound=3.0).space.is_complex is False
    with pytest.raises(TraceError, match="real numbers are wanted"):
        trace(f, bound=3.0, dtype=float)
    with pytest.raises(TraceError, match="need a bound"):
        trace(f, dtype=complex, modulus=17)
    for wrong in (lambda x: x == 1j, lambda x: x < 1, lambda x: x + np.inf, lambda x: 1j / x):
        with pytest.raises(TraceError):
            trace(wrong, 4, bound=1.0, dtype=complex)
