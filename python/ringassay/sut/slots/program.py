"""Reads slot programs (docs/programs.md). They come from the harness, which checked them.

So only what could hurt is checked here: names and counts of operations, numbers, and, when it
runs, that a register holds something.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ringassay.sut.errors import Failed
from ringassay.sut.slots.header import Header

_NUMBERS = {
    "input": 3,
    "add": 3,
    "sub": 3,
    "neg": 2,
    "addplain": 3,
    "mulplain": 3,
    "mul": 3,
    "square": 2,
    "rotate": 3,
    "lower": 4,
    "encrypt": 2,
    "free": 1,
}
"""Operations, and how many numbers follow the name."""

_HEADER = ("batch", "row", "modulus", "levels", "wires", "registers")
_MAX_ROW = 1 << 20


@dataclass(frozen=True)
class Plain:
    """A row to encode for a level: entries, periodically, or ones in the slots lo to hi."""

    level: int
    entries: tuple[int, ...]
    window: tuple[int, int] | None = None


@dataclass(frozen=True)
class Program:
    """A program: operations as tuples of a name and numbers."""

    batch: int
    row: int
    modulus: int
    wires: int
    notes: Sequence[str]
    plains: Sequence[Plain]
    ops: Sequence[tuple[str, tuple[int, ...]]]
    output: int
    header: Header

    def values(self, plain: Plain) -> list[int]:
        """The slots of a row, in [0, t)."""
        if plain.window is not None:
            lo, hi = plain.window
            return [int(lo <= j < hi) for j in range(self.row)]
        reduced = [entry % self.modulus for entry in plain.entries]
        return (reduced * (self.row // self.batch + 1))[: self.row]

    @classmethod
    def parse(cls, text: bytes) -> Program:
        """Read a program; `Failed` with the line where it is none."""
        number = 0
        try:
            lines = text.decode().splitlines()
            batch, row, modulus, _, wires, _ = _header(lines[0])
            notes, plains, ops = [], [], []
            for number, line in enumerate(lines[1:-1], 2):  # noqa: B007 - named in the error
                name, _, rest = line.partition(" ")
                if name == "note":
                    notes.append(rest)
                elif name == "plain":
                    level, _, entries = rest.partition(" ")
                    values = tuple(map(int, entries.split(",")))
                    if len(values) != batch:
                        raise ValueError(f"{batch} entries expected")
                    plains.append(Plain(int(level), values))
                elif name == "ones":
                    level_, lo, hi = map(int, rest.split(" "))
                    plains.append(Plain(level_, (), (lo, hi)))
                else:
                    numbers = tuple(map(int, rest.split(" ")))
                    if _NUMBERS.get(name) != len(numbers):
                        raise ValueError(f"no operation of a program: {line[:60]!r}")
                    ops.append((name, numbers))
            number = len(lines)
            name, *result = lines[-1].split(" ")
            if name != "output" or len(result) not in (2, 3):
                raise ValueError("the line of the output is missing")
            output, first, lowest = int(result[0]), int(result[1]), [int(x) for x in result[2:]]
            if not 0 <= first <= row - batch:
                raise ValueError(f"the output begins at slot {first}")
            header = Header(first, bool(lowest), *lowest)
        except (ValueError, IndexError) as error:
            raise Failed(f"line {number or 1} of the program: {error}") from error
        return cls(batch, row, modulus, wires, notes, plains, ops, output, header)


def _header(line: str) -> list[int]:
    name, version, *fields = line.split(" ")
    pairs = [field.partition("=") for field in fields]
    if (name, version) != ("slots", "1") or tuple(pair[0] for pair in pairs) != _HEADER:
        raise ValueError("not a slot program of version 1")
    values = [int(pair[2]) for pair in pairs]
    if not 1 <= values[0] <= values[1] <= _MAX_ROW or values[2] < 2:
        raise ValueError("batch, row or modulus out of range")
    return values
