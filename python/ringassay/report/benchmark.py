"""From a stored microbenchmark to a document."""

from __future__ import annotations

from ringassay.report.document import Document, literal
from ringassay.report.sections import ring_bench
from ringassay.store import Benchmark


def build_benchmark_report(benchmark: Benchmark, *, title: str | None = None) -> Document:
    """A report on a microbenchmark alone."""
    return Document(
        title=title or "Ring arithmetic, measured",
        subtitle="Every operation of the ring, over powers of two and other indices",
        summary=ring_bench.summary(benchmark),
        sections=ring_bench.sections(benchmark),
        meta={
            "Started (UTC)": benchmark.started_at,
            "Machine": literal(benchmark.machine.cpu_model),
            "ringassay": benchmark.version,
        },
    )
