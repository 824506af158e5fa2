"""Whether numpy's machine integers overflow in a function: watched while it computes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ringassay.trace.encrypted import replaced
from ringassay.trace.errors import user_line

_ROOM = 2.0
"""Estimates in doubles are trusted to this factor."""


class _Watch:
    """The first line at which something may overflow."""

    def __init__(self) -> None:
        self.place: str | None = None

    def note(self, *_: Any) -> None:
        if self.place is None:
            self.place = user_line()


class WatchedArray(np.ndarray[Any, Any]):
    """A plain array of numpy of which every result is computed once more, in doubles."""

    watch: _Watch

    def __array_finalize__(self, other: Any) -> None:
        """Views and copies are watched as well."""
        if not hasattr(self, "watch"):
            self.watch = getattr(other, "watch", None) or _Watch()

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **options: Any) -> Any:
        """Numpy's own; the estimate comes first, because inputs may be written to."""
        plain = replaced(inputs, _plain, np.ndarray)
        given = replaced(options, _plain, np.ndarray)
        doubles = replaced(inputs, _double, np.ndarray)
        further = {name: value for name, value in given.items() if name not in {"out", "dtype"}}
        estimate = self._estimate(lambda: getattr(ufunc, method)(*doubles, **further))
        result = getattr(ufunc, method)(*plain, **given)
        return self._checked(result, estimate)

    def __array_function__(self, function: Any, types: Any, args: Any, options: Any) -> Any:
        """Likewise."""
        doubles = replaced(args, _double, np.ndarray), replaced(options, _double, np.ndarray)
        estimate = self._estimate(lambda: function(*doubles[0], **doubles[1]))
        result = function(
            *replaced(args, _plain, np.ndarray), **replaced(options, _plain, np.ndarray)
        )
        return self._checked(result, estimate)

    def dot(self, other: Any, out: Any = None) -> Any:
        """The method, which numpy does not let anybody watch."""
        return np.dot(self, other, out=out)

    def _estimate(self, computed: Callable[[], Any]) -> Any:
        try:
            with np.errstate(all="ignore"):
                return computed()
        except (TypeError, ValueError, IndexError):
            return None

    def _checked(self, result: Any, estimate: Any) -> Any:
        if isinstance(result, (list, tuple)):
            estimates = estimate if estimate is not None else [None] * len(result)
            return type(result)(map(self._checked, result, estimates))
        if isinstance(result, (np.ndarray, np.integer)) and result.dtype.kind in "iu":
            limit = float(np.iinfo(result.dtype).max) / _ROOM
            if estimate is not None and not np.all(np.abs(estimate) < limit):
                self.watch.note()
        if not isinstance(result, np.ndarray) or isinstance(result, WatchedArray):
            return result
        seen = result.view(WatchedArray)
        seen.watch = self.watch
        return seen


def _plain(array: Any) -> Any:
    return array.view(np.ndarray) if isinstance(array, WatchedArray) else array


def _double(array: Any) -> Any:
    plain = np.asarray(array)
    return plain.astype(np.float64) if plain.dtype.kind in "iu" else plain


def watched(
    call: Callable[[list[Any]], list[Any]], arguments: Sequence[Any]
) -> tuple[list[Any], str | None]:
    """The outputs over machine integers, and the first line that may overflow them."""
    watch = _Watch()

    def array(value: Any) -> Any:
        if isinstance(value, (list, tuple)) and value and np.ndim(value[0]):
            return [array(one) for one in value]
        made = np.array(value, dtype=np.int64).view(WatchedArray)
        made.watch = watch
        return made

    # Of numbers numpy itself says that they overflow.
    with np.errstate(over="call"):
        before = np.seterrcall(watch.note)
        try:
            outputs = call([array(one) for one in arguments])
        finally:
            np.seterrcall(before)
    return [_plain(one) for one in outputs], watch.place
