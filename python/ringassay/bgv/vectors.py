"""Vectors as Python gives them: anything numpy takes, reduced modulo t."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ringassay import _native

if TYPE_CHECKING:
    from ringassay.bgv.parameters import Parameters


def residues(parameters: Parameters, vector: ArrayLike) -> NDArray[np.uint64]:
    """The entries modulo t; one number stands for a vector of equal entries.

    Raises `BgvError` for anything but ℓ integers.
    """
    array = np.asarray(vector)
    if array.dtype == np.bool_:
        array = array.astype(np.int64)
    if not np.issubdtype(array.dtype, np.integer):
        raise _native.BgvError(f"vectors have integers as entries, not {array.dtype}")
    if array.ndim == 0:
        array = np.full(parameters.length, array)
    if array.shape != (parameters.length,):
        raise _native.BgvError(
            f"a vector of shape {array.shape}: these parameters are for {parameters.length} entries"
        )
    return np.ascontiguousarray(np.mod(array, parameters.plaintext), dtype=np.uint64)
