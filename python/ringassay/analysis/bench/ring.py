"""Rows of a ring benchmark, found by what they measure, and beside those of others in one run."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ringassay.analysis.bench.elsewhere import Key
from ringassay.store import BenchmarkRow

OWN = "ringassay"
"""The library whose rows are this project's."""

BARE = "ringassay-ntt"
"""This project's bare transform, measured beside its peers."""


def key(row: BenchmarkRow) -> Key:
    """What a row measures."""
    return Key(row.operation, row.basis, row.m, row.m_big)


def simple(rows: Iterable[BenchmarkRow], library: str = OWN) -> dict[Key, BenchmarkRow]:
    """The rows of a library with one limb and one thread."""
    return {
        key(row): row
        for row in rows
        if row.library == library and row.limbs == 1 and row.threads == 1
    }


@dataclass(frozen=True)
class PeerRatio:
    """Another library's transform beside ours, from the same run."""

    peer: str
    operation: str
    n: int
    ours_ns: float
    theirs_ns: float
    resolved: bool
    """Whether the middle halves of the samples lie apart: else no difference may be claimed."""

    @property
    def times_faster(self) -> float:
        """How many times ours goes into theirs."""
        return self.theirs_ns / self.ours_ns


def peers(rows: Sequence[BenchmarkRow]) -> list[PeerRatio]:
    """The transforms of other libraries that were measured in the same run."""
    ours = simple(rows, BARE)
    return [
        PeerRatio(
            row.library,
            row.operation,
            row.n,
            ours[key(row)].median_ns,
            row.median_ns,
            row.p25_ns > ours[key(row)].p75_ns or row.p75_ns < ours[key(row)].p25_ns,
        )
        for row in rows
        if row.library not in {OWN, BARE, "plain"} and key(row) in ours
    ]
