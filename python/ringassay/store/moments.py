"""Moments as rows have them: ISO 8601 in UTC, by a clock that may have been wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import UTC, datetime, timedelta
from typing import TypeVar

TOLERANCE = timedelta(minutes=10)
"""By which the clocks of machines that share a store may differ."""

Row = TypeVar("Row")


def now() -> str:
    """The wall clock, ISO 8601 in UTC to the millisecond; a label, never a duration."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def is_future(moment: str) -> bool:
    """Whether a clock that was ahead wrote it."""
    try:
        at = datetime.fromisoformat(moment)
    except ValueError:
        return False
    aware = at if at.tzinfo is not None else at.replace(tzinfo=UTC)
    return aware > datetime.now(UTC) + TOLERANCE


def oldest_first(rows: Iterable[Row], moment: Callable[[Row], str]) -> list[Row]:
    """Rows in the order of their moments; before all those of the future, which are no latest.

    Rows of the same moment stay as they are.
    """
    found = [(moment(row), row) for row in rows]
    found.sort(key=lambda one: (not is_future(one[0]), one[0]))
    return [row for _, row in found]
