"""What tells encrypted values from others, below the files that compute with them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


class Encrypted:
    """The base of `Vector`."""


def is_encrypted(value: Any) -> bool:
    """Whether it is."""
    return isinstance(value, Encrypted)


def holds_encrypted(value: Any) -> bool:
    """Whether it is, or a list that contains such."""
    if isinstance(value, (list, tuple)):
        return any(map(holds_encrypted, value))
    return isinstance(value, Encrypted)


def replaced(value: Any, change: Callable[[Any], Any], kind: Any = Encrypted) -> Any:
    """The value with everything encrypted in it changed, or of another kind: in lists as well."""
    if isinstance(value, kind):
        return change(value)
    if isinstance(value, list):
        return [replaced(one, change, kind) for one in value]
    if isinstance(value, tuple):
        return tuple(replaced(one, change, kind) for one in value)
    if isinstance(value, dict):
        return {name: replaced(one, change, kind) for name, one in value.items()}
    return value
