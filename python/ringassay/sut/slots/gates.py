"""Walks a circuit, calling one method per gate."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeVar

from ringassay.sut.errors import Refused
from ringassay.sut.party import Instruction

V = TypeVar("V")


class Gates(Protocol[V]):
    """The gates of a plaintext space on values of some kind."""

    def wire(self, index: int) -> V:
        """Input `index`."""

    def add(self, a: V, b: V) -> V:
        """Sum."""

    def sub(self, a: V, b: V) -> V:
        """Difference."""

    def negate(self, a: V) -> V:
        """Negation."""

    def multiply(self, a: V, b: V) -> V:
        """Product."""

    def add_constant(self, a: V, vector: Sequence[int]) -> V:
        """Sum with a known vector."""

    def multiply_constant(self, a: V, vector: Sequence[int]) -> V:
        """Product with a known vector."""

    def select(self, a: V, b: V, mask: Sequence[int]) -> V:
        """Entries of a where the mask is 1, of b where it is 0."""

    def rotate(self, a: V, amount: int) -> V:
        """Entry i moves to entry (i + amount) mod l."""


_CALLS: dict[str, Callable[[Gates[Any], Sequence[Any], Any], Any]] = {
    "LADD": lambda gates, x, _: gates.add(x[0], x[1]),
    "LSUB": lambda gates, x, _: gates.sub(x[0], x[1]),
    "LNEG": lambda gates, x, _: gates.negate(x[0]),
    "LMUL": lambda gates, x, _: gates.multiply(x[0], x[1]),
    "LADDconst": lambda gates, x, vector: gates.add_constant(x[0], vector),
    "LMULconst": lambda gates, x, vector: gates.multiply_constant(x[0], vector),
    "LSELECT": lambda gates, x, mask: gates.select(x[0], x[1], mask),
    "LROTATE": lambda gates, x, amount: gates.rotate(x[0], amount),
}


def walk(wires: int, instructions: Sequence[Instruction], gates_at: Callable[[int], Gates[V]]) -> V:
    """The output of a circuit; `gates_at(i)` evaluates instruction i."""
    values: dict[int, V] = {}
    output = instructions[-1][0]
    for index, (node, name, operands, constant) in enumerate(instructions):
        gates = gates_at(index)
        for operand in operands:
            if operand < wires and operand not in values:
                values[operand] = gates.wire(operand)
        call = _CALLS.get(name)
        if call is None:
            raise Refused(f"the gate {name} is not supported (supported: {', '.join(_CALLS)})")
        values[node] = call(gates, [values[operand] for operand in operands], constant)
    return values[output]
