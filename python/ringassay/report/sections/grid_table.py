"""Grids of a microbenchmark as tables of a document."""

from __future__ import annotations

from ringassay.analysis.bench import Grid
from ringassay.report.document import Column, Table, literal
from ringassay.report.sections.wording import number_cell


def grid_table(grid: Grid) -> Table:
    """The same table."""
    return Table(
        grid.caption,
        tuple(
            Column(head.label, "left" if number == 0 else "right", head.unit)
            for number, head in enumerate(grid.heads)
        ),
        tuple(
            tuple(
                literal(value) if isinstance(value, str) else number_cell(value, head.digits)
                for value, head in zip(row, grid.heads, strict=True)
            )
            for row in grid.rows
        ),
        grid.note,
    )
