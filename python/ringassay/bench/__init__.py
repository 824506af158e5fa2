"""Microbenchmarks: which rows, measured how, and where the result goes.

The measuring itself is compiled (`ringassay._native.BenchSuite`); this package plans the rows,
drives the rounds, and makes a `Benchmark` for the store.
"""

from __future__ import annotations

from ringassay.bench.beside import SHAPES
from ringassay.bench.beside.lattice_shapes import LATTICE_SHAPES, USUAL_LATTICE
from ringassay.bench.beside.program import SINGLE_SCHEMES
from ringassay.bench.bgv import BgvSettings, measure_bgv
from ringassay.bench.lattice import LATTICE_GROUPS, LatticeSettings, measure_lattice
from ringassay.bench.measure import Progress
from ringassay.bench.peers import PeersError, find_peers, measure_peers
from ringassay.bench.ring import Settings, measure_ring
from ringassay.bench.rows import GROUPS, RowSpec, ring_rows
from ringassay.bench.sets import QUICK, SETS, USUAL, SetSpec

__all__ = [
    "GROUPS",
    "LATTICE_GROUPS",
    "LATTICE_SHAPES",
    "QUICK",
    "SETS",
    "SHAPES",
    "SINGLE_SCHEMES",
    "USUAL",
    "USUAL_LATTICE",
    "BgvSettings",
    "LatticeSettings",
    "PeersError",
    "Progress",
    "RowSpec",
    "SetSpec",
    "Settings",
    "find_peers",
    "measure_bgv",
    "measure_lattice",
    "measure_peers",
    "measure_ring",
    "ring_rows",
]
