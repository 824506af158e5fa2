"""gf2 circuits on integers mod t: a bit is the parity of an integer whose range is known.

XOR of two integers is their sum or their difference, AND is their product: the parity is right as
long as the integer itself is known, that is, as long as its range [lo, hi] holds at most t
integers. It is reduced mod 2 after decryption. Sums are free and products multiply ranges, so
*lazy* circuits run fast until the ranges reach t.

Two bits subtracted give an integer in [-1, 1], a *trit*. Products of trits are trits, and the
square of a trit is its bit. So the *exact* way to keep ranges small costs one squaring for each
operand of an XOR that is itself a result of an XOR, and nothing else.

Ranges explode where sums are followed by many products. So gates far from the output, in products
first and sums second, are exact, the later ones lazy; `parity_plan` finds the border.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ringassay.sut.slots.arithmetic import Arithmetic, Known, Operand


class TooWideError(Exception):
    """An integer's range reached the plaintext modulus; `bits` is log2 of the range."""

    def __init__(self, bits: int) -> None:
        super().__init__(f"an unreduced integer takes {bits} bits")
        self.bits = bits


@dataclass(slots=True, eq=False)
class Parity:
    """An integer in [lo, hi] that stands for its parity, `bit` being its reduction once made.

    Known values are always bits.
    """

    value: Operand
    lo: int
    hi: int
    bit: Parity | None = None

    @property
    def size(self) -> int:
        """Largest absolute value."""
        return max(-self.lo, self.hi)


class ParityGates:
    """The gates of gf2 on integers mod t: `exact` ones reduce the operands of an XOR."""

    def __init__(self, arithmetic: Arithmetic, *, exact: bool) -> None:
        self._on = arithmetic
        self._exact = exact
        self.reductions = 0

    def wire(self, index: int) -> Parity:
        """An input bit."""
        return Parity(self._on.emitter.wire(index), 0, 1)

    def add(self, a: Parity, b: Parity) -> Parity:
        """XOR."""
        if a is b:
            return Parity(self._on.zero(), 0, 0)
        if isinstance(a.value, Known):
            a, b = b, a
        if isinstance(b.value, Known):
            return self.add_constant(a, b.value.vector)
        if self._exact:
            a, b = self._bit(a), self._bit(b)
        minus, plus = (a.lo - b.hi, a.hi - b.lo), (a.lo + b.lo, a.hi + b.hi)
        if _size(minus) <= _size(plus):
            return self._checked(self._on.sub(a.value, b.value), *minus)
        return self._checked(self._on.add(a.value, b.value), *plus)

    def add_constant(self, a: Parity, bits: Sequence[int]) -> Parity:
        """XOR with a known vector."""
        if isinstance(a.value, Known):
            mine = a.value.vector
            return self._constant([x ^ y for x, y in zip(mine, bits, strict=True)])
        if not any(bits):
            return a
        if self._exact:
            a = self._bit(a)
        negated = [-bit for bit in bits]
        if not all(bits):
            plus, minus = (a.lo, a.hi + 1), (a.lo - 1, a.hi)
            if _size(plus) < _size(minus):
                return self._checked(self._on.add(a.value, self._on.known(bits)), *plus)
            return self._checked(self._on.add(a.value, self._on.known(negated)), *minus)
        # Complement of everything: a + 1, a - 1 or 1 - a, whichever stays nearest to zero.
        up, down, flip = (a.lo + 1, a.hi + 1), (a.lo - 1, a.hi - 1), (1 - a.hi, 1 - a.lo)
        best = min((flip, up, down), key=_size)
        if best is flip:
            value = self._on.add(self._on.negate(a.value), self._on.known(bits))
        else:
            value = self._on.add(a.value, self._on.known(bits if best is up else negated))
        return self._checked(value, *best)

    def sub(self, a: Parity, b: Parity) -> Parity:
        """XOR: its own inverse."""
        return self.add(a, b)

    def negate(self, a: Parity) -> Parity:
        """Nothing: a bit is its own negative."""
        return a

    def multiply(self, a: Parity, b: Parity) -> Parity:
        """AND."""
        if isinstance(a.value, Known):
            a, b = b, a
        if isinstance(b.value, Known):
            return self.multiply_constant(a, b.value.vector)
        same = a is b
        a = self._centred(a)
        b = a if same else self._centred(b)
        corners = [x * y for x in (a.lo, a.hi) for y in (b.lo, b.hi)]
        lo = max(0, min(corners)) if same else min(corners)
        hi = max(corners)
        return self._checked(self._on.multiply(a.value, b.value), lo, hi)

    def multiply_constant(self, a: Parity, bits: Sequence[int]) -> Parity:
        """AND with a known vector."""
        if isinstance(a.value, Known):
            mine = a.value.vector
            return self._constant([x & y for x, y in zip(mine, bits, strict=True)])
        if all(bits):
            return a
        value = self._on.multiply(a.value, self._on.known(bits))
        return Parity(value, min(a.lo, 0), max(a.hi, 0)) if any(bits) else Parity(value, 0, 0)

    def select(self, a: Parity, b: Parity, mask: Sequence[int]) -> Parity:
        """Entries of a where the mask is 1, of b where it is 0."""
        if a is b or all(mask):
            return a
        if not any(mask):
            return b
        lo, hi = min(a.lo, b.lo), max(a.hi, b.hi)
        return self._checked(self._on.select(a.value, b.value, mask), lo, hi)

    def rotate(self, a: Parity, amount: int) -> Parity:
        """Entry i moves to entry (i + amount) mod l."""
        return a if amount == 0 else Parity(self._on.rotate(a.value, amount), a.lo, a.hi)

    def _bit(self, a: Parity) -> Parity:
        """The same parity as an integer in [0, 1]. Exact regions hold trits and bits only."""
        if a.lo >= 0 and a.hi <= 1:
            return a
        if a.bit is None:
            if a.size > 1:
                raise TooWideError(a.size.bit_length())
            self.reductions += 1
            a.bit = Parity(self._on.multiply(a.value, a.value), 0, 1)
        return a.bit

    def _centred(self, a: Parity) -> Parity:
        """The same parity, shifted by an even constant to the range nearest to zero."""
        shift = -2 * ((a.lo + a.hi + 2) // 4)
        moved = (a.lo + shift, a.hi + shift)
        if _size(moved) >= a.size:
            return a
        constant = self._on.known([shift] * self._on.emitter.layout.batch)
        return Parity(self._on.add(a.value, constant), *moved)

    def _constant(self, bits: Sequence[int]) -> Parity:
        return Parity(self._on.known(bits), min(bits), max(bits))

    def _checked(self, value: Operand, lo: int, hi: int) -> Parity:
        if hi - lo >= self._on.modulus:
            raise TooWideError((hi - lo).bit_length())
        return Parity(value, lo, hi)


def _size(ends: tuple[int, int]) -> int:
    return max(-ends[0], ends[1])
