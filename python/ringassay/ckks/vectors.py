"""Vectors as Python gives them, and statistics of their errors."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ringassay import _native
from ringassay.ckks import shown
from ringassay.he.transform import square

Vector = NDArray[np.float64] | NDArray[np.complex128]


def is_complex(values: ArrayLike) -> bool:
    """Whether numbers are of a complex type."""
    return bool(np.iscomplexobj(values))


def vector(values: ArrayLike, length: int) -> NDArray[np.complex128]:
    """So many numbers, as complex ones; one number stands for a vector of equal entries.

    Raises `VectorError` for what is no such vector.
    """
    array = _numbers(values, "vector")
    if array.ndim == 0:
        array = np.full(length, array)
    if array.shape != (length,):
        raise _native.VectorError(
            f"a vector of shape {array.shape}: these parameters are for {length} entries"
        )
    return np.ascontiguousarray(array)


def matrix(rows: ArrayLike, length: int) -> NDArray[np.complex128]:
    """So many rows and columns of numbers, as complex ones, the rows one after the other.

    Raises `VectorError` for what is no such matrix.
    """
    return np.ascontiguousarray(square(_numbers(rows, "matrix"), length))


def _numbers(values: ArrayLike, what: str) -> NDArray[np.complex128]:
    try:
        array = np.asarray(values)
        if array.dtype.kind not in "biufc":
            raise TypeError(f"entries are numbers, not {array.dtype}")
        return array.astype(np.complex128)
    except (TypeError, ValueError, OverflowError) as error:
        raise _native.VectorError(f"this is no {what} of numbers: {error}") from error


def real(values: NDArray[np.complex128], error: float) -> NDArray[np.float64]:
    """The real parts, where imaginary parts are no larger than an error. Raises `OperandError`."""
    imaginary = float(np.max(np.abs(values.imag)))
    if imaginary > error:
        raise _native.OperandError(
            f"entries have imaginary parts up to {imaginary:.4g}, errors only up to {error:.4g}: "
            "the ciphertext was said to hold real numbers; load it with is_complex=True"
        )
    return np.ascontiguousarray(values.real)


@dataclass(frozen=True)
class Errors:
    """Statistics of the errors |got - wanted| of a vector; `bits` makes bits of one."""

    least: float
    mean: float
    deviation: float
    """The standard deviation about the mean."""
    root_mean_square: float
    median: float
    worst: float
    """Infinite if a result is not a number."""
    worst_slot: int
    percentiles: list[tuple[float, float]]
    """Shares of slots in per cent, and the error that so many of them do not exceed."""
    not_finite: int
    """How many results are not numbers, or infinite."""

    @property
    def worst_bits(self) -> float:
        """-log2 of the largest error."""
        return bits(self.worst)


@dataclass(frozen=True)
class Precision:
    """How precise a vector is."""

    real: Errors
    imaginary: Errors
    l2: Errors
    """Of |got - wanted| as complex numbers."""

    def __repr__(self) -> str:
        """The worst slot and the median, in bits."""
        return (
            f"<{bits(self.l2.worst):.1f} bits in the worst slot, number {self.l2.worst_slot}; "
            f"median {bits(self.l2.median):.1f}>"
        )

    def _repr_html_(self) -> str:
        """All statistics, in bits."""
        return shown.precision(self)


def bits(error: float) -> float:
    """-log2 of an error; infinite for 0."""
    return float("inf") if error == 0 else float(-np.log2(error))


def precision(got: ArrayLike, wanted: ArrayLike) -> Precision:
    """Statistics of the errors of `got`, where `wanted` is right. Raises `VectorError`."""
    length = np.size(got)
    found = _native.ckks_precision(vector(got, length), vector(wanted, length))
    return Precision(*(Errors(**found[part]) for part in ("real", "imaginary", "l2")))
