"""Reads slot programs: whatever the bytes are, a valid program or the line that is wrong."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

from ringassay.sut.complexes import parse_complex
from ringassay.sut.errors import Failed
from ringassay.sut.slots.header import Header
from ringassay.sut.slots.program import Operation, Plain, Program

_OPERATIONS: dict[str, tuple[str, ...]] = {
    "input": ("wire", "level"),
    "add": ("register", "register"),
    "sub": ("register", "register"),
    "neg": ("register",),
    "addplain": ("register", "row"),
    "mulplain": ("register", "row"),
    "mul": ("register", "register"),
    "square": ("register",),
    "rotate": ("register", "step"),
    "lower": ("register", "level", "divide"),
    "encrypt": ("row",),
    "conjugate": ("register",),
}
"""What the numbers behind the register are that an operation writes; `free` writes none."""

_MOST = {
    "batch": 1 << 20,
    "row": 1 << 20,
    "modulus": (1 << 62) - 1,
    "levels": 128,
    "wires": 1_000_000,
    "registers": (1 << 32) - 1,
}
"""The fields of the first line in their order; a program over numbers has no modulus."""
_NUMBER = re.compile("0|-?[1-9][0-9]{0,19}")
_REAL = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:e-?[0-9]+)?")
_PRODUCTS = ("mul", "square", "mulplain")
_MAX_BYTES = 512 << 20
_MOST_OUTPUTS = 1 << 16
_MAX_NOTE_BYTES = 1 << 16
"""Of all notes with their line ends: they have to fit a report."""


def read_program(text: bytes) -> Program:
    """Read a program, in linear time; `Failed` with the line where it is none."""
    reader = None
    number = 0
    try:
        if len(text) > _MAX_BYTES:
            raise ValueError(f"{len(text)} bytes; at most {_MAX_BYTES}")
        lines = text.removesuffix(b"\n").split(b"\n")
        for number, line in enumerate(lines, 1):  # noqa: B007 - named in the error
            if reader is None:
                reader = _Reader(line.decode())
            else:
                reader.line(line.decode())
        assert reader is not None
        if not reader.outputs:
            number += 1
            raise ValueError("the line of an output is missing")
        return reader.program()
    except (ValueError, IndexError) as error:
        raise Failed(f"line {number or 1} of the program: {error}") from error


def _numbers(words: Sequence[str]) -> tuple[int, ...]:
    """Numbers as they would be written: no plus sign, no leading zeros."""
    for word in words:
        if not _NUMBER.fullmatch(word):
            raise ValueError(f"{word[:40]!r} is not a number that is allowed here")
    return tuple(map(int, words))


def _within(what: str, value: int, least: int, most: int) -> int:
    if not least <= value <= most:
        raise ValueError(f"{what} {value} is not from {least} to {most}")
    return value


class _Reader:
    """What was read so far; `holds` are the levels of what registers hold."""

    def __init__(self, line: str) -> None:
        words = line.split(" ")
        pairs = [field.partition("=") for field in words[2:]]
        self.is_complex = words[:2] == ["complex", "1"]
        self.real = self.is_complex or words[:2] == ["reals", "1"]
        most = {name: value for name, value in _MOST.items() if not self.real or name != "modulus"}
        known = self.real or words[:2] == ["slots", "1"]
        if not known or [p[0] for p in pairs] != [*most]:
            raise ValueError("not a slot program of version 1")
        values = dict(zip(most, _numbers([pair[2] for pair in pairs]), strict=True))
        for field, value in values.items():
            _within(field, value, 2 if field == "modulus" else 1, most[field])
        self.modulus = values.pop("modulus", 0)
        self.batch, self.row, self.levels, self.wires, self.registers = values.values()
        self.start: int | None = None
        _within("batch", self.batch, 1, self.row)
        self.notes: list[str] = []
        self.note_bytes = 0
        self.plains: list[Plain] = []
        self.ops: list[Operation] = []
        self.holds: list[int | None] = []
        self.outputs: list[tuple[int, Header]] = []

    def line(self, line: str) -> None:
        """A line behind the first."""
        name, blank, rest = line.partition(" ")
        if self.outputs and name != "output":
            raise ValueError("something else behind an output")
        if name in ("note", "plain", "ones"):
            if self.ops:
                raise ValueError(f"{name} must stand before the operations")
            if name == "note":
                self.note_bytes += len(rest.encode()) + 1
                if self.note_bytes > _MAX_NOTE_BYTES:
                    raise ValueError(f"notes of more than {_MAX_NOTE_BYTES} bytes")
                self.notes.append(rest)
            else:
                self._plain(name, rest.split(" "))
            return
        numbers = _numbers(rest.split(" ") if blank else [])
        if name == "output":
            self._output(numbers)
        else:
            self._operation(name, numbers)

    def program(self) -> Program:
        """The program, all of whose lines were read."""
        if len(self.holds) != self.registers:
            raise ValueError(
                f"{self.registers} registers were declared, {len(self.holds)} are used"
            )
        return Program(
            self.batch,
            self.row,
            self.modulus,
            self.levels,
            self.wires,
            self.notes,
            self.plains,
            self.ops,
            self.outputs,
            self.is_complex,
        )

    def _plain(self, kind: str, words: list[str]) -> None:
        if len(words) != (2 if kind == "plain" else 3):
            raise ValueError(f"{len(words)} words behind {kind}")
        level = self._level(_numbers(words[:1])[0])
        if kind == "ones":
            lo, hi = _numbers(words[1:])
            _within("slot", lo, 0, self.row - 1)
            _within("slot", hi, lo + 1, self.row)
            self.plains.append(Plain(level, (), (lo, hi)))
            return
        if self.real:
            self.plains.append(Plain(level, self._row(words[1].split(","))))
            return
        entries = _numbers(words[1].split(","))
        if len(entries) != self.batch or not all(-self.modulus < x < self.modulus for x in entries):
            raise ValueError(f"{self.batch} entries below {self.modulus} in size expected")
        self.plains.append(Plain(level, entries))

    def _row(self, words: list[str]) -> tuple[float | complex, ...]:
        if len(words) != self.batch:
            raise ValueError(f"{len(words)} entries; {self.batch} expected")
        return tuple(map(self._entry, words))

    def _entry(self, word: str) -> float | complex:
        number: float | complex | None = None
        if self.is_complex:
            number = parse_complex(word)
        elif _REAL.fullmatch(word) and math.isfinite(float(word)):
            number = float(word)
        if number is None:
            raise ValueError(f"{word[:40]!r} is not a number that is allowed here")
        return number

    def _operation(self, name: str, numbers: tuple[int, ...]) -> None:
        if name == "free" and len(numbers) == 1:
            self._held(numbers[0])
            self.holds[numbers[0]] = None
        elif name == "conjugate" and not self.is_complex:
            raise ValueError("only complex numbers have a conjugate")
        elif name in _OPERATIONS and len(numbers) == 1 + len(_OPERATIONS[name]):
            self._hold(numbers[0], self._result_level(name, numbers[1:]))
        else:
            raise ValueError(f"no operation: {name[:40]!r} with {len(numbers)} numbers")
        self.ops.append((name, numbers))

    def _result_level(self, name: str, operands: tuple[int, ...]) -> int:
        """The level of the result, after a look at every operand."""
        level: int | None = None
        for form, number in zip(_OPERATIONS[name], operands, strict=True):
            if form == "wire":
                _within("wire", number, 0, self.wires - 1)
            elif form == "step":
                _within("step", abs(number), 1, self.row - 1)
            elif form == "divide" and self.real:
                _within("divisions", number, 1, 1)
            elif form == "divide":
                _within("divisions", number, 0, self._held(operands[0]) - operands[1])
            elif form == "level":
                level = self._level(number)
                if name == "lower":
                    _within("level", number, 0, self._held(operands[0]) - 1)
            else:
                found = self._held(number) if form == "register" else self._row_level(number)
                if level not in (None, found):
                    raise ValueError("operands of different levels")
                level = found
        assert level is not None
        if self.real and name == "input":
            self.start = level if self.start is None else self.start
            _within("level of an input", level, self.start, self.start)
        if self.real and name in _PRODUCTS:
            return _within("level of a product's operands", level, 1, self.levels) - 1
        return level

    def _output(self, numbers: tuple[int, ...]) -> None:
        if len(numbers) not in (2, 3):
            raise ValueError(f"{len(numbers)} numbers behind output")
        if len(self.outputs) == _MOST_OUTPUTS:
            raise ValueError(f"more than {_MOST_OUTPUTS} outputs")
        register, first, *lowest = numbers
        self._held(register)
        _within("slot", first, 0, self.row - self.batch)
        if lowest and self.real:
            raise ValueError("an output of reals has no parity")
        for bound in lowest:
            _within("integer", bound, -(1 << 63), (1 << 63) - 1)
        self.outputs.append((register, Header(first, bool(lowest), *lowest)))

    def _level(self, level: int) -> int:
        return _within("level", level, 0, self.levels - 1)

    def _row_level(self, row: int) -> int:
        if not 0 <= row < len(self.plains):
            raise ValueError(f"there is no row {row}")
        return self.plains[row].level

    def _held(self, register: int) -> int:
        level = self.holds[register] if 0 <= register < len(self.holds) else None
        if level is None:
            raise ValueError(f"register {register} holds nothing")
        return level

    def _hold(self, register: int, level: int) -> None:
        """Registers are named in order, so that memory is in proportion to the text."""
        if not 0 <= register <= len(self.holds):
            raise ValueError(f"register {register} before {len(self.holds)} was used")
        if register == len(self.holds):
            self.holds.append(None)
        elif self.holds[register] is not None:
            raise ValueError(f"register {register} still holds something")
        self.holds[register] = level
