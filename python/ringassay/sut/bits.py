"""Circuits over bits as gates on single bits, for libraries that bootstrap every gate.

What is known is folded, negations are kept until they are needed, and a gate whose operands are the
same or contrary is none. Each slot of a vector is a ciphertext of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from ringassay.sut.party import Circuit


@dataclass(frozen=True)
class Held:
    """A ciphertext of one bit, or of its negation."""

    cipher: Any
    negated: bool = False


Bit = bool | Held
"""Known to all, or held encrypted."""


@dataclass(frozen=True)
class Gates:
    """A library's operations on ciphertexts of one bit; `invert` takes no bootstrapping."""

    conjunction: Callable[[Any, Any], Any]
    difference: Callable[[Any, Any], Any]
    invert: Callable[[Any], Any]

    def plain(self, bit: Held) -> Any:
        """The ciphertext of the bit itself."""
        return self.invert(bit.cipher) if bit.negated else bit.cipher

    def xor(self, a: Bit, b: Bit) -> Bit:
        """a XOR b."""
        if isinstance(a, bool):
            return flipped(b, a)
        if isinstance(b, bool):
            return flipped(a, b)
        if a.cipher is b.cipher:
            return a.negated != b.negated
        return Held(self.difference(a.cipher, b.cipher), a.negated != b.negated)

    def both(self, a: Bit, b: Bit) -> Bit:
        """a AND b."""
        if isinstance(a, bool):
            return b if a else False
        if isinstance(b, bool):
            return a if b else False
        if a.cipher is b.cipher:
            return a if a.negated == b.negated else False
        return Held(self.conjunction(self.plain(a), self.plain(b)))


def flipped(bit: Bit, flip: bool) -> Bit:
    """The bit, or its negation."""
    if isinstance(bit, bool):
        return bit != flip
    return Held(bit.cipher, bit.negated != flip)


def evaluate(circuit: Circuit, gates: Gates, inputs: Sequence[Sequence[Bit]]) -> list[list[Bit]]:
    """The bits of the outputs, in order; `inputs` are those of the wires."""
    values: list[Sequence[Bit]] = list(inputs)
    for _, gate, operands, constant in circuit.instructions():
        first = values[operands[0]]
        if gate == "LROTATE":
            assert isinstance(constant, int)
            amount = constant % len(first)
            made = [*first[-amount:], *first[:-amount]] if amount else list(first)
        elif gate in ("LADD", "LMUL"):
            join = gates.xor if gate == "LADD" else gates.both
            made = [join(a, b) for a, b in zip(first, values[operands[1]])]  # noqa: B905
        else:
            assert isinstance(constant, Sequence)
            if gate == "LADDconst":
                made = [flipped(a, bool(c)) for a, c in zip(first, constant)]  # noqa: B905
            elif gate == "LMULconst":
                made = [a if c else False for a, c in zip(first, constant)]  # noqa: B905
            else:
                pairs = zip(first, values[operands[1]], constant)  # noqa: B905
                made = [a if c else b for a, b, c in pairs]
        values.append(made)
    return [list(values[node]) for node in circuit.output_nodes()]
