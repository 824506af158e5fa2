"""Advice on a computation: every scheme and every library, predicted, ranked and proven.

`ringassay.advise(...)` and the command `ringassay advise` are written here; see docs/advise.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ringassay.lazy import lazy_names

if TYPE_CHECKING:
    from ringassay.advice.advising import advise, forecast
    from ringassay.advice.ahead import Forecast
    from ringassay.advice.computation import Computation, Shape, find
    from ringassay.advice.figures import Candidate, Cost, Excluded, Limits
    from ringassay.advice.verdict import Advice
else:
    __getattr__ = lazy_names(
        __name__,
        {
            "advising": ("advise", "forecast"),
            "computation": ("Computation", "Shape", "find"),
            "figures": ("Candidate", "Cost", "Excluded", "Limits"),
            "ahead": ("Forecast",),
            "verdict": ("Advice",),
        },
    )

__all__ = [
    "Advice",
    "Candidate",
    "Computation",
    "Cost",
    "Excluded",
    "Forecast",
    "Limits",
    "Shape",
    "advise",
    "find",
    "forecast",
]
