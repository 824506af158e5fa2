"""Rounds of samples, and what they come to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ringassay import _native
from ringassay.store import (
    Benchmark,
    BenchmarkRow,
    ParameterSet,
    PeerFacts,
    load1,
    probe_circumstances,
    probe_machine,
)
from ringassay.store.canonical import canonical_json

Progress = Callable[[str, int, int], None]
"""Told what is being done, how much of it is done, and of how much."""

LEAST_ROUNDS = 5
"""With fewer samples nothing is concluded."""


def silent(_what: str, _done: int, _total: int) -> None:
    """Shows no progress."""


class Stopwatch:
    """The circumstances of a benchmark, taken when it starts."""

    def __init__(self) -> None:
        self.started, self.load = now(), load1()

    def benchmark(
        self,
        kind: str,
        settings: dict[str, Any],
        rows: Sequence[BenchmarkRow],
        sets: Sequence[ParameterSet] = (),
        peers: Sequence[PeerFacts] = (),
    ) -> Benchmark:
        """What was measured, with its circumstances."""
        return Benchmark(
            kind=kind,
            settings=canonical_json(settings),
            started_at=self.started,
            finished_at=now(),
            version=_native.__version__,
            machine=probe_machine(),
            load_at_start=self.load,
            rows=tuple(rows),
            sets=tuple(sets),
            circumstances=probe_circumstances().to_json(),
            peers=tuple(peers),
        )


def sample(
    suite: _native.BenchSuite, rounds: int, report: Callable[[int], None]
) -> NDArray[np.float64]:
    """The samples, a line for each row of the suite.

    An interrupt (Ctrl-C) after the first rounds ends the measurement early and keeps what there
    is.
    """
    samples: list[list[float]] = []
    try:
        for done in range(rounds):
            report(done)
            samples.append(suite.round())
    except KeyboardInterrupt:
        if len(samples) < LEAST_ROUNDS:
            raise
    return np.asarray(samples).T


def summary(samples: Sequence[float] | NDArray[np.float64]) -> dict[str, Any]:
    """Median, quartiles, minimum and number of samples, as the fields of a row."""
    low, median, high = (float(q) for q in np.percentile(samples, (25, 50, 75)))
    return {
        "median_ns": median,
        "p25_ns": low,
        "p75_ns": high,
        "min_ns": float(np.min(samples)),
        "samples": len(samples),
    }


def now() -> str:
    """The moment, in UTC."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")
