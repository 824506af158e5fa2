"""Where a vector lives in a row of slots, and what rotations leave of it.

A row has R slots and rotates cyclically. A vector x of l entries is written periodically: slot j
holds x[j mod l]. If l divides R, a rotation of the row by any amount congruent to k mod l is
a rotation of the vector by k, for ever. Otherwise the period breaks where the row wraps round, so
each rotation by s leaves |s| fewer valid slots: a *window* [lo, hi) in which slot j still holds
x[j mod l]. As long as a window holds l consecutive slots, nothing is lost.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple


class Window(NamedTuple):
    """The slots lo <= j < hi of a row."""

    lo: int
    hi: int

    @property
    def size(self) -> int:
        """Number of slots, 0 if empty."""
        return max(0, self.hi - self.lo)

    def meet(self, other: Window) -> Window:
        """The slots that lie in both."""
        return Window(max(self.lo, other.lo), min(self.hi, other.hi))


@dataclass(frozen=True)
class Layout:
    """Vectors of `batch` entries in rows of `row` slots, batch <= row."""

    batch: int
    row: int

    @property
    def cyclic(self) -> bool:
        """Whether the period survives the wrap, so that every window is the whole row."""
        return self.row % self.batch == 0

    @property
    def copies(self) -> int:
        """Whole copies of a vector in a row."""
        return self.row // self.batch

    @property
    def full(self) -> Window:
        """The window of a fresh encryption."""
        return Window(0, self.row)

    def shifted(self, window: Window, shift: int) -> Window:
        """What is left of `window` when the row rotates by `shift` slots upwards."""
        if self.cyclic:
            return window
        return Window(max(0, window.lo + shift), min(self.row, window.hi + shift))

    def spread(self, vector: Sequence[int]) -> list[int]:
        """The row that holds `vector` periodically."""
        return (list(vector) * (self.copies + 1))[: self.row]

    def only(self, window: Window) -> list[int]:
        """The row that is 1 in `window` and 0 elsewhere."""
        return [1 if window.lo <= j < window.hi else 0 for j in range(self.row)]

    def collect(self, row: Sequence[int], offset: int) -> list[int]:
        """The vector in the slots offset .. offset+l of a row."""
        return [row[offset + (i - offset) % self.batch] for i in range(self.batch)]
