"""Microbenchmarks: which rows, measured how, and where the result goes.

The measuring itself is compiled (`ringassay._native.BenchSuite`); this package plans the rows,
drives the rounds, and makes a `Benchmark` for the store.
"""

from __future__ import annotations

from ringassay.bench.beside import SHAPES
from ringassay.bench.bgv import BgvSettings, measure_bgv
from ringassay.bench.measure import Progress
from ringassay.bench.peers import PeersError, find_peers, measure_peers
from ringassay.bench.ring import Settings, measure_ring
from ringassay.bench.rows import GROUPS, RowSpec, ring_rows
from ringassay.bench.sets import QUICK, SETS, USUAL, SetSpec

__all__ = [
    "GROUPS",
    "QUICK",
    "SETS",
    "SHAPES",
    "USUAL",
    "BgvSettings",
    "PeersError",
    "Progress",
    "RowSpec",
    "SetSpec",
    "Settings",
    "find_peers",
    "measure_bgv",
    "measure_peers",
    "measure_ring",
    "ring_rows",
]
