"""Microbenchmarks by their kind."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ringassay.report.document import Block, Section
from ringassay.report.sections import bgv_bench, lattice_bench, ring_bench
from ringassay.store import Benchmark


@dataclass(frozen=True)
class Kind:
    """How a kind of microbenchmark is reported."""

    title: str
    subtitle: str
    section: Callable[[Benchmark], Section]
    sections: Callable[[Benchmark], tuple[Section, ...]]
    summary: Callable[[Benchmark], tuple[Block, ...]]


KINDS = {
    "ring": Kind(
        "Ring arithmetic, measured",
        "Every operation of the ring, over powers of two and other indices",
        ring_bench.section,
        ring_bench.sections,
        ring_bench.summary,
    ),
    "bgv": Kind(
        "BGV, measured",
        "Every operation of the scheme, at HElib's parameters and at our own",
        bgv_bench.section,
        bgv_bench.sections,
        bgv_bench.summary,
    ),
    "lattice": Kind(
        "CKKS, BFV and BGV, measured",
        "Single operations at powers of two, other libraries in rounds with ours",
        lattice_bench.section,
        lattice_bench.sections,
        lattice_bench.summary,
    ),
}
