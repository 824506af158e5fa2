"""Microbenchmarks by their kind."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ringassay.report.document import Block, Section, Subheading
from ringassay.report.sections import bgv_bench, lattice_bench, ring_bench
from ringassay.store import Benchmark


@dataclass(frozen=True)
class Kind:
    """How a kind of microbenchmark is reported."""

    title: str
    subtitle: str
    heading: str
    """Of its section in the report of a run."""
    anchor: str
    intro: str
    sections: Callable[[Benchmark], tuple[Section, ...]]
    """The parts, each a section of a report on the benchmark alone."""
    summary: Callable[[Benchmark], tuple[Block, ...]]

    def section(self, benchmark: Benchmark) -> Section:
        """Everything in one section, for the report of a run."""
        blocks: list[Block] = []
        for part in self.sections(benchmark):
            blocks += [Subheading(part.title), *part.blocks]
        return Section(self.heading, self.anchor, tuple(blocks), self.intro)


KINDS = {
    "ring": Kind(
        "Ring arithmetic, measured",
        "Every operation of the ring, over powers of two and other indices",
        *("Ring arithmetic", "ring", ring_bench.INTRO),
        *(ring_bench.sections, ring_bench.summary),
    ),
    "bgv": Kind(
        "BGV, measured",
        "Every operation of the scheme, at HElib's parameters and at our own",
        *("BGV", "bgv", bgv_bench.INTRO),
        *(bgv_bench.sections, bgv_bench.summary),
    ),
    "lattice": Kind(
        "CKKS, BFV and BGV, measured",
        "Single operations at powers of two, other libraries in rounds with ours",
        *("CKKS, BFV and BGV", "lattice", lattice_bench.INTRO),
        *(lattice_bench.sections, lattice_bench.summary),
    ),
}
