"""Bits and comparisons, where numpy's integers and arithmetic modulo t agree."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np

from ringassay.trace.errors import refuse
from ringassay.trace.space import Space
from ringassay.trace.values import Exact, Value, bounds, combined, power

Operand = Value | Exact


def is_bit(operand: Operand) -> bool:
    """Whether every entry is zero or one."""
    if isinstance(operand, Value):
        return operand.is_bit
    low, high = bounds(operand)
    return operand.dtype.kind not in "fc" and low >= 0 and high <= 1


def bitwise(sign: str, a: Operand, b: Operand, count: int | None) -> Value:
    """`&`, `|` or `^`, of bits; of integers modulo 2 by their lowest bits."""
    space = _space(a, b)
    bits = is_bit(a) and is_bit(b)
    if not bits and (space.reals or space.order != 2):
        raise refuse(
            f"{sign} is for bits, these are {space}: leave the modulus out, or compute with +, - "
            "and * on values that are 0 or 1"
        )
    both = combined("*", a, b, count)
    if sign == "&":
        made = both
    elif sign == "|":
        made = combined("-", combined("+", a, b, count), both, count)
    elif space.order == 2:
        made = combined("+", a, b, count)
    else:
        twice = combined("*", both, np.asarray(2, dtype=object), count)
        made = combined("-", combined("+", a, b, count), twice, count)
    return made.having(*((0, 1) if bits else _bit_range(a, b)))


def _bit_range(a: Operand, b: Operand) -> tuple[int, int]:
    ends = (*bounds(a), *bounds(b))
    bits = max(one.bit_length() for one in ends)
    return (0 if min(ends) >= 0 else -(1 << bits)), (1 << bits) - 1


def equal(a: Operand, b: Operand, count: int | None) -> Value:
    """One where both are equal, else zero."""
    space = _space(a, b)
    if space.reals:
        raise refuse(f"== on {space}: approximate values are never equal, and no polynomial does")
    if is_bit(a) and is_bit(b):
        return bitwise("^", a, b, count).complement()
    if isinstance(a, Value) and isinstance(b, Value):
        _check_distance(a.low - b.high, a.high - b.low, space)
        return _is_zero(combined("-", a, b, count), space)
    value, public = (a, b) if isinstance(a, Value) else (b, a)
    assert isinstance(value, Value) and not isinstance(public, Value)
    # What lies beyond the range equals nothing, whatever it is modulo t.
    within = np.asarray((public >= value.low) & (public <= value.high), dtype=bool)
    _check_distance(value.low - value.high, value.high - value.low, space)
    nearest = np.asarray(np.where(within, public, value.low), dtype=object)
    found = _is_zero(combined("-", value, nearest, count), space)
    if within.all():
        return found
    return combined("*", found, np.asarray(within.astype(int), dtype=object), count).having(0, 1)


def _check_distance(low: int, high: int, space: Space) -> None:
    if low <= -space.order or high >= space.order:
        raise refuse(
            f"== on values up to {max(-low, high)} apart, modulo {space.order}: numpy compares the "
            "integers, a circuit what is left of them modulo t. Reduce what is compared: "
            f"(…) % {space.order}"
        )


def _is_zero(difference: Value, space: Space) -> Value:
    """Of a difference of less than t."""
    if space.order == 2:
        return difference.complement()
    if not space.has_fermat():
        raise refuse(
            f"== on {space}: it is 1 - (a - b)^(t - 1), for a prime t of at most 20 bits only"
        )
    return power(difference, space.order - 1).complement()


def as_bool(x: Value) -> Value:
    """One where it is not zero."""
    space = x.engine.space
    if space.reals:
        raise refuse(f"{space} as a condition: whether one is zero is no polynomial")
    if x.is_bit:
        return x
    return equal(x, np.asarray(0, dtype=object), x.count).complement()


def ordered(sign: str, a: Operand, b: Operand, count: int | None) -> Value:
    """`<`, `<=`, `>` or `>=`, of bits."""
    space = _space(a, b)
    if space.reals or not (is_bit(a) and is_bit(b)):
        of = "integers" if not space.reals and space.order == 2 else str(space)
        raise refuse(
            f"{sign} on {of}: which of two is larger is no polynomial of low degree. "
            "Compute on bits (`ringassay --page tracing`)"
            + ("" if space.reals else ", or compare with == where t is a small prime")
        )
    if sign in {"<", "<="}:
        a, b = b, a
    # a > b is a and not b; a >= b is not (b and not a).
    if len(sign) == 1:
        return combined("*", a, _inverted(b), count).having(0, 1)
    return combined("*", b, _inverted(a), count).having(0, 1).complement()


def _inverted(operand: Operand) -> Operand:
    if isinstance(operand, Value):
        return operand.complement()
    return np.asarray(operator.sub(1, operand), dtype=object)


def _space(*operands: Any) -> Space:
    space: Space = next(one.engine.space for one in operands if isinstance(one, Value))
    return space
