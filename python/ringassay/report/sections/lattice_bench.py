"""The microbenchmark of single operations of CKKS, BFV and BGV, other libraries beside ours."""

from __future__ import annotations

from ringassay.analysis.bench import lattice_grids
from ringassay.report.document import Block, KeyFigure, KeyFigures, Section, Subheading
from ringassay.report.sections import bench_measured
from ringassay.report.sections.grid_table import grid_table
from ringassay.report.sections.wording import count
from ringassay.store import Benchmark

_INTRO = (
    "Every library is a process of its own on one thread, and checks its results before it is "
    "measured; rounds of all interleave. CPU time, medians. Libraries are asked for the same ring, "
    "levels and moduli; what each made of it stands below its times."
)


def section(benchmark: Benchmark) -> Section:
    """Everything in one section, for the report of a run."""
    blocks: list[Block] = []
    for part in sections(benchmark):
        blocks += [Subheading(part.title), *part.blocks]
    return Section("CKKS, BFV and BGV", "lattice", tuple(blocks), _INTRO)


def sections(benchmark: Benchmark) -> tuple[Section, ...]:
    """The parts, each a section of a report on the benchmark alone."""
    tables = tuple(map(grid_table, lattice_grids(benchmark)))
    return (
        Section("Operations and sizes", "operations", tables, _INTRO),
        bench_measured.section(benchmark),
    )


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
