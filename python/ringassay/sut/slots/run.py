"""Runs programs on a backend."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Generic

from ringassay.sut.errors import Failed
from ringassay.sut.slots.backend import Backend, C, Conjugating, P
from ringassay.sut.slots.program import Program

PLAIN_CACHE_BYTES = 256 << 20
"""Memory that encoded rows may take; the rest is encoded as it is needed."""

_SLOT_BYTES = 16  # both rows of a 64-bit coefficient


class Prepared(Generic[C, P]):
    """A program with its rows encoded, ready to run on any number of inputs."""

    def __init__(self, program: Program, backend: Backend[C, P]) -> None:
        self.program = program
        self._backend = backend
        fitting = max(1, PLAIN_CACHE_BYTES // (_SLOT_BYTES * program.row))
        self._encoded = [
            backend.encode(program.values(plain), plain.level) for plain in program.plains[:fitting]
        ]

    def run(self, wire: Callable[[int, int], C]) -> list[C]:
        """The outputs; `wire(i, level)` gives input i at a level, when it is first needed."""
        live: dict[int, C] = {}
        for name, numbers in self.program.ops:
            if name == "free":
                del live[numbers[0]]
            elif name == "input":
                live[numbers[0]] = wire(*numbers[1:])
            else:
                live[numbers[0]] = self._apply(name, numbers[1:], live)
        return [live[register] for register, _ in self.program.outputs]

    def _apply(self, name: str, numbers: Sequence[int], live: Mapping[int, C]) -> C:
        """An operation of a backend."""
        on = self._backend
        if name == "encrypt":
            return on.encrypt_constant(self._plain(numbers[0]))
        a = live[numbers[0]]
        if name in ("add", "sub", "mul"):
            binary = {"add": on.add, "sub": on.sub, "mul": on.multiply}
            return binary[name](a, live[numbers[1]])
        if name in ("addplain", "mulplain"):
            with_plain = on.add_plain if name == "addplain" else on.multiply_plain
            return with_plain(a, self._plain(numbers[1]))
        if name == "conjugate":
            if not isinstance(on, Conjugating):
                raise Failed("the library does not conjugate: its target may not be complex")
            conjugate: C = on.conjugate(a)
            return conjugate
        if name in ("neg", "square"):
            return on.negate(a) if name == "neg" else on.square(a)
        return on.rotate(a, numbers[1]) if name == "rotate" else on.lower(a, *numbers[1:])

    def _plain(self, index: int) -> P:
        if index < len(self._encoded):
            return self._encoded[index]
        plain = self.program.plains[index]
        return self._backend.encode(self.program.values(plain), plain.level)
