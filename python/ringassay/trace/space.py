"""Over what a function computes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ringassay.integers import integers
from ringassay.trace.errors import refuse

MAX_FERMAT = 1 << 20
"""Largest modulus for which equality is a power: its depth is the modulus's number of bits."""


@dataclass(frozen=True)
class Space:
    """Vectors of `length` entries: bits without a modulus, else integers modulo it."""

    length: int
    modulus: int | None = None

    @property
    def bits(self) -> bool:
        """Whether entries are bits."""
        return self.modulus is None

    @property
    def order(self) -> int:
        """How many values an entry can have."""
        return 2 if self.modulus is None else self.modulus

    def __str__(self) -> str:
        """For messages."""
        return "bits" if self.bits else f"integers modulo {self.modulus}"

    def constant(self, value: Any) -> NDArray[Any]:
        """A number or array as entries of this space. Raises `TraceError`."""
        array = integers(value, lambda why: refuse(f"a constant: {why}"))
        return np.asarray(array.astype(object) % self.order, dtype=object)

    def has_fermat(self) -> bool:
        """Whether x^(t-1) is one for every x but zero, at a depth that can be had."""
        order = self.order
        if order > MAX_FERMAT:
            return False
        return order > 1 and all(order % factor for factor in range(2, int(np.sqrt(order)) + 1))
