"""What advice is made with: where results are stored, what to look at, whom to tell."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ringassay.advice.calibrating import Progress
from ringassay.advice.figures import Limits
from ringassay.store import Store, StoredCalibration

Tell = Callable[[str], object]


@dataclass(frozen=True)
class Tools:
    """What assessing takes."""

    opened: Store | None
    """None: no store is there yet, and nothing will be measured."""
    kernels: Callable[[], StoredCalibration]
    """Prices for tallies; asked for only where there is a tally."""
    sut_file: Path | None = None
    suts: Sequence[str] | None = None
    """Only these systems and schemes; None: all."""
    anew: bool = False
    """Measure again what the store has."""
    limits: Limits = field(default_factory=Limits)
    progress: Progress = lambda _what, _done, _total: None
    tell: Tell = lambda _said: None

    @property
    def store(self) -> Store:
        """Where results are stored."""
        assert self.opened is not None
        return self.opened
