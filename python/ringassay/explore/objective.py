"""What points are ranked by: predicted time and memory, or what follows from the definitions.

Without a predictor nobody knows times. The order is then by `work`, the bits of ring elements that
products run over (products · n · log2 q), and by the bytes of keys and live ciphertexts, below
which no execution can stay. Both are figures of the scheme, not of a machine.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ringassay.explore.ports import Columns

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Objective:
    """Two columns to be small."""

    is_predicted: bool

    def cost(self, columns: Columns) -> Floats:
        """Nanoseconds, or work."""
        return np.asarray(columns["wall_ns"]) if self.is_predicted else work(columns)

    def memory(self, columns: Columns) -> Floats:
        """Bytes: the predicted peak, or keys and live ciphertexts."""
        return np.asarray(columns["peak_bytes" if self.is_predicted else "data_bytes"])

    @property
    def name(self) -> str:
        """In words."""
        if self.is_predicted:
            return "predicted time, then predicted peak memory"
        return (
            "products of ring elements times the elements' bits, then the bytes of keys and live "
            "ciphertexts (no predictor of time and memory is at hand)"
        )


def work(columns: Columns) -> Floats:
    """Ring products · n · log2 q."""
    products: Floats = columns["ring_products"] * columns["n"] * columns["log2_q"]
    return products


def frontier(cost: Floats, memory: Floats) -> NDArray[np.intp]:
    """The points that no other beats in both, cheapest first; of equal ones, the first."""
    order = np.lexsort((memory, cost))
    best = np.minimum.accumulate(memory[order])
    is_better = np.r_[True, best[1:] < best[:-1]] if len(order) else np.zeros(0, dtype=bool)
    return order[is_better]
