"""The microbenchmark of single operations of CKKS, BFV and BGV, other libraries beside ours."""

from __future__ import annotations

from ringassay.analysis.bench import lattice_grids
from ringassay.report.document import Block, KeyFigure, KeyFigures, Section
from ringassay.report.sections.grid_table import grid_sections
from ringassay.report.sections.wording import count
from ringassay.store import Benchmark

INTRO = (
    "Every library is a process of its own on one thread, and checks its results before it is "
    "measured; rounds of all interleave. CPU time, medians. Libraries are asked for the same ring, "
    "levels and moduli; what each made of it stands below its times."
)


def sections(benchmark: Benchmark) -> tuple[Section, ...]:
    """The parts, each a section of a report on the benchmark alone."""
    return grid_sections(benchmark, lattice_grids(benchmark), INTRO)


def summary(benchmark: Benchmark) -> tuple[Block, ...]:
    """Who was measured, and where."""
    libraries = dict.fromkeys(f"{one.library} {one.version}" for one in benchmark.peers)
    places = dict.fromkeys(one.place for one in benchmark.peers)
    if not libraries:
        return ()
    return (
        KeyFigures(
            (
                KeyFigure(
                    count(len(libraries), "library", "libraries"),
                    "measured in rounds, ours among them",
                    ", ".join(libraries),
                ),
                KeyFigure(
                    count(len(places), "shape", "shapes"), "with a scheme each", ", ".join(places)
                ),
            )
        ),
    )
