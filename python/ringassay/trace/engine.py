"""What computes with slots: the recorder of gates, or the ciphertexts of a scheme."""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from ringassay.trace.space import Space

Entries = tuple[int, ...] | tuple[float, ...] | tuple[complex, ...]
"""An entry for each slot."""


class Engine(Protocol):
    """Operations on all slots at once. A node is a gate's number, or a ciphertext."""

    space: Space

    def add(self, a: Any, b: Any) -> Any:
        """a + b."""

    def sub(self, a: Any, b: Any) -> Any:
        """a - b."""

    def neg(self, a: Any) -> Any:
        """-a."""

    def conj(self, a: Any) -> Any:
        """The complex conjugate."""

    def mul(self, a: Any, b: Any) -> Any:
        """a * b."""

    def rotate(self, a: Any, amount: int) -> Any:
        """Entry i goes to i + amount, round the end."""

    def add_const(self, a: Any, entries: Entries) -> Any:
        """a + entries."""

    def mul_const(self, a: Any, entries: Entries) -> Any:
        """a * entries."""

    def select(self, a: Any, b: Any, mask: tuple[int, ...]) -> Any:
        """a where the mask is one, else b."""

    def poly(self, a: Any, coefficients: tuple[complex, ...]) -> Any:
        """The polynomial with these coefficients, the lowest first, of reals."""

    def total(self, a: Any) -> Any:
        """The sum of all slots, in every slot."""


def padded(space: Space, values: NDArray[Any]) -> Entries:
    """Up to as many entries as there are slots, zeros behind them."""
    missing = space.length - len(values)
    if space.is_complex:
        return tuple(np.asarray(values, dtype=complex).tolist() + [0j] * missing)
    if space.reals:
        return tuple(np.asarray(values, dtype=float).tolist() + [0.0] * missing)
    order = space.order
    return tuple([int(value) % order for value in values.tolist()] + [0] * missing)


def mask(space: Space, values: NDArray[Any]) -> tuple[int, ...]:
    """Zeros and ones, zeros behind them."""
    return tuple([int(bool(one)) for one in values.tolist()] + [0] * (space.length - len(values)))


def total(engine: Engine, a: Any) -> Any:
    """The sum of all slots by log2(length) rotations, or twice that."""
    return repeated(engine, a, 1, engine.space.length)


def repeated(engine: Engine, a: Any, stride: int, count: int) -> Any:
    """The sum of the rotations by 0, stride, …, (count - 1)·stride.

    That of k rotations is doubled, or extended by one, from the highest bit of the count down.
    """
    whole, reached = a, 1
    for bit in f"{count:b}"[1:]:
        whole = engine.add(whole, engine.rotate(whole, reached * stride))
        reached *= 2
        if bit == "1":
            whole = engine.add(a, engine.rotate(whole, stride))
            reached += 1
    return whole
