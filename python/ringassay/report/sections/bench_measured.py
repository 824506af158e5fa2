"""How a microbenchmark was measured: the same for rings and schemes."""

from __future__ import annotations

from ringassay.report.document import Items, Section, literal
from ringassay.report.sections.circumstances import made_with
from ringassay.report.sections.wording import count, percent
from ringassay.store import Benchmark


def section(benchmark: Benchmark) -> Section:
    """Machine, backend, samples, spread."""
    own = [row for row in benchmark.rows if row.library == "ringassay"]
    backends = ", ".join(dict.fromkeys(row.backend for row in own))
    samples = max((row.samples for row in own), default=0)
    spreads = sorted((row.p75_ns - row.p25_ns) / row.median_ns for row in own)
    typical = spreads[len(spreads) // 2] if spreads else 0.0
    bits = ", ".join(str(b) for b in dict.fromkeys(row.modulus_bits for row in own))
    machine = benchmark.machine
    items = (
        f"{literal(machine.cpu_model)}, {count(machine.cores, 'core')}; "
        f"{literal(machine.os)}, {literal(machine.kernel)}; load {benchmark.load_at_start} "
        "at the start.",
        made_with(benchmark.circumstances, benchmark.version),
        f"Backend: {literal(backends)}; primes of {bits} bits.",
        f"{samples} samples of each row, interleaved: one of each row, then the next of "
        "each. One thread is kept on one processor and its time is CPU time; several "
        "threads are timed by the monotonic clock.",
        f"The quartiles of half of the rows are less than {percent(typical)} of the median apart.",
    )
    return Section("How it was measured", "measured", (Items(items),))
