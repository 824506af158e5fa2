"""Slots: how the ring splits modulo a plaintext prime."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from ringassay import _native


@dataclass(frozen=True)
class Dimension:
    """One dimension of the hypercube of slots."""

    generator: int
    """ζ ↦ ζ^generator moves the slots by one along it."""
    size: int
    good: bool
    """Whether that is a cyclic rotation whatever the slots hold (ePrint 2014/106 §2.4)."""


@dataclass(frozen=True)
class Slots:
    """Z_p[ζ_m]: `count` slots, each a field of p^`degree` elements."""

    p: int
    count: int
    degree: int
    """The order of p modulo m."""
    dimensions: tuple[Dimension, ...]
    """The hypercube; the sizes multiply to `count`."""

    @classmethod
    def of(cls, m: int, p: int) -> Self:
        """The slots of the ring of index m modulo p. Raises `RingError` if p divides m."""
        found = _native.slots(m, p)
        return cls(
            p=p,
            count=found["count"],
            degree=found["degree"],
            dimensions=tuple(Dimension(*one) for one in found["dimensions"]),
        )
