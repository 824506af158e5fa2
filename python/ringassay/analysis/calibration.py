"""How good a calibration is: what was measured, and how far samples lie apart."""

from __future__ import annotations

import json
import statistics
from collections import defaultdict
from dataclasses import dataclass
from typing import Any

from ringassay.store import StoredCalibration


@dataclass(frozen=True)
class Cell:
    """One price: of a kernel at a length and a working set."""

    kernel: str
    length: int
    working_set_bytes: int
    cpu_ns: float
    wall_ns: float
    spread: float
    """By what share the median may be off, with the confidence of `Quality`."""
    multiprecision: bool


@dataclass(frozen=True)
class KernelQuality:
    """The cells of one kernel."""

    kernel: str
    cells: int
    lengths: tuple[int, int]
    """The shortest and the longest row."""
    spread: float
    """The median of the cells' spreads."""
    largest_spread: float


@dataclass(frozen=True)
class Quality:
    """A calibration's cells, and what they say together."""

    cells: tuple[Cell, ...]
    kernels: tuple[KernelQuality, ...]
    """Those that scatter most first."""
    spread: float
    """The median of all."""
    worst_tenth: float
    """A tenth of the cells scatter at least as much."""
    confidence: float
    """With what probability a median is within its spread; 0 where that is not known."""
    disturbed: float
    """The median of wall time over CPU time, less 1: what other programs took meanwhile."""


def quality(calibration: StoredCalibration) -> Quality:
    """Reads a calibration's cells. Raises `ValueError` for a document that has none."""
    document = json.loads(calibration.document)
    cells = tuple(_cell(one) for one in document["cells"])
    if not cells:
        raise ValueError("the calibration has no cells")
    by_kernel: dict[str, list[Cell]] = defaultdict(list)
    for cell in cells:
        by_kernel[cell.kernel].append(cell)
    kernels = sorted((_kernel(*one) for one in by_kernel.items()), key=lambda one: -one.spread)
    spreads = sorted(cell.spread for cell in cells)
    waits = [cell.wall_ns / cell.cpu_ns - 1 for cell in cells if cell.cpu_ns > 0]
    return Quality(
        cells=cells,
        kernels=tuple(kernels),
        spread=statistics.median(spreads),
        worst_tenth=spreads[len(spreads) * 9 // 10],
        confidence=float(document.get("confidence", 0.0)),
        disturbed=statistics.median(waits) if waits else 0.0,
    )


def _cell(stored: dict[str, Any]) -> Cell:
    call = stored["call"]
    # A kernel without sizes is a name, one with sizes an object of one key.
    kernel = call["kernel"]
    name = kernel if isinstance(kernel, str) else next(iter(kernel))
    return Cell(
        kernel=name.replace("_", " "),
        length=int(call["length"]),
        working_set_bytes=int(stored["working_set_bytes"]),
        cpu_ns=float(stored["cpu_ns"]),
        wall_ns=float(stored["wall_ns"]),
        spread=float(stored["spread"]),
        multiprecision=bool(stored.get("positional", False)),
    )


def _kernel(name: str, cells: list[Cell]) -> KernelQuality:
    lengths = [cell.length for cell in cells]
    spreads = [cell.spread for cell in cells]
    return KernelQuality(
        kernel=name,
        cells=len(cells),
        lengths=(min(lengths), max(lengths)),
        spread=statistics.median(spreads),
        largest_spread=max(spreads),
    )
