"""Values of a parameter in an exploration: one, a list, or a range with a step."""

from __future__ import annotations

from decimal import Decimal
from typing import Annotated, Any

from pydantic import AfterValidator, BeforeValidator, Field

MAX_VALUES = 10_000
"""Values of one parameter, at most: bounded before they are made."""


def _number(value: Any) -> Decimal:
    if isinstance(value, bool) or not isinstance(value, (int, float, Decimal)):
        raise ValueError("a number, a list of numbers or { from, to, step } is needed")
    number = Decimal(str(value))
    if not number.is_finite() or abs(number) > 10**18:
        raise ValueError("a number below 10^18 is needed")
    return number


def _expanded(value: Any) -> list[Decimal]:
    if isinstance(value, dict):
        if set(value) - {"from", "to", "step"} or not {"from", "to"} <= set(value):
            raise ValueError("a range is { from = 100, to = 300, step = 10 }")
        first, last, step = (_number(value.get(key, 1)) for key in ("from", "to", "step"))
        if step <= 0 or last < first:
            raise ValueError("a range goes up, in steps above 0")
        count = int((last - first) / step) + 1
        if count > MAX_VALUES:
            raise ValueError(f"a range of {count} values, at most {MAX_VALUES} are possible")
        return [first + at * step for at in range(count)]
    listed = value if isinstance(value, (list, tuple)) else [value]
    if len(listed) > MAX_VALUES:
        raise ValueError(f"{len(listed)} values, at most {MAX_VALUES} are possible")
    numbers = [_number(item) for item in listed]
    if len(set(numbers)) != len(numbers):
        raise ValueError("a value is listed twice")
    return numbers


def _whole(value: Any) -> list[int]:
    numbers = _expanded(value)
    if any(number != number.to_integral_value() for number in numbers):
        raise ValueError("whole numbers are needed")
    return [int(number) for number in numbers]


def _powers_of_two(values: tuple[int, ...]) -> tuple[int, ...]:
    for value in values:
        if value < 2 or value > 1 << 20 or value & (value - 1):
            raise ValueError(f"powers of two from 2 to 2^20 are needed, {value} is none")
    return values


def _floats(value: Any) -> list[float]:
    return [float(number) for number in _expanded(value)]


Log2 = Annotated[float, Field(ge=1, le=32768)]
Logarithms = Annotated[tuple[Log2, ...], BeforeValidator(_floats), Field(min_length=1)]
"""Base-2 logarithms, from 1 to 32768."""

Degrees = Annotated[
    tuple[int, ...],
    BeforeValidator(_whole),
    AfterValidator(_powers_of_two),
    Field(min_length=1),
]
"""Powers of two."""

Index = Annotated[int, Field(ge=3, le=1 << 20)]
"""Indices of cyclotomic rings."""

Modulus = Annotated[int, Field(ge=2, lt=1 << 62)]
Moduli = Annotated[tuple[Modulus, ...], BeforeValidator(_whole), Field(min_length=1)]
"""Plaintext moduli."""
