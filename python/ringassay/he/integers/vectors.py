"""Vectors as Python gives them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ringassay import _native
from ringassay.he.transform import square
from ringassay.integers import integers

if TYPE_CHECKING:
    from ringassay.he.integers.parameters import Parameters


def message(parameters: Parameters, vector: ArrayLike) -> NDArray[np.uint64]:
    """Entries from 0 to t - 1; one number stands for a vector of equal entries.

    Raises `VectorError` for anything but ℓ such integers: others would not come back.
    """
    return _within(parameters, vector, 0)


def operand(parameters: Parameters, vector: ArrayLike) -> NDArray[np.uint64]:
    """As `message`, but entries may be negative as well, down to 1 - t: they are reduced."""
    return _within(parameters, vector, 1 - parameters.plaintext)


def matrix(parameters: Parameters, rows: ArrayLike) -> NDArray[np.uint64]:
    """A matrix of ℓ rows and columns with such entries as those of `operand`; likewise."""
    array = _residues(parameters, rows, 1 - parameters.plaintext)
    return np.ascontiguousarray(square(array, parameters.length))


def _within(parameters: Parameters, vector: ArrayLike, least: int) -> NDArray[np.uint64]:
    array = _residues(parameters, vector, least)
    if array.ndim == 0:
        array = np.full(parameters.length, array)
    if array.shape != (parameters.length,):
        raise _native.VectorError(
            f"a vector of shape {array.shape}: these parameters are for {parameters.length} entries"
        )
    return np.ascontiguousarray(array)


def _residues(parameters: Parameters, values: ArrayLike, least: int) -> NDArray[np.uint64]:
    array, t = integers(values, _native.VectorError), parameters.plaintext
    if array.size and (array.min() < least or array.max() >= t):
        raise _native.VectorError(
            f"entries lie from {least} to {t - 1}, modulo t = {t}; here from {array.min()} to "
            f"{array.max()}: reduce them with numpy.mod"
        )
    residues: NDArray[np.uint64] = np.mod(array, t).astype(np.uint64)
    return residues
