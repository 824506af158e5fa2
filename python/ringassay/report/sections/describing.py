"""Descriptions as tables that fit a page: location, spread, or both in short."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ringassay.analysis.describe import Description
from ringassay.analysis.metrics import Quantity
from ringassay.report.document import Cell, Column, Table
from ringassay.report.sections.wording import NONE, amount_cell, span

Row = tuple[Sequence[str | Cell], Description, Quantity]
_Writer = Callable[[Description, Quantity], Cell]

_COUNT: tuple[str, _Writer] = ("count", lambda d, _: Cell(str(d.count), d.count))
_MEAN: tuple[str, _Writer] = ("mean", lambda d, kind: amount_cell(d.mean, kind))
_STD: tuple[str, _Writer] = (
    "std. dev.",
    lambda d, kind: Cell(NONE) if d.count == 1 else amount_cell(d.std, kind),
)
_MIN: tuple[str, _Writer] = ("min", lambda d, kind: amount_cell(d.minimum, kind))
_P5: tuple[str, _Writer] = ("p5", lambda d, kind: amount_cell(d.p5, kind))
_MEDIAN: tuple[str, _Writer] = ("median", lambda d, kind: amount_cell(d.median, kind))
_P95: tuple[str, _Writer] = ("p95", lambda d, kind: amount_cell(d.p95, kind))
_MAX: tuple[str, _Writer] = ("max", lambda d, kind: amount_cell(d.maximum, kind))
_MEAN_INTERVAL: tuple[str, _Writer] = (
    "95\u00a0% interval of the mean",
    lambda d, kind: Cell(span(d.mean_interval, kind)),
)
_MEDIAN_INTERVAL: tuple[str, _Writer] = (
    "95\u00a0% interval of the median",
    lambda d, kind: Cell(span(d.median_interval, kind)),
)

OUTLIERS = (
    "The interval of a mean does not hold where one circuit in 20 takes ten times as long as the "
    "others: of 10 circuits it then covers 40\u00a0%."
)
"""What is said where intervals of means are printed (docs/methods.md)."""

# The median first: its interval holds whatever the distribution, that of the mean does not.
_LOCATION = (_COUNT, _MEDIAN, _MEDIAN_INTERVAL, _MEAN, _MEAN_INTERVAL)
_SPREAD = (_STD, _MIN, _P5, _P95, _MAX)
_SHORT = (_COUNT, _MEAN, _STD, _MIN, _MEDIAN, _MAX)


def location_table(caption: str, leading: Sequence[Column], rows: Sequence[Row]) -> Table:
    """Median and mean with their intervals."""
    return _table(caption, leading, rows, _LOCATION)


def spread_table(caption: str, leading: Sequence[Column], rows: Sequence[Row]) -> Table:
    """Standard deviation, extremes and the 5th and 95th percentile."""
    return _table(caption, leading, rows, _SPREAD)


def short_table(caption: str, leading: Sequence[Column], rows: Sequence[Row]) -> Table:
    """Count, mean, standard deviation, extremes and median, as HEtest's tables have them."""
    return _table(caption, leading, rows, _SHORT)


def _table(
    caption: str,
    leading: Sequence[Column],
    rows: Sequence[Row],
    columns: Sequence[tuple[str, _Writer]],
) -> Table:
    return Table(
        caption,
        (*leading, *(Column(head, "right") for head, _ in columns)),
        tuple(
            (*cells, *(write(described, kind) for _, write in columns))
            for cells, described, kind in rows
        ),
    )
