"""How often a SUT is tried again at a place where it keeps failing."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from ringassay.evaluation.outcome import Outcome

PATIENCE = 3
"""Failures in a row at one place after which it is not tried again."""

Place = tuple[str, str]
"""A stage and what it concerns: nothing for start, key parameters, or a circuit."""


@dataclass
class Patience:
    """Failures in a row, by place."""

    _streaks: dict[Place, tuple[int, Outcome]] = field(default_factory=dict)

    def failed(self, place: Place, outcome: Outcome, *, is_final: bool = False) -> None:
        """Counts a failure; a final one ends the patience at once."""
        count, _ = self._streaks.get(place, (0, outcome))
        self._streaks[place] = (PATIENCE if is_final else count + 1, outcome)

    def passed(self, place: Place) -> None:
        """Earlier failures there were not in a row."""
        self._streaks.pop(place, None)

    def spent(self, places: Iterable[Place]) -> Outcome | None:
        """The last failure at the first of the places that is not tried any more."""
        for place in places:
            count, outcome = self._streaks.get(place, (0, None))
            if count >= PATIENCE:
                return outcome
        return None
