"""Decide, check and prove: homomorphic encryption schemes, libraries and parameters."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ringassay.advice.advising import advise
    from ringassay.computing import threads
    from ringassay.evaluation.direct import run

__all__ = ["advise", "run", "threads"]

_HOMES = {"advise": "advice.advising", "run": "evaluation.direct", "threads": "computing"}


def __getattr__(name: str) -> Any:
    """`advise`, `run` and `threads`, whose modules are loaded when they are first asked for."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
