"""Microbenchmarks: which rows, measured how, and where the result goes.

The measuring itself is compiled (`ringassay._native.BenchSuite`); this room plans the rows,
drives the rounds, and makes a `Benchmark` for the store.
"""

from __future__ import annotations

from ringassay.bench.measure import Progress, Settings, measure_ring
from ringassay.bench.peers import PeersError, find_peers, measure_peers
from ringassay.bench.rows import GROUPS, RowSpec, ring_rows

__all__ = [
    "GROUPS",
    "PeersError",
    "Progress",
    "RowSpec",
    "Settings",
    "find_peers",
    "measure_peers",
    "measure_ring",
    "ring_rows",
]
