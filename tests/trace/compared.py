"""A drawn program, its circuit and numpy compared: do they agree, is it refused with its line?"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray
from programs import Space, function_of, outputs_of

from ringassay.evaluation.judgement import Tolerance, judge
from ringassay.evaluation.outputs import vectors_of
from ringassay.sut.complexes import format_complex
from ringassay.trace import Traced, TraceError, trace

FILE = "drawn.py"
MAY_OVERFLOW = 1 << 16
"""Moduli from which on a few products may overflow 64 bits."""


@dataclass(frozen=True)
class Found:
    """What became of a program."""

    how: Literal["agrees", "refused", "silent", "unnamed", "undecided"]
    """Silent: a circuit that gives something else than numpy. Unnamed: a refusal without a line.
    Undecided: 64 bits may overflow, and exact numbers do not take the program."""
    why: str = ""
    traced: Traced | None = None


def compared(source: str, arguments: list[NDArray[Any]], space: Space) -> Found:
    """Traces a program, evaluates the circuit in the clear, and asks numpy and our judge."""
    function = function_of(source, FILE)
    bound = 1.0 if space.name in {"reals", "complex"} else None
    dtype = complex if space.name == "complex" else None
    try:
        traced = trace(function, space.length, space.modulus, bound=bound, dtype=dtype)
        judged = traced.answers([one.tolist() for one in arguments])
    except TraceError as error:
        named = re.match(rf"{FILE}:\d+: ", str(error))
        how: Literal["refused", "unnamed"] = "refused" if named else "unnamed"
        return Found(how, reason(error))
    text = traced.circuit.evaluator().evaluate(traced.input_text(*arguments))
    expected = expected_of(source, arguments, space)
    if expected is None:
        return Found("silent", "numpy refuses it")
    for wanted, whose in ((judged, "the judge"), (expected, "numpy")):
        if not agree(text, wanted, traced):
            if whose == "numpy" and may_overflow(source, arguments, space):
                return Found("undecided", traced=traced)
            return Found("silent", f"{whose}: {wanted} against {text!r}", traced)
    return Found("agrees", traced=traced)


def may_overflow(source: str, arguments: list[NDArray[Any]], space: Space) -> bool:
    """Whether nothing says what integers a program computes."""
    if (space.modulus or 0) <= MAY_OVERFLOW:
        return False
    machine, exact = (
        outputs_of(source, arguments),
        outputs_of(exactly(source), as_fractions(arguments)),
    )
    return exact is None or not all(map(equal_words, machine or [], exact))


def exactly(source: str) -> str:
    """The same program where a cast to machine integers is none."""
    return source.replace("astype(int)", "astype(object)").replace("astype(np.int64)", "copy()")


def as_fractions(arguments: list[NDArray[Any]]) -> list[NDArray[Any]]:
    """Exact numbers: of Python's integers numpy would make machine integers again."""
    return [np.array([Fraction(int(v)) for v in one]) for one in arguments]


def expected_of(source: str, arguments: list[NDArray[Any]], space: Space) -> list[list[Any]] | None:
    """The slots that numpy makes of a program, where integers are meant by machine integers."""
    machine = outputs_of(source, arguments)
    if machine is None:
        return None
    if space.modulus is None:
        return [slots(one, space) for one in machine]
    exact = outputs_of(exactly(source), as_fractions(arguments))
    if exact is not None and all(map(equal_words, machine, exact)):
        return [slots(one, space) for one in exact]
    return [slots(one, space) for one in machine]


def equal_words(one: Any, other: Any) -> bool:
    """Whether integers are equal modulo 2^64."""
    a, b = np.asarray(one), np.asarray(other)
    if a.shape != b.shape or "f" in a.dtype.kind + b.dtype.kind:
        return False
    pairs = zip(a.ravel().tolist(), b.ravel().tolist(), strict=True)
    return all((int(p) - int(q)) % 2**64 == 0 for p, q in pairs)


def slots(output: Any, space: Space) -> list[Any]:
    """As docs/tracing.md says: numbers in every slot, arrays row by row, zeros behind them."""
    array = np.asarray(output)
    listed = array.ravel().tolist() * (1 if array.ndim else space.length)
    listed += [0] * (space.length - len(listed))
    if space.name in {"reals", "complex"}:
        return listed
    if array.dtype.kind == "f":
        return [None] * space.length
    return [int(one) % (space.modulus or 2) for one in listed]


def agree(text: bytes, wanted: list[list[Any]], traced: Traced) -> bool:
    """Whether a circuit's output is this: of reals to 30 bits of the magnitude."""
    magnitudes = traced.circuit.summary()["magnitudes"]
    if magnitudes is None:
        return vectors_of(text) == wanted
    is_complex = traced.space.is_complex
    form = format_complex if is_complex else lambda value: repr(float(value))
    kind = complex if is_complex else float
    lines = ["[" + ",".join(form(kind(v)) for v in one) + "]" for one in wanted]
    tolerance = Tolerance(30.0, tuple(magnitudes), is_complex=is_complex)
    return judge(text, ";".join(lines).encode("ascii"), tolerance).matches


def reason(error: TraceError) -> str:
    """The reason without what differs from program to program."""
    text = error.why.split(";")[0].split(": np.abs")[0]
    return re.sub(r"[-\d.]+", "N", text)[:70]
