"""Numbers on the command line: one, a list, or a range; `4096,8192`, `100:200:20`."""

from __future__ import annotations

from decimal import Decimal, InvalidOperation

from ringassay.cli.errors import UsageError

MAX_NUMBERS = 10_000
"""Of one option, at most: bounded before they are made."""


def numbers(text: str, option: str) -> list[float]:
    """The numbers of a text; ranges hold their end. Raises `UsageError`."""
    found: list[Decimal] = []
    for part in text.split(","):
        found += _range(part, option)
        if len(found) > MAX_NUMBERS:
            raise UsageError(f"{option}: more than {MAX_NUMBERS} numbers: take larger steps")
    return [float(number) for number in found]


def whole_numbers(text: str, option: str) -> list[int]:
    """The same, of whole numbers."""
    found = numbers(text, option)
    for number in found:
        if number != int(number):
            raise UsageError(f"{option} takes whole numbers, not {number:g}")
    return [int(number) for number in found]


def _range(text: str, option: str) -> list[Decimal]:
    parts = [_number(part, option) for part in text.split(":")]
    if len(parts) == 1:
        return parts
    if len(parts) > 3:
        raise UsageError(f"{option}: {text!r} is no range: FROM:TO or FROM:TO:STEP")
    first, last, step = (*parts, Decimal(1))[:3]
    if step <= 0 or last < first:
        raise UsageError(f"{option}: the range {text!r} does not go up, in steps above 0")
    count = int((last - first) / step) + 1
    if count > MAX_NUMBERS:
        raise UsageError(f"{option}: {text!r} has {count} numbers, at most {MAX_NUMBERS}")
    return [first + at * step for at in range(count)]


def _number(text: str, option: str) -> Decimal:
    try:
        number = Decimal(text.strip())
    except InvalidOperation:
        raise UsageError(
            f"{option}: {text!r} is no number: give one, a list (4096,8192) or a range "
            "(FROM:TO:STEP)"
        ) from None
    if not number.is_finite() or abs(number) > 10**18:
        raise UsageError(f"{option}: {text!r} is no number below 10^18")
    return number
