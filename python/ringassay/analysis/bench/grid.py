"""Tables of texts and numbers, for a terminal or a report."""

from __future__ import annotations

from dataclasses import dataclass

Value = str | float | None


@dataclass(frozen=True)
class Head:
    """A column; `digits` significant ones of its numbers are shown."""

    label: str
    unit: str = ""
    digits: int = 3


@dataclass(frozen=True)
class Grid:
    """A table of texts and numbers; None where there is nothing."""

    caption: str
    heads: tuple[Head, ...]
    rows: tuple[tuple[Value, ...], ...]
    note: str = ""
