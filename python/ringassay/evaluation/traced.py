"""Functions of Python in a suite: traced, and checked against themselves in the clear."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ringassay.circuit import Circuit
from ringassay.evaluation.data.notation import input_values, output_text
from ringassay.evaluation.data.rows import packed, unpacked
from ringassay.evaluation.given import Function
from ringassay.evaluation.judgement import Tolerance, judge
from ringassay.evaluation.outputs import compare_outputs
from ringassay.evaluation.suite import SuiteError
from ringassay.evaluation.supplied import Supplied
from ringassay.evaluation.trust import require
from ringassay.trace import Traced, TraceError, load_function, trace

DOUBLE_BITS = 30.0
"""Bits that a function in doubles and its circuit share, relative to the output's magnitude."""
CHECKED = 3
"""Random inputs on which circuit and function are compared, beside those that are given."""


def traced(given: Function) -> Traced:
    """The function with its circuit; its file is executed. Raises `SuiteError`."""
    source = require(given)
    try:
        function = load_function(f"{given.file.path}:{given.function}", source)
        return trace(function, given.batch, given.modulus, given.vectors, given.bound)
    except TraceError as error:
        raise SuiteError(str(error)) from None


def entries_of(found: Traced) -> tuple[int, ...]:
    """How many entries of each answer mean something: 1 of a number, which lies in every slot."""
    pairs = zip(found.scalars, found.sizes, strict=True)
    return tuple(1 if is_scalar else size for is_scalar, size in pairs)


def answer_entries(given: Function) -> tuple[int, ...]:
    """Likewise of a function in a file. Raises `SuiteError`."""
    return entries_of(traced(given))


def check_against_clear(given: Function, supplied: Supplied) -> None:
    """Evaluates circuit and function on the same inputs. Raises `SuiteError` where they differ."""
    compare(traced(given), supplied, given.origin)


def compare(found: Traced, supplied: Supplied, origin: str) -> None:
    """Likewise of a function that was traced."""
    circuit, pack = supplied.circuit, supplied.given.pack or 1
    evaluator = circuit.evaluator()
    space = str(circuit.summary()["space"])
    for name, text in _inputs(supplied):
        rows = unpacked(input_values(text, space), pack)
        try:
            # Python's own numbers: whole ones beyond 64 bits do not overflow on the way.
            answers = np.array([found.answers(row.tolist()) for row in rows], dtype=object)
        except TraceError as error:
            raise SuiteError(str(error)) from None
        (expected,) = packed(answers, pack)
        if not _same(evaluator.evaluate(text), output_text(expected, space), circuit):
            raise SuiteError(
                f"{origin}: traced, it computes something else than in the clear on {name}: "
                "does it depend on anything but its arguments (a random number, the time)?"
            )


def _inputs(supplied: Supplied) -> Iterator[tuple[str, bytes]]:
    for index, name in enumerate(supplied.names()):
        yield name, supplied.input_text(index, 0, supplied.circuit)
    for seed in range(CHECKED):
        yield f"random input {seed}", supplied.circuit.random_input(seed)


def _same(baseline: bytes, expected: bytes, circuit: Circuit) -> bool:
    magnitudes = circuit.summary()["magnitudes"]
    if magnitudes is None:
        return compare_outputs(baseline, expected).matches
    # The function computes in doubles, the baseline in pairs of them.
    is_complex = circuit.summary()["space"] == "complex"
    tolerance = Tolerance(DOUBLE_BITS, tuple(magnitudes), is_complex)
    return judge(baseline, expected, tolerance).matches
