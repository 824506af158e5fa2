"""What one step cost this process: time, CPU time, memory."""

from __future__ import annotations

import resource
import time


class Meter:
    """Started when the last byte of a request is read, read before the answer is written."""

    def __init__(self) -> None:
        self._wall_ns = time.monotonic_ns()
        self._cpu_ns = cpu_ns()

    @classmethod
    def start(cls) -> Meter:
        """A meter that runs from now."""
        return cls()

    def compute_ns(self) -> int:
        """Monotonic time since the start."""
        return time.monotonic_ns() - self._wall_ns

    def cpu_ns(self) -> int:
        """CPU time of this process, its threads and its finished children since the start."""
        return cpu_ns() - self._cpu_ns


def cpu_ns() -> int:
    """CPU time so far of this process, its threads and its finished children."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time_ns() + round((children.ru_utime + children.ru_stime) * 1e9)


def peak_bytes() -> int:
    """Largest resident size so far, of this process or a finished child."""
    largest_kib = max(
        resource.getrusage(who).ru_maxrss
        for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    )
    return largest_kib * 1024
