"""Public linear maps of the slots: entries taken, sums along axes, products with matrices."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ringassay.trace.engine import Engine, padded, repeated
from ringassay.trace.values import Exact, Value, combined

Places = NDArray[np.int64]


def linear(x: Value, to: Places, places: Places, factors: Exact, rows: int) -> Value:
    """Entry to[k] of the result has factors[k] times entry places[k] of x, added up.

    By diagonals (Halevi and Shoup, 2014/106, section 4.3): diagonal s has what goes from entry i to
    i + s; the result is the sum of the diagonals times x rotated by s. With s = g·B + b, rotations
    of x by b are shared and only sums are rotated by g·B: two square roots of rotations instead of
    one for each diagonal.
    """
    engine, space = x.engine, x.engine.space
    kept = np.flatnonzero(factors != 0)
    low, high = _extent(x, to[kept], factors[kept], rows)
    diagonals = _diagonals(space.length, to[kept], places[kept], factors[kept])
    if not diagonals:
        return Value(engine, x.zero().node, rows, 0, 0)
    step = max(1, round(np.sqrt(len(diagonals))))
    total: Any = None
    for giant in sorted({shift - shift % step for shift in diagonals}):
        part: Any = None
        for shift in sorted(shift for shift in range(giant, giant + step) if shift in diagonals):
            entries = padded(space, np.roll(diagonals[shift], -giant))
            term = engine.mul_const(engine.rotate(x.node, shift - giant), entries)
            part = term if part is None else engine.add(part, term)
        part = engine.rotate(part, giant)
        total = part if total is None else engine.add(total, part)
    return Value(engine, total, rows, low, high)


def _diagonals(length: int, to: Places, places: Places, factors: Exact) -> dict[int, Exact]:
    shifts = (to - places) % length
    order = np.argsort(shifts, kind="stable")
    found: dict[int, Exact] = {}
    for part in np.split(order, np.flatnonzero(np.diff(shifts[order])) + 1):
        if part.size:
            diagonal = np.zeros(length, dtype=factors.dtype)
            diagonal[to[part]] = factors[part]
            found[int(shifts[part[0]])] = diagonal
    return found


def _extent(x: Value, to: Places, factors: Exact, rows: int) -> tuple[int, int]:
    """Between which integers the results lie."""
    if x.engine.space.reals:
        return 0, 0
    low, high = np.zeros(rows, dtype=object), np.zeros(rows, dtype=object)
    positive = factors > 0
    np.add.at(low, to, np.where(positive, factors * x.low, factors * x.high))
    np.add.at(high, to, np.where(positive, factors * x.high, factors * x.low))
    return int(low.min()), int(high.max())


def gathered(x: Value, to: Places, places: Places, rows: int, *, is_clean: bool = True) -> Value:
    """Entry to[k] of the result is entry places[k] of x; zeros where nothing goes.

    `is_clean`: behind the entries of x are zeros, as there should be.
    """
    engine, length = x.engine, x.engine.space.length
    if x.count is None:
        chosen = np.zeros(rows, dtype=object)
        chosen[to] = 1
        node = engine.mul_const(x.node, padded(engine.space, chosen))
    else:
        shifts = np.unique((to - places) % length)
        if is_clean and len(shifts) == 1 and len(places) == x.count:
            # Every entry goes the same way, and zeros come along.
            node = engine.rotate(x.node, int(shifts[0]))
        else:
            node = linear(x, to, places, np.ones(len(to), dtype=object), rows).node
    whole = len(to) == rows
    low, high = (x.low, x.high) if whole else (min(0, x.low), max(0, x.high))
    return Value(engine, node, rows, low, high)


def picked(x: Value, place: int) -> Value:
    """One entry as a number."""
    if x.count is None:
        return x
    return _picked(x, place).spread()


def _picked(x: Value, place: int) -> Value:
    if x.count == 1:
        return x
    mask = np.zeros(x.count or 1, dtype=object)
    mask[place] = 1
    return combined("*", x, mask, x.count).having(x.low, x.high)


class Axis:
    """Entries (o, i, k) at (o·middle + i)·inner + k, of which the axis of i is computed along."""

    def __init__(self, engine: Engine, outer: int, middle: int, inner: int) -> None:
        """So many of each."""
        self.engine = engine
        self.outer, self.middle, self.inner = outer, middle, inner
        self.count = outer * middle * inner
        self.index = np.arange(self.count) // inner % middle

    def total(self, x: Value) -> Value:
        """The sums along the axis."""
        low, high = x.low * self.middle, x.high * self.middle
        if self.outer * self.inner == 1:
            node = self.engine.total(x.node)
            return Value(self.engine, node, None, low, high)
        node = repeated(self.engine, x.node, -self.inner, self.middle)
        return self._first(Value(self.engine, node, self.count, low, high))

    def folded(self, x: Value, operation: Callable[[Value, Value], Value], neutral: int) -> Value:
        """An operation along the axis, as a tree: log2 of the entries deep."""
        left = self.middle
        while left > 1:
            half = (left + 1) // 2
            node = self.engine.rotate(x.node, -half * self.inner)
            partner = Value(self.engine, node, self.count, x.low, x.high)
            if left % 2:
                partner = self._filled(partner, self.index < left - half, neutral)
            x, left = operation(x, partner), half
        if self.outer * self.inner == 1:
            return _picked(x, 0).spread() if self.middle > 1 else x.spread()
        return self._first(x)

    def scanned(self, x: Value, operation: Callable[[Value, Value], Value], neutral: int) -> Value:
        """An operation along the axis from its beginning to each entry."""
        step = 1
        while step < self.middle:
            node = self.engine.rotate(x.node, step * self.inner)
            before = Value(self.engine, node, self.count, x.low, x.high)
            x = operation(x, self._filled(before, self.index >= step, neutral))
            step *= 2
        return x

    def _filled(self, x: Value, chosen: NDArray[np.bool_], neutral: int) -> Value:
        """The entries that are chosen, the neutral one elsewhere."""
        kept = combined("*", x, chosen.astype(object), self.count)
        filled = combined("+", kept, (~chosen).astype(object) * neutral, self.count)
        return filled.having(min(x.low, neutral), max(x.high, neutral))

    def _first(self, x: Value) -> Value:
        """The first entry along the axis of each."""
        to = np.arange(self.outer * self.inner)
        places = to // self.inner * self.middle * self.inner + to % self.inner
        return gathered(x, to, places, len(to), is_clean=False)
