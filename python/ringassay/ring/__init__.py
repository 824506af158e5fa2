"""Rings of integers of cyclotomic fields of any index, for notebooks and experiments.

    from ringassay.ring import Ring

    R = Ring(1728, limbs=3)
    a, s, e = R.uniform(), R.ternary(), R.error(3.2)
    b = a * s + e

An element is written in one of three bases (powerful, decoding, CRT; see docs/ring.md); operators
convert where they must, and `x.basis`, `x.to(…)` show and choose. Arrays are numpy's. The
arithmetic is compiled and runs without Python's lock.
"""

from __future__ import annotations

from ringassay._native import RingError
from ringassay.ring.element import Basis, Element
from ringassay.ring.ring import Ring
from ringassay.ring.slots import Dimension, Slots
from ringassay.ring.tally import Tally

__all__ = ["Basis", "Dimension", "Element", "Ring", "RingError", "Slots", "Tally"]
