"""The microbenchmark of BGV: times, sizes, others beside ours."""

from __future__ import annotations

from ringassay.analysis.bench import (
    Figures,
    figures_of,
    grids,
    measured_sets,
    times_beside,
)
from ringassay.report.document import (
    Block,
    KeyFigure,
    KeyFigures,
    Section,
)
from ringassay.report.sections.grid_table import grid_sections
from ringassay.report.sections.wording import count, factor
from ringassay.store import Benchmark

INTRO = (
    "Operations on fresh ciphertexts, one thread; medians. What was measured on another machine "
    "stands beside ours without a quotient: machines differ by more than libraries."
)


def sections(benchmark: Benchmark) -> tuple[Section, ...]:
    """The parts, each a section of a report on the benchmark alone."""
    return grid_sections(benchmark, grids(benchmark), INTRO)


def summary(benchmark: Benchmark) -> tuple[Block, ...]:
    """What was measured on one machine: others in rounds with ours, figures of a user's own."""
    figures = [figure for one in figures_of(benchmark) for figure in _own(benchmark, one)]
    if benchmark.peers:
        libraries = dict.fromkeys(one.library for one in benchmark.peers)
        figures.append(
            KeyFigure(
                count(len(libraries), "library", "libraries"),
                "measured in rounds, ours among them",
                ", ".join(libraries),
            )
        )
    return (KeyFigures(tuple(figures)),) if figures else ()


def _own(benchmark: Benchmark, figures: Figures) -> list[KeyFigure]:
    """The least ratio for products, where both were measured on this machine."""
    if not figures.are_of(benchmark):
        return []
    found = [
        (measured.parameters.name, one)
        for measured in measured_sets(benchmark)
        for one in times_beside(measured, figures)
        if one.what == "multiply"
    ]
    if not found:
        return []
    name, least = min(found, key=lambda entry: entry[1].times)
    return [
        KeyFigure(
            factor(least.times),
            f"our time in products with relinearisation is {figures.label}'s, at least",
            f"set {name}; both on this machine",
        )
    ]
