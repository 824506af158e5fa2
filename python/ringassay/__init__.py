"""Decide, check and prove: homomorphic encryption schemes, libraries and parameters."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ringassay.advice.advising import advise
    from ringassay.computing import threads

__all__ = ["advise", "threads"]


def __getattr__(name: str) -> Any:
    """`advise` and `threads`, whose modules are loaded when they are first asked for."""
    if name == "advise":
        from ringassay.advice.advising import advise  # noqa: PLC0415

        return advise
    if name == "threads":
        from ringassay.computing import threads  # noqa: PLC0415

        return threads
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
