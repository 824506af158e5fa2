"""What an exploration needs of those who predict time and memory, as types."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from ringassay import _native
    from ringassay._native import Facts, PointColumns


Columns = dict[str, NDArray[Any]]
"""Name to values, all of one length."""


@dataclass(frozen=True)
class Request:
    """Points of one scheme, for one application."""

    scheme: str
    columns: PointColumns
    secret: str
    error_std: float | None
    """`None`: 2√n."""
    facts: Facts


@dataclass(frozen=True)
class Prediction:
    """What executing the application once takes at each point; NaN where nothing is known."""

    wall_ns: NDArray[np.float64]
    peak_bytes: NDArray[np.float64]
    counts: Mapping[str, NDArray[np.float64]] = field(default_factory=dict)
    """Operations by kind."""


class Predictor(Protocol):
    """Predicts time and memory without executing. Sent to other processes: it can be pickled."""

    @property
    def identity(self) -> str:
        """What predicts, with its calibration: equal identities predict equally."""

    def predict(self, request: Request) -> Prediction:
        """One entry for each point, in their order."""


@runtime_checkable
class Priced(Protocol):
    """A predictor by prices of kernels, for schemes whose own code is tallied."""

    @property
    def prices(self) -> _native.PointPredictor:
        """The prices."""


def no_prediction(points: int) -> Prediction:
    """The honest answer where nobody predicts."""
    nothing: NDArray[Any] = np.full(points, np.nan)
    return Prediction(nothing, nothing)
