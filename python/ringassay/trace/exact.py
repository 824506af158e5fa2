"""Arrays of exact numbers, which numpy computes with as with any objects."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from ringassay.trace.encrypted import replaced
from ringassay.trace.errors import TraceError

MOST_BITS = 1 << 22
"""Of an exact integer: products of larger ones take seconds, and their powers years."""


class ExactArray(np.ndarray[Any, Any]):
    """Integers as Python's fractions: of single integers of Python's numpy makes machine integers.

    A plain array of objects, but that machine integers are not asked for: a cast to them stays
    exact.
    """

    def astype(self, dtype: Any, *args: Any, **options: Any) -> Any:
        """Another type; integers stay exact."""
        if _is_machine(dtype):
            return exact(self)
        return super().astype(dtype, *args, **options)

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **options: Any) -> Any:
        given = replaced(_exactly(options), _plain, ExactArray)
        plain = replaced(inputs, _plain, ExactArray)
        if ufunc is np.power:
            _refuse_large(_bits(plain[0]) * max(_largest(plain[-1]), 1))
        result = getattr(ufunc, method)(*plain, **given)
        if ufunc is np.multiply:
            _refuse_large(_bits(result))
        return result.view(ExactArray) if isinstance(result, np.ndarray) else result

    def __array_function__(self, function: Any, types: Any, args: Any, options: Any) -> Any:
        return super().__array_function__(function, types, args, _exactly(options))


def _refuse_large(bits: int) -> None:
    if bits > MOST_BITS:
        raise TraceError(
            f"as an integer, a power or product here has more than {MOST_BITS} bits: reduce modulo "
            "t between products (square, x % t, square, …)",
            "an integer becomes too large",
        )


def _bits(numbers: Any) -> int:
    return _largest(numbers).bit_length()


def _largest(numbers: Any) -> int:
    """The largest absolute value, without the part behind the point."""
    entries = np.asarray(numbers, dtype=object).flat
    kinds = (int, np.integer, np.bool_, Fraction)
    return max((abs(int(one)) for one in entries if isinstance(one, kinds)), default=0)


def _plain(array: Any) -> Any:
    return array.view(np.ndarray)


def _is_machine(dtype: Any) -> bool:
    return dtype is not None and np.dtype(dtype).kind in "iu"


def _exactly(options: dict[str, Any]) -> dict[str, Any]:
    return options | {"dtype": object} if _is_machine(options.get("dtype")) else options


def exact(values: Any) -> ExactArray:
    """An array of its own of these integers."""
    array = np.array(values, dtype=object)
    whole = np.empty(array.shape, dtype=object)
    for at, entry in enumerate(array.flat):
        whole.flat[at] = Fraction(int(entry))
    return whole.view(ExactArray)
