"""Whether numpy's machine integers overflow in a function: watched while it computes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
from numpy.lib.mixins import NDArrayOperatorsMixin

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

    def ufunc(self, ufunc: Any, method: str, inputs: Any, options: Any) -> Any:
        """Numpy's own; the estimate comes first, because inputs may be written to."""
        given = replaced(options, _plain, _KINDS)
        doubles = replaced(inputs, _double, _KINDS)
        further = {name: value for name, value in given.items() if name not in {"out", "dtype"}}
        estimate = _estimate(lambda: getattr(ufunc, method)(*doubles, **further))
        result = getattr(ufunc, method)(*replaced(inputs, _plain, _KINDS), **given)
        return self.checked(result, estimate)

    def function(self, function: Any, args: Any, options: Any) -> Any:
        """Likewise."""
        doubles = replaced(args, _double, _KINDS), replaced(options, _double, _KINDS)
        estimate = _estimate(lambda: function(*doubles[0], **doubles[1]))
        plain = replaced(args, _plain, _KINDS), replaced(options, _plain, _KINDS)
        return self.checked(function(*plain[0], **plain[1]), estimate)

    def checked(self, result: Any, estimate: Any) -> Any:
        """The result, watched as well."""
        if isinstance(result, (list, tuple)):
            estimates = estimate if estimate is not None else [None] * len(result)
            return type(result)(map(self.checked, result, estimates))
        if isinstance(result, (np.ndarray, np.integer)) and result.dtype.kind in "iu":
            limit = float(np.iinfo(result.dtype).max) / _ROOM
            if estimate is not None and not np.all(np.abs(estimate) < limit):
                self.note()
        return self.seen(result)

    def seen(self, result: Any) -> Any:
        """Arrays and numbers that are watched."""
        made: Any = result
        if type(result) is np.ndarray:
            made = result.view(WatchedArray)
        elif type(result) is np.int64:
            made = WatchedNumber(result)
        elif isinstance(result, np.integer) and not isinstance(result, WatchedNumber):
            # Numbers of other types are not watched: they count as overflowing.
            self.note()
        if isinstance(made, (WatchedArray, WatchedNumber)):
            made.watch = self
        return made


class WatchedArray(np.ndarray[Any, Any]):
    """A plain array of numpy of which every result is computed once more, in doubles."""

    watch: _Watch

    def __array_finalize__(self, other: Any) -> None:
        """Views and copies are watched as well."""
        if not hasattr(self, "watch"):
            self.watch = getattr(other, "watch", None) or _Watch()

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **options: Any) -> Any:
        return self.watch.ufunc(ufunc, method, inputs, options)

    def __array_function__(self, function: Any, types: Any, args: Any, options: Any) -> Any:
        return self.watch.function(function, args, options)

    def __getitem__(self, index: Any) -> Any:
        return self.watch.seen(super().__getitem__(index))

    def __iter__(self) -> Iterator[Any]:
        return (self[at] for at in range(len(self)))


def _method(name: str) -> Any:
    """A method that numpy lets nobody watch, by the function that does the same."""
    function = getattr(np, name)

    def method(self: WatchedArray, *args: Any, **options: Any) -> Any:
        return function(self, *args, **options)

    return method


for _name in ("dot", "trace", "take", "cumsum", "cumprod", "prod", "sum"):
    setattr(WatchedArray, _name, _method(_name))


class WatchedNumber(NDArrayOperatorsMixin, np.int64):  # type: ignore[misc]
    """A number of numpy likewise."""

    watch: _Watch
    __hash__ = np.int64.__hash__

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **options: Any) -> Any:
        if any(isinstance(one, WatchedNumber) for one in options.get("out", ())):
            # Numbers do not change: the name gets another one.
            del options["out"]
        return self.watch.ufunc(ufunc, method, inputs, options)

    def __array_function__(self, function: Any, types: Any, args: Any, options: Any) -> Any:
        return self.watch.function(function, args, options)

    def __getitem__(self, index: Any) -> Any:
        return self.watch.seen(_plain(self)[index])

    def __getattribute__(self, name: str) -> Any:
        if name.startswith("_") or name == "watch":
            return super().__getattribute__(name)
        found = getattr(_plain(self), name)
        if callable(found) and not isinstance(found, (np.generic, np.ndarray)):
            return lambda *args, **options: self.watch.seen(found(*args, **options))
        return self.watch.seen(found)


_KINDS = (np.ndarray, np.integer)


def _estimate(computed: Callable[[], Any]) -> Any:
    try:
        with np.errstate(all="ignore"):
            return computed()
    except (TypeError, ValueError, IndexError):
        return None


def _plain(value: Any) -> Any:
    if isinstance(value, WatchedNumber):
        return np.int64(int(value))
    return value.view(np.ndarray) if isinstance(value, WatchedArray) else value


def _double(value: Any) -> Any:
    plain = _plain(value)
    if isinstance(plain, np.ndarray):
        return plain.astype(np.float64) if plain.dtype.kind in "iu" else plain
    return np.float64(plain)


def watched(
    call: Callable[[list[Any]], list[Any]], arguments: Sequence[Any]
) -> tuple[list[Any], str | None]:
    """The outputs over machine integers, and the first line that may overflow them."""
    watch = _Watch()

    def array(value: Any) -> Any:
        if isinstance(value, (list, tuple)) and len(value) and np.ndim(value[0]):
            return [array(one) for one in value]
        return watch.seen(np.array(value, dtype=np.int64))

    # Of numbers numpy itself says that they overflow.
    with np.errstate(over="call"):
        before = np.seterrcall(watch.note)
        try:
            outputs = call([array(one) for one in arguments])
        finally:
            np.seterrcall(before)
    return [_plain(one) for one in outputs], watch.place
