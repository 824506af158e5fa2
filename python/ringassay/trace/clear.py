"""The same functions in the clear: numpy's arrays, integers reduced behind every operation.

What an operation means is numpy's affair here, not that of the tracer, so that one can judge the
other.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ringassay.trace.space import Space


class ClearArray(np.ndarray[Any, Any]):
    """Python's integers modulo `order`."""

    order: int

    def __new__(cls, values: Any, order: int) -> ClearArray:
        """The values, reduced."""
        array = np.array(values, dtype=object).view(cls)
        array.order = order
        np.copyto(np.asarray(array), np.asarray(array) % order)
        return array

    def __array_finalize__(self, other: Any) -> None:
        """Views keep the modulus."""
        if not hasattr(self, "order"):
            self.order = getattr(other, "order", 2)

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **options: Any) -> Any:
        """Numpy's own, on plain arrays of integers below the modulus; the result is reduced."""
        plain = [
            one.astype(object) if isinstance(one, np.ndarray) and one.dtype.kind in "iub" else one
            for one in map(self._plain, inputs)
        ]
        options.pop("out", None)
        return self._reduced(getattr(ufunc, method)(*plain, **options))

    def __array_function__(self, function: Any, types: Any, args: Any, options: Any) -> Any:
        """Likewise."""
        plain = [self._plain(one) for one in args]
        options = {name: self._plain(value) for name, value in options.items()}
        if function is np.polyval:
            # Coefficients of 64 bits would overflow where Python's integers do not.
            plain = [np.array(one, dtype=object) for one in plain]
        return self._reduced(function(*plain, **options))

    def __getitem__(self, index: Any) -> Any:
        """A number stays an array of no dimension, so that it is computed with likewise."""
        return self._reduced(np.asarray(self)[index])

    def __iter__(self) -> Any:
        """Each entry."""
        return (self[at] for at in range(len(self)))

    def sum(self, axis: Any = None, **options: Any) -> Any:  # type: ignore[override]
        """The sum, reduced."""
        return self._reduced(np.asarray(self).sum(axis=axis, **options))

    def dot(self, other: Any, out: Any = None) -> Any:
        """The product, reduced."""
        return self._reduced(np.dot(np.asarray(self), self._plain(other)))

    def roll(self, shift: int) -> Any:
        """As `np.roll`."""
        return np.roll(self, shift)

    def _plain(self, value: Any) -> Any:
        if isinstance(value, np.ndarray):
            plain = np.asarray(value)
            return plain % self.order if isinstance(value, ClearArray) else plain
        if isinstance(value, (list, tuple)):
            return type(value)(map(self._plain, value))
        return int(value) if isinstance(value, (np.integer, np.bool_)) else value

    def _reduced(self, result: Any) -> Any:
        if isinstance(result, tuple):
            return tuple(self._reduced(one) for one in result)
        if isinstance(result, (np.ndarray, int, np.integer, np.bool_)):
            array = np.asarray(result)
            if array.dtype.kind in "iub":
                array = array.astype(object)
            whole = np.frompyfunc(int, 1, 1)(array)
            return ClearArray(whole, self.order)
        return result


def in_clear(values: Any, space: Space) -> NDArray[Any]:
    """An argument: an array of floating-point numbers, or of integers that stay reduced."""
    if space.reals:
        return np.array(values, dtype=np.complex128 if space.is_complex else np.float64)
    return ClearArray(values, space.order)


def entries(value: Any, space: Space) -> list[Any]:
    """A result as the slots of a vector: a number in each, a shorter vector with zeros behind."""
    array: NDArray[Any] = np.asarray(value)
    number: Callable[[Any], Any] = lambda entry: int(entry) % space.order  # noqa: E731
    if space.reals:
        number = complex if space.is_complex else float
    if array.ndim == 0:
        return [number(array)] * space.length
    listed = [number(entry) for entry in array]
    return listed + [number(0)] * (space.length - len(listed))
