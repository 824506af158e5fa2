"""The benchmark of the ring."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace

from ringassay import _native
from ringassay.bench.measure import Progress, Stopwatch, sample, silent, summary
from ringassay.bench.rows import GROUPS, ring_rows
from ringassay.store import Benchmark, BenchmarkRow


@dataclass(frozen=True)
class Settings:
    """How a ring benchmark is measured."""

    groups: tuple[str, ...] = tuple(GROUPS)
    rounds: int = 25
    sample_us: int = 500
    """How long one sample lasts at least."""
    backend: str | None = None
    """None: the best of this machine."""
    modulus_bits: int = 49
    threads: int = 0
    """The most threads for the rows that grow with threads; 0: all there are."""


def measure_ring(
    settings: Settings,
    progress: Progress = silent,
    extra: Callable[[], Sequence[BenchmarkRow]] = tuple,
) -> Benchmark:
    """Measures the rows that `settings` ask for; then `extra`, rows that others measure.

    An interrupt (Ctrl-C) ends it early, see `sample`.
    """
    watch = Stopwatch()
    threads = settings.threads or len(os.sched_getaffinity(0))
    specs = [
        replace(row, modulus_bits=settings.modulus_bits)
        for row in ring_rows(settings.groups, threads)
    ]
    progress("preparing", 0, len(specs))
    suite = _native.BenchSuite(
        [tuple(asdict(row).values()) for row in specs], settings.backend, settings.sample_us * 1000
    )
    columns = sample(
        suite, settings.rounds, lambda done: progress("measuring", done, settings.rounds)
    )
    progress("measuring", settings.rounds, settings.rounds)
    rows = [
        BenchmarkRow(
            library=spec.library,
            library_version=_native.__version__,
            operation=spec.operation,
            basis=spec.basis,
            m=spec.m,
            m_big=spec.m_big,
            limbs=spec.limbs,
            modulus_bits=spec.modulus_bits,
            threads=spec.threads,
            **described,
            **summary(column),
        )
        for spec, described, column in zip(specs, suite.described(), columns, strict=True)
    ]
    return watch.benchmark("ring", asdict(settings), [*rows, *extra()])
