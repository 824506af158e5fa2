"""Slot programs (docs/programs.md), as a server holds them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ringassay.sut.errors import Failed
from ringassay.sut.slots.header import Header
from ringassay.sut.slots.target import RealTarget, Target

Operation = tuple[str, tuple[int, ...]]
"""A name and its numbers, as they stand in the text."""


@dataclass(frozen=True)
class Plain:
    """A row to encode for a level: entries, periodically, or ones in the slots lo to hi."""

    level: int
    entries: tuple[Any, ...]
    window: tuple[int, int] | None = None


@dataclass(frozen=True)
class Program:
    """A valid program: every operation reads registers that hold something, at one level."""

    batch: int
    row: int
    modulus: int
    """0 for a program over real or complex numbers."""
    levels: int
    wires: int
    notes: Sequence[str]
    plains: Sequence[Plain]
    ops: Sequence[Operation]
    outputs: Sequence[tuple[int, Header]]
    """The register of each output and how to read it, at least one."""
    is_complex: bool = False

    def values(self, plain: Plain) -> list[Any]:
        """The slots of a row, in [0, t), or numbers."""
        if plain.window is not None:
            lo, hi = plain.window
            return [int(lo <= j < hi) for j in range(self.row)]
        t = self.modulus
        reduced = [entry % t for entry in plain.entries] if t else list(plain.entries)
        return (reduced * (self.row // self.batch + 1))[: self.row]

    def check_key(self, target: Target | RealTarget) -> None:
        """Raise `Failed` if the key that declared `target` cannot run this."""
        mine = (self.batch, self.row, self.modulus, self.levels, self.is_complex)
        levels, is_complex = (
            (target.levels, target.is_complex)
            if isinstance(target, RealTarget)
            else (len(target.noise.capacity), False)
        )
        if mine != (target.batch, target.row, target.modulus, levels, is_complex):
            raise Failed(
                "the program is for another key: its batch, row, modulus, levels or kind of "
                "numbers differ"
            )
        for name, numbers in self.ops:
            if name == "rotate" and numbers[2] not in target.steps:
                raise Failed(f"the program rotates by {numbers[2]}, for which there is no key")
