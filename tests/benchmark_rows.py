"""A row of a benchmark, and benchmarks of such rows, that tests share."""

from __future__ import annotations

from ringassay.store import Benchmark, BenchmarkRow, probe_machine

ROW = BenchmarkRow(
    library="ringassay",
    library_version="1",
    operation="crt",
    basis="powerful",
    m=1728,
    m_big=None,
    n=576,
    limbs=1,
    modulus_bits=49,
    backend="portable",
    threads=1,
    clock="cpu",
    median_ns=1000.0,
    p25_ns=990.0,
    p75_ns=1020.0,
    min_ns=980.0,
    samples=25,
)


def ring_benchmark(*rows: BenchmarkRow) -> Benchmark:
    """A benchmark of the ring on this machine, with these rows."""
    return Benchmark(
        kind="ring",
        settings="{}",
        started_at="2026-01-01T00:00:00.000+00:00",
        finished_at="2026-01-01T00:01:00.000+00:00",
        version="1",
        machine=probe_machine(),
        load_at_start=0.5,
        rows=rows,
    )
