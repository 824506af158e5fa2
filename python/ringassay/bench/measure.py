"""Rounds of samples, and what they come to."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Any

import numpy as np

from ringassay import _native
from ringassay.bench.rows import GROUPS, RowSpec, ring_rows
from ringassay.store import Benchmark, BenchmarkRow, load1, probe_machine
from ringassay.store.canonical import canonical_json

Progress = Callable[[str, int, int], None]
"""Told what is being done, how much of it is done, and of how much."""


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
    progress: Progress = lambda _what, _done, _total: None,
    extra: Callable[[], Sequence[BenchmarkRow]] = tuple,
) -> Benchmark:
    """Measures the rows that `settings` ask for; then `extra`, rows that others measure.

    An interrupt (Ctrl-C) after the first five rounds ends the measurement early and keeps what
    there is.
    """
    started, load = _now(), load1()
    threads = settings.threads or len(os.sched_getaffinity(0))
    specs = [_with_bits(row, settings) for row in ring_rows(settings.groups, threads)]
    progress("preparing", 0, len(specs))
    suite = _native.BenchSuite(
        [tuple(asdict(row).values()) for row in specs], settings.backend, settings.sample_us * 1000
    )
    samples: list[list[float]] = []
    try:
        for done in range(settings.rounds):
            progress("measuring", done, settings.rounds)
            samples.append(suite.round())
    except KeyboardInterrupt:
        if len(samples) < 5:
            raise
    progress("measuring", settings.rounds, settings.rounds)
    columns = np.asarray(samples).T
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
    return Benchmark(
        kind="ring",
        settings=canonical_json(asdict(settings)),
        started_at=started,
        finished_at=_now(),
        version=_native.__version__,
        machine=probe_machine(),
        load_at_start=load,
        rows=(*rows, *extra()),
    )


def summary(samples: Sequence[float]) -> dict[str, Any]:
    """Median, quartiles, minimum and number of samples, as the fields of a row."""
    low, median, high = (float(q) for q in np.percentile(samples, (25, 50, 75)))
    return {
        "median_ns": median,
        "p25_ns": low,
        "p75_ns": high,
        "min_ns": float(np.min(samples)),
        "samples": len(samples),
    }


def _with_bits(row: RowSpec, settings: Settings) -> RowSpec:
    return RowSpec(**(asdict(row) | {"modulus_bits": settings.modulus_bits}))


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")
