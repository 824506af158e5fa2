"""Functions of Python in a suite: traced, and checked against themselves in the clear."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from ringassay.circuit import Circuit
from ringassay.evaluation.given import INPUT_BYTES, SOURCE_BYTES, Function
from ringassay.evaluation.judgement import Tolerance, complexes_of, judge
from ringassay.evaluation.outputs import compare_outputs
from ringassay.evaluation.suite import SuiteError
from ringassay.sut.complexes import format_complex
from ringassay.trace import Traced, TraceError, load_function, trace
from ringassay.trace.space import Space

DOUBLE_BITS = 30.0
"""Bits that a function in doubles and its circuit share, relative to the output's magnitude."""
CHECKED = 3
"""Random inputs on which circuit and function are compared, beside those from files."""


def traced(given: Function) -> Traced:
    """The function with its circuit. Raises `SuiteError`."""
    given.file.read(SOURCE_BYTES, SuiteError)
    try:
        function = load_function(f"{given.file.path}:{given.function}")
        return trace(function, given.batch, given.modulus, given.vectors, given.bound)
    except TraceError as error:
        raise SuiteError(str(error)) from None


def check_against_clear(given: Function, circuit: Circuit) -> None:
    """Evaluates circuit and function on the same inputs. Raises `SuiteError` where they differ."""
    evaluator = circuit.evaluator()
    found = traced(given)
    for name, text in _inputs(given, circuit):
        try:
            is_complex = found.space.is_complex
            wires = _complex_vectors(text) if is_complex else vectors_of(text)
            answers = found.answers(wires)
        except TraceError as error:
            raise SuiteError(str(error)) from None
        expected = ";".join(_text(answer, found.space) for answer in answers)
        if not _same(evaluator.evaluate(text), expected.encode("ascii"), circuit):
            raise SuiteError(
                f"{given.origin}: traced, it computes something else than in the clear on {name}: "
                "does it depend on anything but its arguments (a random number, the time)?"
            )


def _inputs(given: Function, circuit: Circuit) -> Iterator[tuple[str, bytes]]:
    for file in given.inputs:
        yield file.path, file.read(INPUT_BYTES, SuiteError)
    for seed in range(CHECKED):
        yield f"random input {seed}", circuit.random_input(seed)


def _same(baseline: bytes, expected: bytes, circuit: Circuit) -> bool:
    magnitudes = circuit.summary()["magnitudes"]
    if magnitudes is None:
        return compare_outputs(baseline, expected).matches
    # The function computes in doubles, the baseline in pairs of them.
    is_complex = circuit.summary()["space"] == "complex"
    tolerance = Tolerance(DOUBLE_BITS, tuple(magnitudes), is_complex)
    return judge(baseline, expected, tolerance).matches


def vectors_of(text: bytes) -> Sequence[Sequence[complex]]:
    """The wires' values in an input text that a circuit accepts."""
    squeezed = b"".join(text.split()).decode("ascii")
    if "[[" in squeezed:
        found: list[list[float]] = json.loads(squeezed)
        return found
    return [[int(bit) for bit in one] for one in squeezed[1:-1].split(",")]


def _complex_vectors(text: bytes) -> list[list[complex]]:
    squeezed = b"".join(text.split())
    return complexes_of(squeezed[1:-1].replace(b"],[", b"];["))


def _text(slots: list[Any], space: Space) -> str:
    if space.is_complex:
        return f"[{','.join(map(format_complex, slots))}]"
    return "".join(map(str, slots)) if space.bits else json.dumps(slots, separators=(",", ":"))
