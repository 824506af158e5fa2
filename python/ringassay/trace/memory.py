"""The memory behind arrays: what several names and views of numpy share."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from ringassay.trace.engine import mask
from ringassay.trace.errors import refuse
from ringassay.trace.linear import gathered, picked
from ringassay.trace.values import Exact, Value, bounds, combined

Places = NDArray[np.int64]


class Memory:
    """So many entries of one type. Their values are replaced, never changed."""

    def __init__(self, value: Value, dtype: np.dtype[Any]) -> None:
        """A new piece of memory."""
        self._value = value
        self.engine = value.engine
        self.dtype = dtype
        self.size = 1 if value.count is None else value.count
        self._order: Places = np.arange(self.size)
        self.places: Places = self._order
        """Views of it are arrays of numpy's own over these, so that numpy says what shares what, in
        the order in memory of numpy's array, on which it depends what is a view."""

    @property
    def value(self) -> Value:
        """What lies in it now."""
        return self._value

    def read(self, places: Places) -> Value:
        """The entries at these places, in a row; a number where `places` has no dimension."""
        value = self.value
        if value.count is None:
            return value if places.ndim == 0 else value.widened(places.size)
        if places.ndim == 0:
            return picked(value, int(places))
        flat = places.ravel()
        if flat.size == self.size and (flat == self._order).all():
            return value
        return gathered(value, np.arange(flat.size), flat, flat.size)

    def write(self, places: Places, source: Places, value: Value) -> None:
        """Entry source[k] of the value goes to places[k]; each place occurs at most once."""
        old = self._value
        if len(places) == self.size and value.count in {None, len(source)}:
            order = np.argsort(places)
            if value.count is None or (source[order] == self._order).all():
                self._value = value.spread() if old.count is None else value.widened(self.size)
                return
        moved = gathered(value, places, source, self.size)
        kept = np.ones(self.size, dtype=object)
        kept[places] = 0
        low, high = min(old.low, value.low), max(old.high, value.high)
        chosen = mask(old.engine.space, kept)
        node = old.engine.select(old.node, moved.node, chosen)
        self._value = Value(old.engine, node, self.size, low, high)

    def write_public(self, places: Places, numbers: Exact) -> None:
        """Public numbers go to these places."""
        old = self._value
        kept: Exact = np.ones(self.size, dtype=object)
        filled: Exact = np.zeros(self.size, dtype=numbers.dtype)
        kept[places], filled[places] = 0, numbers
        if old.count is None:
            kept, filled = kept.reshape(()), filled.reshape(())
        (low, high), (least, most) = bounds(old), bounds(numbers)
        if not kept.any():
            low, high = least, most
        rest = combined("*", old, kept, old.count)
        whole = combined("+", rest, filled, old.count)
        self._value = whole.having(min(low, least), max(high, most))


class PartMemory(Memory):
    """The real or imaginary parts of another memory, which follow what is written there."""

    def __init__(self, base: Memory, part: Literal["real", "imag"]) -> None:
        """Of complex numbers."""
        super().__init__(base.value, np.dtype(np.float64))
        self._base, self._part = base, part

    @property
    def value(self) -> Value:
        """As it is now."""
        whole = self._base.value
        conjugate = whole.conjugated()
        sign: Literal["+", "-"] = "+" if self._part == "real" else "-"
        half = np.asarray(0.5 if self._part == "real" else -0.5j)
        return combined("*", combined(sign, whole, conjugate, whole.count), half, whole.count)

    def write(self, places: Places, source: Places, value: Value) -> None:
        """Refused."""
        self.write_public(places, source)

    def write_public(self, places: Places, numbers: Exact) -> None:
        """Refused."""
        raise refuse(f"a change of .{self._part}: build the whole number, a + 1j * b")
