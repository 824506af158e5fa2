"""From a stored microbenchmark to a document."""

from __future__ import annotations

from ringassay.report.document import Document, literal
from ringassay.report.sections.benchmarks import KINDS
from ringassay.store import Benchmark


def build_benchmark_report(benchmark: Benchmark, *, title: str | None = None) -> Document:
    """A report on a microbenchmark alone."""
    kind = KINDS[benchmark.kind]
    return Document(
        title=title or kind.title,
        subtitle=kind.subtitle,
        summary=kind.summary(benchmark),
        sections=kind.sections(benchmark),
        meta={
            "Started (UTC)": benchmark.started_at,
            "Machine": literal(benchmark.machine.cpu_model),
            "ringassay": benchmark.version,
        },
    )
