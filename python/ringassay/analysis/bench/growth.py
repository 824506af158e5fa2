"""How cost grows: with the degree, with limbs, with threads; and how far from the limit it is."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ringassay.analysis.bench.ring import OWN
from ringassay.store import BenchmarkRow

BUTTERFLY = "butterfly"
TRANSFORMS = ("crt", "crt_inverse")


@dataclass(frozen=True)
class NLogNFit:
    """t = c·N·log2 N, fitted to the relative errors: every size counts alike."""

    operation: str
    constant_ns: float
    """c: nanoseconds for one coefficient and one of the log2 N layers."""
    worst: float
    """The largest relative deviation of a measured time from the fit."""
    n: tuple[int, ...]
    ns: tuple[float, ...]

    def predict_ns(self, n: int) -> float:
        """The fitted time."""
        return self.constant_ns * n * math.log2(n)


@dataclass(frozen=True)
class Limit:
    """A transform beside the least time that its butterflies take in registers."""

    operation: str
    n: int
    ns: float
    butterflies: int
    """N/2·log2 N."""
    limit_ns: float

    @property
    def share(self) -> float:
        """The part of the machine's arithmetic that the transform uses, at most 1."""
        return self.limit_ns / self.ns


@dataclass(frozen=True)
class LimbFit:
    """t = a + b·limbs by least squares."""

    fixed_ns: float
    per_limb_ns: float
    r2: float
    limbs: tuple[int, ...]
    ns: tuple[float, ...]


@dataclass(frozen=True)
class ThreadGain:
    """The same work on several threads, by the monotonic clock."""

    threads: int
    ns: float
    gain: float
    """How many times faster than on one thread."""


def power_of_two_rows(rows: Sequence[BenchmarkRow], operation: str) -> list[BenchmarkRow]:
    """The transforms of one limb on one thread over powers of two, by size."""
    found = [
        row
        for row in rows
        if row.library == OWN
        and row.operation == operation
        and row.limbs == 1
        and row.threads == 1
        and row.m == 2 * row.n
        and row.m.bit_count() == 1
    ]
    return sorted({row.n: row for row in found}.values(), key=lambda row: row.n)


def fit_n_log_n(rows: Sequence[BenchmarkRow], operation: str) -> NLogNFit | None:
    """The fit for one transform; None with fewer than four sizes."""
    found = power_of_two_rows(rows, operation)
    if len(found) < 4:
        return None
    scale = np.array([row.n * math.log2(row.n) for row in found])
    times = np.array([row.median_ns for row in found])
    # Least squares on t/(c·N·log N) - 1: c is the self-weighted mean of the single constants.
    constants = times / scale
    constant = float((constants**2).sum() / constants.sum())
    return NLogNFit(
        operation=operation,
        constant_ns=constant,
        worst=float(np.abs(times / (constant * scale) - 1).max()),
        n=tuple(row.n for row in found),
        ns=tuple(float(t) for t in times),
    )


def limits(rows: Sequence[BenchmarkRow]) -> list[Limit]:
    """Every power-of-two transform beside its arithmetic limit; none without that row."""
    butterfly = next((row for row in rows if row.operation == BUTTERFLY), None)
    if butterfly is None:
        return []
    return [
        Limit(operation, row.n, row.median_ns, count, count * butterfly.median_ns)
        for operation in TRANSFORMS
        for row in power_of_two_rows(rows, operation)
        for count in (row.n // 2 * int(math.log2(row.n)),)
    ]


def fit_limbs(rows: Sequence[BenchmarkRow]) -> LimbFit | None:
    """Growth with the number of limbs on one thread; None with fewer than three numbers."""
    widest = [row for row in rows if row.library == OWN and row.limbs > 1]
    if not widest:
        return None
    m = widest[0].m
    points = {
        row.limbs: row.median_ns
        for row in rows
        if row.library == OWN and row.operation == "crt" and row.m == m and row.threads == 1
    }
    if len(points) < 3:
        return None
    limbs = np.array(sorted(points), dtype=float)
    times = np.array([points[int(k)] for k in limbs])
    slope, fixed = np.polyfit(limbs, times, 1)
    residual = float(((times - fixed - slope * limbs) ** 2).sum())
    total = float(((times - times.mean()) ** 2).sum())
    return LimbFit(
        fixed_ns=float(fixed),
        per_limb_ns=float(slope),
        r2=1 - residual / total,
        limbs=tuple(int(k) for k in limbs),
        ns=tuple(float(t) for t in times),
    )


def thread_gains(rows: Sequence[BenchmarkRow]) -> list[ThreadGain]:
    """Growth with threads, from the rows with the most limbs."""
    own = [row for row in rows if row.library == OWN and row.operation == "crt"]
    most = max((row.limbs for row in own), default=1)
    found = {row.threads: row.median_ns for row in own if row.limbs == most > 1}
    if 1 not in found or len(found) < 2:
        return []
    return [ThreadGain(threads, ns, found[1] / ns) for threads, ns in sorted(found.items())]
