"""Several keys judged together: who breaks one of them has won."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ringassay.notebook import card, table
from ringassay.security.attacks import Estimate, estimate_key
from ringassay.security.key import MODELS, Key, Model, SecurityError

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class Together:
    """Estimates of several keys; the weakest counts."""

    estimates: tuple[Estimate, ...]

    @property
    def weakest(self) -> Estimate:
        """The key that is broken first."""
        return min(self.estimates, key=lambda one: one.bits)

    @property
    def bits(self) -> float:
        """Bits of security of all keys together: those of the weakest."""
        return self.weakest.bits

    def reaches(self, bits: float) -> bool:
        """Whether every key does."""
        return all(one.reaches(bits) for one in self.estimates)

    def rows(self) -> list[dict[str, Any]]:
        """A row for each attack on each key; `key` counts from 0."""
        return [
            {"key": number, **row}
            for number, one in enumerate(self.estimates)
            for row in one.rows()
        ]

    def frame(self) -> pd.DataFrame:
        """The rows as a data frame."""
        import pandas as pd  # noqa: PLC0415

        return pd.DataFrame(self.rows())

    def __repr__(self) -> str:
        return f"<{len(self.estimates)} keys, the weakest: {self.weakest!r}>"

    def _repr_html_(self) -> str:
        """A row for each key."""
        rows = [
            (str(one.key), f"{one.bits:.1f}", one.attacks[0].attack if one.attacks else one.words)
            for one in self.estimates
        ]
        model = MODELS[self.weakest.model]
        body = table(("key", "bits", "cheapest attack"), rows)
        return card(f"{self.bits:.1f} bits of security, the weakest counts", model, body)


def together(keys: Iterable[Key], model: Model = "matzov") -> Together:
    """Judges keys that protect the same data. Raises `SecurityError` if one cannot be judged."""
    estimates = tuple(estimate_key(key, model) for key in keys)
    if not estimates:
        raise SecurityError("there is no key to judge: give at least one")
    return Together(estimates)
