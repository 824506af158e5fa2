"""Arithmetic mod t on values of which some are known when the circuit is ingested.

A gate on known values only costs nothing, and a product with a known zero is a known zero. This
is more than thrift: libraries refuse to multiply by an encoded zero, because the result would hide
nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ringassay.sut.slots.emit import Emitter, Value


@dataclass(frozen=True, slots=True, eq=False)
class Known:
    """A vector that depends on no input; entries in [0, t)."""

    vector: tuple[int, ...]


Operand = Value | Known


class Arithmetic:
    """The gates of zt, emitted with known values folded."""

    def __init__(self, emitter: Emitter, modulus: int) -> None:
        self.emitter = emitter
        self.modulus = modulus

    def wire(self, index: int) -> Operand:
        """A fresh input."""
        return self.emitter.wire(index)

    def known(self, vector: Sequence[int]) -> Known:
        """A known vector, reduced."""
        return Known(tuple(value % self.modulus for value in vector))

    def zero(self) -> Known:
        """The zero vector."""
        return Known((0,) * self.emitter.layout.batch)

    def add(self, a: Operand, b: Operand) -> Operand:
        """a + b."""
        if isinstance(a, Known):
            a, b = b, a
        if isinstance(a, Known) and isinstance(b, Known):
            return self.known([x + y for x, y in zip(a.vector, b.vector, strict=True)])
        assert isinstance(a, Value)
        if isinstance(b, Value):
            return self.emitter.add(a, b)
        return self.emitter.add_plain(a, b.vector) if any(b.vector) else a

    def negate(self, a: Operand) -> Operand:
        """-a."""
        if isinstance(a, Known):
            return self.known([-x for x in a.vector])
        return self.emitter.negate(a)

    def sub(self, a: Operand, b: Operand) -> Operand:
        """a - b."""
        if a is b:
            return self.zero()
        if isinstance(a, Value) and isinstance(b, Value):
            return self.emitter.sub(a, b)
        return self.add(a, self.negate(b))

    def multiply(self, a: Operand, b: Operand) -> Operand:
        """a * b."""
        if isinstance(a, Known):
            a, b = b, a
        if isinstance(a, Known) and isinstance(b, Known):
            return self.known([x * y for x, y in zip(a.vector, b.vector, strict=True)])
        assert isinstance(a, Value)
        if isinstance(b, Value):
            return self.emitter.multiply(a, b)
        uniform = b.vector[0] if len(set(b.vector)) == 1 else None
        if uniform == 0:
            return b
        if uniform == 1:
            return a
        if uniform == self.modulus - 1:
            return self.emitter.negate(a)
        return self.emitter.multiply_plain(a, b.vector)

    def add_constant(self, a: Operand, vector: Sequence[int]) -> Operand:
        """A known vector added."""
        return self.add(a, self.known(vector))

    def multiply_constant(self, a: Operand, vector: Sequence[int]) -> Operand:
        """A known vector multiplied in."""
        return self.multiply(a, self.known(vector))

    def select(self, a: Operand, b: Operand, mask: Sequence[int]) -> Operand:
        """Entries of a where the mask is 1, of b where it is 0: b + mask (a - b)."""
        if a is b or all(mask):
            return a
        if not any(mask):
            return b
        return self.add(b, self.multiply(self.sub(a, b), Known(tuple(mask))))

    def rotate(self, a: Operand, amount: int) -> Operand:
        """Entry i moves to entry (i + amount) mod l."""
        if isinstance(a, Known):
            cut = len(a.vector) - amount % len(a.vector)
            return Known(a.vector[cut:] + a.vector[:cut])
        return self.emitter.rotate(a, amount)
