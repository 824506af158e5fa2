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
    """Vectors of `length` entries: integers modulo `modulus`, reals up to `bound` or complex
    numbers of at most that absolute value, or else bits."""

    length: int
    modulus: int | None = None
    bound: float | None = None
    is_complex: bool = False

    def __post_init__(self) -> None:
        """Refuses two spaces at once, and complex numbers without a bound."""
        if self.modulus is not None and self.bound is not None:
            raise TraceError("a modulus is for integers, a bound for reals: name one of them")
        if self.is_complex and self.bound is None:
            raise TraceError(
                "complex numbers need a bound, the largest absolute value of inputs: "
                "@computation(length=64, bound=1.0, dtype=complex)"
            )

    @property
    def bits(self) -> bool:
        """Whether entries are bits."""
        return self.modulus is None and self.bound is None

    @property
    def reals(self) -> bool:
        """Whether entries are real or complex numbers, and answers approximate."""
        return self.bound is not None

    @property
    def order(self) -> int:
        """How many values an entry can have, where they are counted."""
        return 2 if self.modulus is None else self.modulus

    def __str__(self) -> str:
        """For messages."""
        if self.reals:
            return "complex numbers" if self.is_complex else "reals"
        return "bits" if self.bits else f"integers modulo {self.modulus}"

    def constant(self, value: Any) -> NDArray[Any]:
        """A number or array as entries of this space. Raises `TraceError`."""
        whole = self.exact(value)
        return whole if self.reals else np.asarray(whole % self.order, dtype=object)

    def exact(self, value: Any) -> NDArray[Any]:
        """The same before it is reduced: Python's integers, or floating-point numbers."""
        if self.reals:
            return _numbers(value, complex if self.is_complex else float)
        array = integers(value, lambda why: refuse(f"a constant: {why}"))
        return np.asarray(array.astype(object), dtype=object)

    def kinds(self) -> str:
        """The kinds of numpy's types that values of a function over it can have."""
        if self.reals:
            return "fc" if self.is_complex else "f"
        return "biu"

    def dtype(self) -> np.dtype[Any]:
        """The type of the arrays that are passed to a function over it."""
        if self.reals:
            return np.dtype(np.complex128 if self.is_complex else np.float64)
        return np.dtype(np.bool_ if self.bits else np.int64)

    def has_fermat(self) -> bool:
        """Whether x^(t-1) is one for every x but zero, at a depth that can be had."""
        order = self.order
        if order > MAX_FERMAT:
            return False
        return order > 1 and all(order % factor for factor in range(2, int(np.sqrt(order)) + 1))


def _numbers(value: Any, kind: type[float] | type[complex]) -> NDArray[Any]:
    try:
        array = np.asarray(value)
        if array.dtype.kind not in ("fiubO" if kind is float else "fiubOc"):
            raise TypeError(f"not {array.dtype}")
        array = array.astype(kind)
    except (TypeError, ValueError, OverflowError) as error:
        wanted = "real" if kind is float else "complex"
        raise refuse(f"a constant: {wanted} numbers are wanted: {error}") from None
    if not np.isfinite(array).all():
        raise refuse("a constant: infinity or no number at all")
    return array
