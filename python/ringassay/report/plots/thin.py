"""Dots in great number, thinned to what the eye can tell apart in a figure.

A figure of 10^5 dots shows no more than one of a thousand: the others lie below these. What is left
out lies within a dot's width of one that is drawn. Axes, boxes and models are of all values.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ringassay.report.plots import units
from ringassay.report.plots.ticks import Ruler

MOST = 1200
"""Dots of a figure, or outliers of its boxes, up to which all are drawn."""
_COLUMNS, _ROWS = 160, 66
"""Cells of the finest grid: each half as wide as a dot of 5.5 points in 6.4 by 2.65 inches."""
_COARSER = (1.0, 1.5, 2.0, 3.0, 4.0, 6.0)

_Fractions = NDArray[np.float64]


def dots(
    series: Sequence[tuple[Sequence[float], Sequence[float]]], x: Ruler, y: Ruler
) -> list[list[int]]:
    """Which points (x, y) of each series are drawn: all, or one in each cell of a grid.

    The grid is the finest that leaves at most `MOST` (the coarsest, if none does); each series is
    thinned by itself. The outermost points of a series are always drawn.
    """
    if sum(len(xs) for xs, _ in series) <= MOST:
        return [list(range(len(xs))) for xs, _ in series]
    placed = [(_fractions(x, xs), _fractions(y, ys)) for xs, ys in series]
    kept: list[list[int]] = []
    for coarser in _COARSER:
        kept = [_one_per_cell(across, up, coarser) for across, up in placed]
        if sum(map(len, kept)) <= MOST:
            break
    return kept


def outliers(boxes: Sequence[Sequence[float]], y: Ruler) -> list[tuple[float, ...]]:
    """The outliers of each box that are drawn: all, or one in each cell along the axis."""
    if sum(map(len, boxes)) <= MOST:
        return [tuple(values) for values in boxes]
    placed = [(np.zeros(len(values)), _fractions(y, values)) for values in boxes]
    kept = [_one_per_cell(across, up, 1.0) for across, up in placed]
    return [chosen(values, indices) for values, indices in zip(boxes, kept, strict=True)]


def chosen(values: Sequence[Any], indices: Sequence[int]) -> tuple[Any, ...]:
    """The values at these places; nothing where there are none."""
    return tuple(values[index] for index in indices) if values else ()


def note(drawn: int, given: int) -> str:
    """The sentence owed to the reader of a figure that does not show every value it has."""
    if drawn == given:
        return ""
    return (
        f"{units.number(drawn, 9)} of {units.number(given, 9)} dots are drawn, of those that would "
        "cover one another one; axes, boxes and models are of all."
    )


def _fractions(ruler: Ruler, values: Sequence[float]) -> _Fractions:
    """`Ruler.fraction` of each."""
    placed = np.asarray(values, dtype=np.float64)
    ends = np.array([ruler.low, ruler.high])
    if ruler.log:
        placed, ends = np.log10(placed), np.log10(ends)
    return np.asarray((placed - ends[0]) / (ends[1] - ends[0]), dtype=np.float64)


def _one_per_cell(across: _Fractions, up: _Fractions, coarser: float) -> list[int]:
    """The first point in each cell, and the outermost in each direction; in the given order."""
    if not across.size:
        return []
    columns = np.floor(across * (_COLUMNS / coarser)).astype(np.int64)
    rows = np.floor(up * (_ROWS / coarser)).astype(np.int64)
    first = np.unique(np.stack((columns, rows)), axis=1, return_index=True)[1]
    ends = (across.argmin(), across.argmax(), up.argmin(), up.argmax())
    return [int(index) for index in np.unique(np.concatenate((first, ends)))]
