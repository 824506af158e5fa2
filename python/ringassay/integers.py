"""Integers from Python values: one conversion for all packages, which refuses anything else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray


def integers(value: ArrayLike, refused: Callable[[str], Exception]) -> NDArray[Any]:
    """The array of these integers: int64 where all lie within, else Python's integers as objects.

    Takes arrays of any integer type or of booleans, and Python's integers of any size, nested to
    any depth. Floating-point numbers are refused, whole ones as well: beyond 2^53 nobody knows what
    they were. Raises what `refused` makes of the reason.
    """
    try:
        # Lists of large and of negative integers would become floating-point numbers otherwise.
        array = value if isinstance(value, np.ndarray) else np.array(value, dtype=object)
    except ValueError as ragged:
        raise refused(f"lists of unequal lengths are no array: {ragged}") from ragged
    if array.dtype == object:
        for entry in array.flat:
            if not isinstance(entry, (int, np.integer, np.bool_)):
                raise refused(f"integers are wanted, not {entry!r} ({type(entry).__name__})")
        array = np.array([int(entry) for entry in array.flat], dtype=object).reshape(array.shape)
    elif array.dtype.kind not in "iub":
        hint = ": round them with .astype(int)" if array.dtype.kind == "f" else ""
        raise refused(f"integers are wanted, not {array.dtype}{hint}")
    limits = np.iinfo(np.int64)
    if array.size and (array.min() < limits.min or array.max() > limits.max):
        return array.astype(object)
    return array.astype(np.int64)
