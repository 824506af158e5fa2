"""Functions of Python in a suite: traced, and checked against themselves in the clear."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from ringassay.circuit import Circuit
from ringassay.evaluation.data.notation import input_values, output_text
from ringassay.evaluation.data.rows import packed, unpacked
from ringassay.evaluation.given import SOURCE_BYTES, Function
from ringassay.evaluation.isolated import NUMBERS, IsolatedFunction, trace_isolated
from ringassay.evaluation.judgement import Tolerance, judge
from ringassay.evaluation.outputs import compare_outputs
from ringassay.evaluation.suite import SuiteError
from ringassay.evaluation.supplied import Supplied
from ringassay.evaluation.trust import is_own, require
from ringassay.harness import missing
from ringassay.trace import Traced, TraceError, load_function, trace

DOUBLE_BITS = 30.0
"""Bits that a function in doubles and its circuit share, relative to the output's magnitude."""
CHECKED = 3
"""Random inputs on which circuit and function are compared, beside those that are given."""


Judged = Traced | IsolatedFunction
"""A function with its circuit, here or in a process of its own."""


def traced(given: Function) -> Judged:
    """The function with its circuit; its file is executed, in a process of its own unless it is the
    user's. Raises `SuiteError`."""
    require(given)
    if not is_own(given.file):
        return trace_isolated(given)
    source = given.file.read(SOURCE_BYTES, SuiteError)
    try:
        function = load_function(f"{given.file.path}:{given.function}", source)
        return trace(function, given.batch, given.modulus, given.vectors, given.bound)
    except TraceError as error:
        raise SuiteError(str(error)) from None


def entries_of(found: Judged) -> tuple[int, ...]:
    """How many entries of each answer mean something: 1 of a number, which lies in every slot."""
    pairs = zip(found.scalars, found.sizes, strict=True)
    return tuple(1 if is_scalar else size for is_scalar, size in pairs)


def unprotected(found: Judged) -> dict[str, str]:
    """The protections that did not stand around the process, where there was one, and why."""
    return missing({"": found.isolation}) if isinstance(found, IsolatedFunction) else {}


def check_against_clear(given: Function, supplied: Supplied) -> None:
    """Evaluates circuit and function on the same inputs. Raises `SuiteError` where they differ."""
    compare(traced(given), supplied, given.origin)


def compare(found: Judged, supplied: Supplied, origin: str) -> None:
    """Likewise of a function that was traced."""
    circuit, pack = supplied.circuit, supplied.given.pack or 1
    evaluator = circuit.evaluator()
    space = str(circuit.summary()["space"])
    for part in _parts(supplied, space, pack):
        answers = iter(_answers(found, [row for _, _, rows in part for row in rows]))
        for name, text, rows in part:
            (expected,) = packed(np.array([next(answers) for _ in rows], dtype=object), pack)
            if not _same(evaluator.evaluate(text), output_text(expected, space), circuit):
                raise SuiteError(
                    f"{origin}: traced, it computes something else than in the clear on {name}: "
                    "does it depend on anything but its arguments (a random number, the time)?"
                )


Rows = list[Any]
"""Row, vector, entry: Python's own numbers, as whole ones beyond 64 bits do not overflow then."""


def _parts(supplied: Supplied, space: str, pack: int) -> Iterator[list[tuple[str, bytes, Rows]]]:
    """Names, texts and rows of the inputs, as many at once as a process is given."""
    part: list[tuple[str, bytes, Rows]] = []
    numbers = 0
    for name, text in _inputs(supplied):
        values = input_values(text, space)
        if part and numbers + values.size > NUMBERS:
            yield part
            part, numbers = [], 0
        part.append((name, text, unpacked(values, pack).tolist()))
        numbers += values.size
    if part:
        yield part


def _answers(found: Judged, rows: Rows) -> Iterator[Any]:
    """What the function gives for each row, in the clear. Raises `SuiteError`."""
    if isinstance(found, IsolatedFunction):
        yield from found.answers_to(rows)
        return
    try:
        for row in rows:
            yield found.answers(row)
    except TraceError as error:
        raise SuiteError(str(error)) from None


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
