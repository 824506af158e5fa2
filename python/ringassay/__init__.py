"""Decide, check and prove: homomorphic encryption schemes, libraries and parameters."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ringassay.computing import threads

__all__ = ["threads"]


def __getattr__(name: str) -> Any:
    """`threads`, whose compiled module is loaded when it is first asked for."""
    if name != "threads":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from ringassay.computing import threads  # noqa: PLC0415

    return threads
