"""Estimates over arrays and ranges."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import asdict
from itertools import product
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray

from ringassay.security.attacks import estimate_key
from ringassay.security.key import STANDARD_ERROR, TERNARY, Key, Model, NotEstimatedError, Problem
from ringassay.security.limits import max_log2_q


def bits(
    n: ArrayLike,
    log2_q: ArrayLike,
    *,
    secret: str | Sequence[str] | NDArray[Any] = TERNARY,
    error_std: ArrayLike = STANDARD_ERROR,
    problem: Problem = "lwe",
    samples: int | None = None,
    model: Model = "matzov",
) -> NDArray[np.float64] | float:
    """Bits of security for arrays, broadcast as numpy does; a number for numbers.

    NaN where nothing can be said (parameters out of range), 0 for overstretched NTRU. Some 5 ms for
    each key that differs.
    """

    def one(n: Any, log2_q: Any, secret: str, error_std: Any) -> float:
        try:
            return estimate_key(Key(n, log2_q, secret, error_std, problem, samples), model).bits
        except NotEstimatedError:
            return math.nan

    return _broadcast(one, n, log2_q, secret, error_std)


def largest(
    n: ArrayLike,
    security: ArrayLike = 128,
    *,
    secret: str | Sequence[str] | NDArray[Any] = TERNARY,
    error_std: ArrayLike = STANDARD_ERROR,
    problem: Problem = "lwe",
    model: Model = "matzov",
) -> NDArray[np.float64] | float:
    """`max_log2_q` for arrays; NaN where no modulus will do. Some 0.1 s each."""

    def one(n: Any, security: Any, secret: str, error_std: Any) -> float:
        try:
            return max_log2_q(
                n, security, secret=secret, error_std=error_std, problem=problem, model=model
            )
        except NotEstimatedError:
            return math.nan

    return _broadcast(one, n, security, secret, error_std)


def table(
    n: ArrayLike,
    log2_q: ArrayLike,
    *,
    secret: str | Sequence[str] = TERNARY,
    error_std: ArrayLike = STANDARD_ERROR,
    problem: Problem = "lwe",
    samples: int | None = None,
    model: Model = "matzov",
) -> pd.DataFrame:
    """Every combination as a row: the key, its bits, and those of each attack by name.

    Raises `SecurityError` for a combination of which nothing can be said.
    """
    secrets = [secret] if isinstance(secret, str) else list(secret)
    listed = (np.atleast_1d(np.asarray(axis)).ravel() for axis in (n, log2_q, error_std))
    dimensions, moduli, errors = listed
    rows = []
    for dimension, modulus, width, kind in product(dimensions, moduli, errors, secrets):
        key = Key(dimension, modulus, kind, width, problem, samples)
        found = estimate_key(key, model)
        attacks = {row.attack: row.bits for row in found.attacks}
        rows.append({**asdict(key), "model": model, "bits": found.bits, **attacks})
    return pd.DataFrame(rows)


def _broadcast(
    one: Callable[..., float], n: ArrayLike, *others: ArrayLike
) -> NDArray[np.float64] | float:
    arrays = np.broadcast_arrays(np.asarray(n), *(np.asarray(other) for other in others))
    known: dict[tuple[Any, ...], float] = {}
    result = np.empty(arrays[0].shape)
    for place in np.ndindex(result.shape):
        point = tuple(array[place].item() for array in arrays)
        if point not in known:
            known[point] = one(*point)
        result[place] = known[point]
    return result if result.shape else float(result)
