"""The microbenchmark of BGV: times, sizes, HElib's figures beside ours."""

from __future__ import annotations

from ringassay.analysis.bench import Grid, comparisons, grids, measured_sets
from ringassay.report.document import (
    Block,
    Cell,
    Column,
    KeyFigure,
    KeyFigures,
    Section,
    Subheading,
    Table,
    literal,
)
from ringassay.report.sections import bench_measured
from ringassay.report.sections.wording import count, factor, number_cell
from ringassay.store import Benchmark

_INTRO = (
    "Operations on fresh ciphertexts, one thread; medians. HElib's figures were measured "
    "elsewhere, so only large ratios mean anything."
)


def section(benchmark: Benchmark) -> Section:
    """Everything in one section, for the report of a run."""
    blocks: list[Block] = []
    for part in sections(benchmark):
        blocks += [Subheading(part.title), *part.blocks]
    return Section("BGV", "bgv", tuple(blocks), _INTRO)


def sections(benchmark: Benchmark) -> tuple[Section, ...]:
    """The parts, each a section of a report on the benchmark alone."""
    tables = tuple(map(_table, grids(benchmark)))
    return (
        Section("Operations and sizes", "operations", tables, _INTRO),
        bench_measured.section(benchmark),
    )


def summary(benchmark: Benchmark) -> tuple[Block, ...]:
    """How many of the requirements are met, and the least ratio for products."""
    found = [(s.parameters.name, c) for s in measured_sets(benchmark) for c in comparisons(s)]
    judged = [(name, c) for name, c in found if c.verdict]
    if not judged:
        return ()
    met = sum(c.verdict == "met" for _, c in judged)
    least = min(
        ((name, c) for name, c in judged if c.what == "multiply"),
        key=lambda entry: entry[1].times,
        default=None,
    )
    figures = [
        KeyFigure(
            f"{met} of {len(judged)}",
            "figures are as far below HElib's best as required",
            count(len({name for name, _ in judged}), "parameter set"),
            "good" if met == len(judged) else "warning",
        )
    ]
    if least is not None:
        figures.append(
            KeyFigure(
                factor(least[1].times),
                "our time in products with relinearisation is HElib's best, at least",
                f"set {least[0]}; published for another machine",
            )
        )
    return (KeyFigures(tuple(figures)),)


def _table(grid: Grid) -> Table:
    return Table(
        grid.caption,
        tuple(
            Column(head.label, "left" if number == 0 else "right", head.unit)
            for number, head in enumerate(grid.heads)
        ),
        tuple(
            tuple(
                literal(value) if isinstance(value, str) else _number(value, head.digits)
                for value, head in zip(row, grid.heads, strict=True)
            )
            for row in grid.rows
        ),
        grid.note,
    )


def _number(value: float | None, digits: int) -> Cell:
    return number_cell(value, digits)
