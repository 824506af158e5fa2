"""What more threads within one operation gain, and what they may still gain."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from ringassay.store import Benchmark

IMPLIED = (4, 8, 16)
"""Numbers of threads for which Amdahl's law is asked."""


@dataclass(frozen=True)
class Scaling:
    """An operation on several numbers of threads, by the monotonic clock."""

    parameter_set: str
    operation: str
    ns: dict[int, float]
    """By number of threads, one among them."""

    @property
    def most(self) -> int:
        """The most threads that were measured."""
        return max(self.ns)

    @property
    def gain(self) -> float:
        """How many times faster the most threads are than one."""
        return self.ns[1] / self.ns[self.most]

    @property
    def serial_share(self) -> float:
        """The part of the time on one thread that more threads do not shorten (Amdahl's law).

        With T(n) = T(1)·(s + (1 - s)/n): s = (n·T(n)/T(1) - 1)/(n - 1), at least 0 and at most 1.
        """
        n = self.most
        return min(1.0, max(0.0, (n / self.gain - 1) / (n - 1)))

    def implied(self, threads: int) -> float:
        """How many times faster so many threads can be with this share."""
        share = self.serial_share
        return 1 / (share + (1 - share) / threads)


def scaling(benchmark: Benchmark) -> list[Scaling]:
    """Operations of schemes that were measured on one thread and on more, in their order."""
    found: dict[tuple[str, str], dict[int, float]] = defaultdict(dict)
    for row in benchmark.rows:
        if row.parameter_set is not None and row.clock == "wall":
            found[row.parameter_set, row.operation][row.threads] = row.median_ns
    return [
        Scaling(name, operation, ns)
        for (name, operation), ns in found.items()
        if 1 in ns and len(ns) > 1
    ]
