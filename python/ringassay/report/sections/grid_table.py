"""Grids of a microbenchmark as tables of a document."""

from __future__ import annotations

from collections.abc import Sequence

from ringassay.analysis.bench import Grid
from ringassay.report.document import Column, Section, Table, literal
from ringassay.report.sections import bench_measured
from ringassay.report.sections.wording import number_cell
from ringassay.store import Benchmark


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


def grid_sections(benchmark: Benchmark, grids: Sequence[Grid], intro: str) -> tuple[Section, ...]:
    """All tables in one section, and how they were measured."""
    return (
        Section("Operations and sizes", "operations", tuple(map(grid_table, grids)), intro),
        bench_measured.section(benchmark),
    )
