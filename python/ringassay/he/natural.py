"""Whole numbers that parameters are asked for with."""

from __future__ import annotations

import operator
from typing import SupportsIndex, overload

from ringassay._native import ParametersError

LARGEST = 2**63 - 1


@overload
def natural(name: str, value: SupportsIndex, least: int = 0) -> int: ...
@overload
def natural(name: str, value: SupportsIndex | None, least: int = 0) -> int | None: ...
def natural(name: str, value: SupportsIndex | None, least: int = 0) -> int | None:
    """The value, if there is one, as a whole number from `least` to 2^63 - 1.

    Raises `ParametersError` for others, `TypeError` for what is no whole number.
    """
    if value is None:
        return None
    number = operator.index(value)
    if not least <= number <= LARGEST:
        message = f"{name} has to lie between {least} and 2^63 - 1, not be {number}"
        raise ParametersError(message)
    return number
