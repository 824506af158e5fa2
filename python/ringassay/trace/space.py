"""Over what a function computes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ringassay.integers import integers
from ringassay.trace.errors import TraceError, refuse

MAX_FERMAT = 1 << 20
"""Largest modulus for which equality is a power: its depth is the modulus's number of bits."""


@dataclass(frozen=True)
class Space:
    """Vectors of `length` entries: integers modulo `modulus`, reals up to `bound`, or else bits."""

    length: int
    modulus: int | None = None
    bound: float | None = None

    def __post_init__(self) -> None:
        """Refuses two spaces at once."""
        if self.modulus is not None and self.bound is not None:
            raise TraceError("a modulus is for integers, a bound for reals: name one of them")

    @property
    def bits(self) -> bool:
        """Whether entries are bits."""
        return self.modulus is None and self.bound is None

    @property
    def reals(self) -> bool:
        """Whether entries are real numbers, and answers approximate."""
        return self.bound is not None

    @property
    def order(self) -> int:
        """How many values an entry can have, where they are counted."""
        return 2 if self.modulus is None else self.modulus

    def __str__(self) -> str:
        """For messages."""
        if self.reals:
            return "reals"
        return "bits" if self.bits else f"integers modulo {self.modulus}"

    def constant(self, value: Any) -> NDArray[Any]:
        """A number or array as entries of this space. Raises `TraceError`."""
        if self.reals:
            return _real(value)
        array = integers(value, lambda why: refuse(f"a constant: {why}"))
        return np.asarray(array.astype(object) % self.order, dtype=object)

    def has_fermat(self) -> bool:
        """Whether x^(t-1) is one for every x but zero, at a depth that can be had."""
        order = self.order
        if order > MAX_FERMAT:
            return False
        return order > 1 and all(order % factor for factor in range(2, int(np.sqrt(order)) + 1))


def _real(value: Any) -> NDArray[Any]:
    try:
        array = np.asarray(value)
        if array.dtype.kind not in "fiubO":
            raise TypeError(f"not {array.dtype}")
        array = array.astype(np.float64)
    except (TypeError, ValueError, OverflowError) as error:
        raise refuse(f"a constant: real numbers are wanted: {error}") from None
    if not np.isfinite(array).all():
        raise refuse("a constant: infinity or no number at all")
    return array
