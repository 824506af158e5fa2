"""Other libraries beside ours at powers of two, measured in one run.

Each library is a program of its own (`programs`), which prepares keys and operands, checks its
results, and measures a round of operations whenever it is asked for one. So rounds of all libraries
interleave, a slow spell of the machine falls on all alike, and no library shares a process.
"""

from __future__ import annotations

from ringassay.bench.beside.measure import Beside, BesideSettings, measure_beside
from ringassay.bench.beside.shapes import SHAPES, Shape

__all__ = ["SHAPES", "Beside", "BesideSettings", "Shape", "measure_beside"]
