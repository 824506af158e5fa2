"""Small tools for sentences: numbers, plurals, lists, names from outside."""

from __future__ import annotations

import math
from collections.abc import Sequence

from ringassay.analysis.intervals import Interval
from ringassay.analysis.metrics import Quantity
from ringassay.report.document import Block, Cell, Items, Paragraph, literal
from ringassay.report.plots.units import number, quantity

NONE = "–"
# The unit in which the values of a quantity are stored.
UNITS: dict[Quantity, str] = {"time": "ns", "size": "B", "size-per-bit": "B"}
_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def name(text: str) -> str:
    """A name from outside (a SUT, a family), set off and literal."""
    return f"*{literal(text)}*" if text.strip() else NONE


def amount(value: float, kind: Quantity, digits: int = 3) -> str:
    """A measured value with the unit that suits it: 1.23 ms."""
    return quantity(value, UNITS[kind], digits)


def amount_cell(value: float, kind: Quantity, digits: int = 3) -> Cell:
    """The same as a table cell that sorts by the value."""
    return Cell(amount(value, kind, digits), value if math.isfinite(value) else None)


def number_cell(value: float | None, digits: int = 4) -> Cell:
    """A plain number as a table cell, a dash for None and NaN."""
    if value is None or not math.isfinite(value):
        return Cell(NONE)
    return Cell(number(value, digits), value)


def exact_cell(value: float | None) -> Cell:
    """A parameter as a table cell, no digit of it rounded away; a dash for None and NaN."""
    return number_cell(value, 15)


def plain(value: float, digits: int = 4) -> str:
    """A number for running text, a dash for NaN."""
    return number(value, digits)


def count(n: int, noun: str, plural: str = "") -> str:
    """`1 circuit`, `24 circuits`, `no circuits`."""
    figure = "no" if n == 0 else number(float(n))
    return f"{figure} {noun if n == 1 else plural or noun + 's'}"


def spelled(n: int) -> str:
    """A small number in words, for the start of a sentence."""
    return _WORDS[n] if 0 <= n < len(_WORDS) else number(float(n))


def listed(items: Sequence[str], last: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`."""
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {last} {items[-1]}"


def told(sentences: Sequence[str]) -> Block:
    """One sentence as a paragraph, several (one per system) as a list."""
    return Paragraph(sentences[0]) if len(sentences) == 1 else Items(tuple(sentences))


def capital(text: str) -> str:
    """The text with its first letter in upper case."""
    return text[:1].upper() + text[1:]


def percent(share: float) -> str:
    """A share in percent. 100 % and 0 % are said only of what is exactly all or nothing."""
    if not math.isfinite(share):
        return NONE
    for digits in range(1, 7):
        text = f"{100.0 * share:.{digits}f}"
        if (float(text) < 100.0 or share >= 1.0) and (float(text) > 0.0 or share <= 0.0):
            return f"{text.rstrip('0').rstrip('.')}\u00a0%"
    return "over 99.999999\u00a0%" if share > 0.5 else "under 0.000001\u00a0%"


def share(value: float) -> str:
    """An r² or another share of one: four digits, more where it would round to 1."""
    for digits in range(4, 10):
        text = number(value, digits)
        if text != "1" or value >= 1.0:
            return text
    return "1"


def times(n: int) -> str:
    """`once`, `twice`, `5 times`."""
    return {1: "once", 2: "twice"}.get(n, f"{number(float(n))} times")


def span(interval: Interval | None, kind: Quantity | None = None, digits: int = 3) -> str:
    """An interval as `low to high`, a dash for None."""
    if interval is None:
        return NONE
    if kind is None:
        return f"{number(interval.low, digits)} to {number(interval.high, digits)}"
    low, high = (amount(end, kind, digits) for end in (interval.low, interval.high))
    figure, _, unit = low.rpartition("\u00a0")
    shared = unit == high.rpartition("\u00a0")[2]  # a unit of both ends is written once
    return f"{figure if shared else low} to {high}"


def level(security: float) -> str:
    """The security level asked, as in a caption: `K = 128`; empty if none is known."""
    return "" if math.isnan(security) else f"K = {int(security)}"


def factor(ratio: float) -> str:
    """A ratio as a factor: `52 600 times`."""
    return f"{number(ratio, 3)} times"
