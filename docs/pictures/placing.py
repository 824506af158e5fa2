"""Places for the boxes of a drawing in rows, so that few arrows cross or run behind a box.

Hill climbing on columns: one box is moved, or two of a row change places, while that makes the
drawing better; the best of several starts. Seeded, so that equal input gives an equal drawing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from functools import cache
from random import Random

COLUMNS = 11
"""Half a box apart; two boxes of a row lie at least two columns apart."""

STARTS = 16

Place = tuple[int, int]
"""Column and row."""
Columns = dict[str, int]


def places_of(rows: Mapping[str, int], needs: Mapping[str, Set[str]]) -> dict[str, Place]:
    """The column and the row of each box; arrows go from a box to those that it needs."""
    arrows = tuple((above, below) for above in rows for below in sorted(needs[above]))
    best = _best(tuple(rows.items()), arrows)
    return {name: (best[name], rows[name]) for name in rows}


@cache
def _best(rows_of: tuple[tuple[str, int], ...], arrows: tuple[tuple[str, str], ...]) -> Columns:
    rows = dict(rows_of)
    starts = (_start(rows, Random(seed)) for seed in range(STARTS))  # noqa: S311
    return min((_climb(start, rows, arrows) for start in starts), key=lambda one: one[0])[1]


def _climb(
    columns: Columns, rows: Mapping[str, int], arrows: Sequence[tuple[str, str]]
) -> tuple[float, Columns]:
    cost = float("inf")
    while True:
        tried = [(_cost(near, rows, arrows), near) for near in _near(columns, rows)]
        least, near = min(tried, key=lambda one: one[0])
        if least >= cost:
            return cost, columns
        cost, columns = least, near


def _start(rows: Mapping[str, int], random: Random) -> Columns:
    """Each row in some order, its boxes side by side from the left."""
    columns: Columns = {}
    for row in sorted(set(rows.values())):
        names = [name for name in rows if rows[name] == row]
        if len(names) > (COLUMNS + 1) // 2:
            raise ValueError(f"row {row} has no place for {len(names)} boxes: raise COLUMNS")
        random.shuffle(names)
        columns |= {name: 2 * position for position, name in enumerate(names)}
    return columns


def _near(columns: Columns, rows: Mapping[str, int]) -> Iterator[Columns]:
    for name in columns:
        others = {columns[one] for one in columns if rows[one] == rows[name] and one != name}
        for column in range(COLUMNS):
            if all(abs(column - other) >= 2 for other in others):
                yield columns | {name: column}
        for other in columns:
            if other > name and rows[other] == rows[name]:
                yield columns | {name: columns[other], other: columns[name]}


def _cost(columns: Columns, rows: Mapping[str, int], arrows: Sequence[tuple[str, str]]) -> float:
    """Arrows behind boxes count most, then those that cross, then slanting ones."""
    ends = [(columns[a], rows[a], columns[b], rows[b]) for a, b in arrows]
    cost = sum(0.1 * abs(x - to_x) for x, _, to_x, _ in ends)
    for x, y, to_x, to_y in ends:
        for name, column in columns.items():
            if to_y < rows[name] < y:
                there = to_x + (x - to_x) * (rows[name] - to_y) / (y - to_y)
                cost += 20 * max(0.0, 1.4 - abs(there - column))
    for number, one in enumerate(ends):
        cost += sum(4 * _cross(one, other) for other in ends[:number])
    return cost


def _cross(one: tuple[int, int, int, int], other: tuple[int, int, int, int]) -> bool:
    """Whether two arrows cross between their ends, or run along each other."""
    top, bottom = min(one[1], other[1]), max(one[3], other[3])
    if top <= bottom:
        return False

    def gap(y: int) -> float:
        xs = [
            to_x + (x - to_x) * (y - to_y) / (from_y - to_y)
            for x, from_y, to_x, to_y in (one, other)
        ]
        return xs[0] - xs[1]

    return gap(top) * gap(bottom) < 0 or (gap(top) == 0 and gap(bottom) == 0)
