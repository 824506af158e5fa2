"""What an application counts: operations by kind, one number for all, memory and its trace.

The terms are those of PAnTHErS; the unit is a word of 64 bits, so that q enters with all of its
words. Counted by the schemes' own code on shapes: nothing is executed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ringassay import _native
from ringassay.predict.sweeps import SweepPoint

KINDS = (
    "multiplications",
    "additions",
    "divisions",
    "subtractions",
    "modulo",
    "random",
    "round",
)
"""Operations on words, in the paper's order."""


@dataclass(frozen=True)
class KernelCount:
    """A kernel at one size."""

    name: str
    sizes: str
    """Beside n, in words."""
    length: int
    """n."""
    calls: int
    operations: Mapping[str, int]
    complexity: float


@dataclass(frozen=True)
class FunctionCount:
    """A function, of all times that it ran."""

    name: str
    runs: int
    operations: Mapping[str, int]
    """By `KINDS`."""
    complexity: float
    """All operations as multiplications of words."""
    total_bytes: int
    """All that was ever taken."""
    maximal_bytes: int
    """The most that was alive during it."""
    current_bytes: int
    """What is alive when it ends."""
    ns: float | None
    """On one processor, where there are prices."""
    extrapolated: int
    """Kernel calls whose sizes were not measured."""
    kernels: tuple[KernelCount, ...]
    """Those with most operations first."""


@dataclass(frozen=True)
class Moment:
    """A point of the trace."""

    complexity: float
    """Until then."""
    ns: float | None
    live_bytes: int
    function: int
    """The place of the function that runs."""


@dataclass(frozen=True)
class Account:
    """An application, function by function and as a whole."""

    functions: tuple[FunctionCount, ...]
    total: FunctionCount
    trace: tuple[Moment, ...]

    @property
    def is_priced(self) -> bool:
        """Whether there are times."""
        return self.total.ns is not None


def tally(point: SweepPoint, calibration: str | None = None) -> Account:
    """Counts a point's application; with times by a calibration (JSON) where one is given.

    Raises `ValueError` for a point or an application that cannot be.
    """
    predictor = None if calibration is None else _native.PointPredictor(calibration)
    return read_account(_native.tally_point(point.applied(), predictor))


def read_account(document: Mapping[str, Any]) -> Account:
    """An account from the dictionary of the compiled module."""
    return Account(
        functions=tuple(map(_function, document["functions"])),
        total=_function(document["total"]),
        trace=tuple(Moment(**moment) for moment in document["trace"]),
    )


def _function(fields: dict[str, Any]) -> FunctionCount:
    kernels = tuple(KernelCount(**kernel) for kernel in fields["kernels"])
    return FunctionCount(**(fields | {"kernels": kernels}))
