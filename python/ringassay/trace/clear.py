"""The judge: the same function called with plain arrays of numpy, and nothing of ours between.

Bits are booleans, integers modulo t are machine integers from 0 to t - 1, reduced when the function
has returned. Where these overflow, integers are meant, not what 64 bits leave of them: then arrays
of exact numbers decide, if they agree with numpy's machine integers modulo 2^64. These are Python's
fractions, because numpy makes machine integers of single integers of Python's.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ringassay.trace.errors import TraceError
from ringassay.trace.exact import exact
from ringassay.trace.overflow import watched
from ringassay.trace.space import Space

Call = Callable[[list[Any]], list[Any]]
"""The function: from its arguments to its outputs, which it returns as a list."""


def judged(call: Call, arguments: Sequence[Any], space: Space, name: str) -> list[NDArray[Any]]:
    """The outputs of numpy, reduced modulo t. Raises `TraceError` with a line, or the name."""
    if space.reals or space.bits:
        return [_reduced(one, space, name) for one in _called(call, arguments, space.dtype())]
    machine = _attempt(call, arguments, np.dtype(np.int64))
    whole = _attempt(call, arguments, np.dtype(object))
    if not isinstance(whole, TraceError) and (_agree(machine, whole) or _is_overflow(machine)):
        return [_reduced(one, space, name) for one in whole]
    if isinstance(machine, TraceError):
        raise machine
    outputs, place = watched(call, arguments)
    if place is not None:
        raise TraceError(
            f"{place}: numpy's integers of 64 bits overflow here, and arrays of Python's integers "
            "give something else or nothing: reduce modulo t before, x % t",
            "numpy's integers of 64 bits overflow",
        )
    if not all(map(_same, outputs, machine)):
        raise TraceError(f"{name} gives something else when it is called again")
    return [_reduced(one, space, name) for one in machine]


def _called(call: Call, arguments: Sequence[Any], dtype: np.dtype[Any]) -> list[Any]:
    with np.errstate(all="ignore"):
        return call([fresh(one, dtype) for one in arguments])


def fresh(argument: Any, dtype: np.dtype[Any]) -> Any:
    """An array of one's own, which the function may change; or a list of such."""
    if isinstance(argument, (list, tuple)) and argument and np.ndim(argument[0]):
        return [fresh(one, dtype) for one in argument]
    if dtype.kind == "O":
        return exact(argument)
    whole = np.empty(np.shape(argument), dtype=dtype)
    # Python's integers, whatever numpy would make of a list of them.
    whole[...] = np.array(argument, dtype=object) if dtype.kind == "i" else argument
    return whole


def _attempt(call: Call, arguments: Sequence[Any], dtype: np.dtype[Any]) -> Any:
    try:
        return _called(call, arguments, dtype)
    except TraceError as error:
        return error


def _is_overflow(machine: Any) -> bool:
    """Whether a constant of Python's fits no machine integer."""
    return isinstance(machine, TraceError) and isinstance(machine.__cause__, OverflowError)


def _agree(machine: Any, exact: list[Any]) -> bool:
    if isinstance(machine, TraceError) or len(machine) != len(exact):
        return False
    for one, other in zip(machine, exact, strict=True):
        a, b = np.asarray(one), np.asarray(other)
        if a.shape != b.shape or a.dtype.kind not in "biuO" or b.dtype.kind not in "biuO":
            return False
        if not (_is_whole(a) and _is_whole(b)):
            return False
        pairs = zip(a.flat, b.flat, strict=True)
        if any((int(p) - int(q)) % 2**64 for p, q in pairs):
            return False
    return True


def _is_whole(array: NDArray[Any]) -> bool:
    """Whether every entry is an integer, of whatever type."""
    kinds = (int, np.integer, np.bool_, Fraction)
    return array.dtype.kind in "biu" or (
        array.dtype.kind == "O"
        and all(isinstance(one, kinds) and one == int(one) for one in array.flat)
    )


def _same(one: Any, other: Any) -> bool:
    return np.array_equal(np.asarray(one), np.asarray(other))


def _reduced(output: Any, space: Space, name: str) -> NDArray[Any]:
    array = np.asarray(output)
    kinds = ("biufc" if space.is_complex else "biuf") if space.reals else "biu"
    if array.dtype.kind == "O" and not space.reals and _is_whole(array):
        kinds += "O"
    if array.dtype.kind not in kinds:
        raise TraceError(f"{name}: numpy's result is {array.dtype}, not an array of {space}")
    if space.reals:
        return array.astype(space.dtype())
    numbers = [int(one) % space.order for one in array.flat]
    return np.array(numbers, dtype=np.int64).reshape(array.shape)


def entries(array: NDArray[Any], space: Space) -> list[Any]:
    """An output as the slots of a vector: a number in each; row by row, with zeros behind."""
    if array.ndim == 0:
        return [array.item()] * space.length
    listed = array.ravel().tolist()
    zero = space.dtype().type(0).item() if space.reals else 0
    return listed + [zero] * (space.length - len(listed))
