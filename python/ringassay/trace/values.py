"""Numbers in slots, and sums and products of them, whatever shape arrays of numpy have."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from ringassay.trace.engine import Engine, padded

Operation = Literal["+", "-", "*"]
Exact = NDArray[Any]
"""Public numbers before they are reduced: one, or as many as there are entries."""


@dataclass(frozen=True)
class Value:
    """`count` encrypted entries in the first slots, zeros behind them; or one number in every slot,
    where `count` is `None`."""

    engine: Engine
    node: Any
    count: int | None
    low: int = 0
    high: int = 0
    """Of integers: what no entry is below and above, before anything is reduced. Numpy compares
    these integers; a circuit knows them modulo t only."""

    @property
    def is_bit(self) -> bool:
        """Whether every entry is zero or one."""
        return not self.engine.space.reals and self.low >= 0 and self.high <= 1

    def having(self, low: int, high: int) -> Value:
        """The same, of which is known that it lies within these."""
        return replace(self, low=low, high=high)

    def widened(self, count: int | None) -> Value:
        """A number as so many equal entries."""
        if self.count is not None or count is None:
            return self
        if count == self.engine.space.length:
            return replace(self, count=count)
        ones = padded(self.engine.space, np.ones(count, dtype=object))
        return replace(self, node=self.engine.mul_const(self.node, ones), count=count)

    def spread(self) -> Value:
        """A single entry as a number in every slot."""
        if self.count is None:
            return self
        return replace(self, node=self.engine.total(self.node), count=None)

    def zero(self) -> Value:
        """Zeros, as many."""
        zeros = padded(self.engine.space, np.zeros(1, dtype=object))
        return replace(self, node=self.engine.mul_const(self.node, zeros), low=0, high=0)

    def negated(self) -> Value:
        """Minus it."""
        node = self.engine.neg(self.node)
        return replace(self, node=node, low=-self.high, high=-self.low)

    def conjugated(self) -> Value:
        """The complex conjugates."""
        return replace(self, node=self.engine.conj(self.node))

    def complement(self) -> Value:
        """One minus each bit."""
        return combined("-", np.asarray(1, dtype=object), self, self.count).having(0, 1)


def bounds(operand: Value | Exact) -> tuple[int, int]:
    """Between which integers an operand lies."""
    if isinstance(operand, Value):
        return operand.low, operand.high
    if operand.dtype.kind in "fc" or not operand.size:
        return 0, 0
    return int(operand.min()), int(operand.max())


def combined(sign: Operation, a: Value | Exact, b: Value | Exact, count: int | None) -> Value:
    """The sum, the difference or the product of operands, one of them encrypted at least."""
    low, high = _range(sign, a, b)
    if not isinstance(a, Value):
        assert isinstance(b, Value)
        if sign == "-":
            return combined("+", b.negated(), a, count)
        return combined(sign, b, a, count)
    made = (_of_two if isinstance(b, Value) else _with_public)(sign, a, b, count)
    return made.widened(count).having(low, high)


def _of_two(sign: Operation, a: Value, b: Any, count: int | None) -> Value:
    engine = a.engine
    numbers = a.count is None and b.count is None
    if sign == "*":
        return Value(engine, engine.mul(a.node, b.node), None if numbers else count)
    if not numbers:
        a, b = a.widened(count), b.widened(count)
    gate = engine.add if sign == "+" else engine.sub
    return Value(engine, gate(a.node, b.node), None if numbers else count)


def _with_public(sign: Operation, a: Value, b: Any, count: int | None) -> Value:
    engine, space = a.engine, a.engine.space
    if b.ndim == 0 and a.count is None:
        count = None
    entries = padded(space, np.broadcast_to(b, (space.length if count is None else count,)))
    if sign == "*":
        return Value(engine, engine.mul_const(a.node, entries), count)
    if sign == "-":
        entries = padded(space, np.negative(np.array(entries, dtype=object)))
    return Value(engine, engine.add_const(a.widened(count).node, entries), count)


_ANYTHING = 1 << 4096
"""Beyond it nothing is known of a value but that no type of numpy holds it: powers of powers have
bounds that fill the memory."""


def _range(sign: Operation, a: Value | Exact, b: Value | Exact) -> tuple[int, int]:
    (al, ah), (bl, bh) = bounds(a), bounds(b)
    if sign == "+":
        return al + bl, ah + bh
    if sign == "-":
        return al - bh, ah - bl
    products = (al * bl, al * bh, ah * bl, ah * bh)
    low, high = min(products), max(products)
    if max(-low, high) > _ANYTHING:
        return -_ANYTHING, _ANYTHING
    if isinstance(a, Value) and isinstance(b, Value) and _is_same(a.node, b.node):
        low = min(al * al, ah * ah) if al * ah > 0 else 0
    return low, high


def _is_same(a: Any, b: Any) -> bool:
    return a is b or (isinstance(a, int) and isinstance(b, int) and a == b)


def power(base: Value, exponent: int) -> Value:
    """base^exponent, at the least depth: log2 of the exponent, rounded up."""
    if exponent == 0:
        # As numpy: one everywhere, zero to the zero included.
        return combined("+", base.zero(), np.asarray(1, dtype=object), base.count)
    return _power({1: base}, exponent)


def _power(powers: dict[int, Value], exponent: int) -> Value:
    if exponent not in powers:
        half = exponent // 2
        first, second = _power(powers, half), _power(powers, exponent - half)
        powers[exponent] = combined("*", first, second, first.count)
    return powers[exponent]


def polynomial(coefficients: Exact, x: Value) -> Value:
    """The polynomial with these coefficients, the highest first.

    From the powers of x, so at the depth of the highest, where Horner's rule takes one level for
    each degree. Reals have a gate for it.
    """
    space = x.engine.space
    lowest_first = np.trim_zeros(coefficients, "f")[::-1]
    if len(lowest_first) < 2:
        constant = lowest_first[0] if len(lowest_first) else 0
        return combined("+", x.zero(), np.asarray(constant, dtype=coefficients.dtype), x.count)
    if space.reals:
        kind = complex if space.is_complex else float
        node = x.engine.poly(x.node, tuple(kind(one) for one in lowest_first))
        value = replace(x, node=node)
        if x.count in {None, space.length}:
            return value
        # Behind a short vector the polynomial of zero is its constant.
        return combined("*", value, np.ones(x.count or 1), x.count)
    powers, total = {1: x}, None
    for degree, coefficient in enumerate(lowest_first):
        term = np.asarray(coefficient, dtype=object)
        if degree == 0 or coefficient == 0:
            continue
        one = combined("*", _power(powers, degree), term, x.count)
        total = one if total is None else combined("+", total, one, x.count)
    assert total is not None
    return combined("+", total, np.asarray(lowest_first[0], dtype=object), x.count)
