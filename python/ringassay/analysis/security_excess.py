"""What two systems deliver where both were asked for the same, in bits beside what was asked."""

from __future__ import annotations

import math
from dataclasses import dataclass

import pandas as pd

from ringassay.analysis.parameters import judged_keys
from ringassay.analysis.study import Study
from ringassay.security.asked import meets, price_bits


@dataclass(frozen=True)
class Side:
    """What one system delivers over the requests in common, in bits; NaN where not verifiable.

    `unmet` requests are those for which it delivers less than was asked. `behind` is how far it
    lies below the other where it lies furthest below, at most 0 where it never does; NaN where
    either cannot be verified. `why` says what keeps an estimate from being made.
    """

    system: str
    least: float
    most: float
    mean_excess: float
    unmet: int
    behind: float
    why: str = ""

    @property
    def is_verifiable(self) -> bool:
        """Whether every key could be estimated."""
        return not math.isnan(self.least)

    @property
    def price_bits(self) -> float:
        """The bits given up by whoever takes this system and not the other; 0 where none are."""
        return price_bits(-self.behind, 0.0)


@dataclass(frozen=True)
class Excess:
    """Two systems over the key parameters (batch, depth, level) that both were asked for."""

    requests: int
    first: Side
    second: Side

    @property
    def sides(self) -> tuple[Side, Side]:
        """Both."""
        return self.first, self.second

    @property
    def is_comparable(self) -> bool:
        """Whether both deliver what was asked for, so that their costs are compared."""
        return all(side.is_verifiable and not side.unmet for side in self.sides)

    def of(self, system: str) -> Side:
        """The side of one of the two."""
        return self.first if self.first.system == system else self.second


def security_excess(study: Study, first: str, second: str) -> Excess | None:
    """Delivered security side by side; None if there is no request in common.

    Where a request led to several keys, the weakest counts; one that cannot be verified makes the
    request unverifiable.
    """
    keys = judged_keys(study)
    sides = [
        _worst(keys[keys["system"] == system]).add_suffix(f"_{side}")
        for system, side in ((first, "first"), (second, "second"))
    ]
    both = pd.concat(sides, axis=1, join="inner")
    if both.empty:
        return None
    ahead = both["bits_first"] - both["bits_second"]
    return Excess(
        len(both), _side(first, both, "first", -ahead), _side(second, both, "second", ahead)
    )


def _worst(keys: pd.DataFrame) -> pd.DataFrame:
    """Per request: the bits asked, those of the weakest key (NaN if one is unknown), and why."""
    by_request = keys.groupby("params")
    unknown = keys["delivered_how"].where(keys["delivered_bits"].isna(), "")
    return pd.DataFrame(
        {
            "asked": by_request["security"].first(),
            "bits": by_request["delivered_bits"].agg(lambda bits: bits.min(skipna=False)),
            "why": unknown.groupby(keys["params"]).max(),
        }
    )


def _side(system: str, both: pd.DataFrame, side: str, behind: pd.Series) -> Side:
    bits, asked = both[f"bits_{side}"], both[f"asked_{side}"]
    met = [
        math.isnan(level) or math.isnan(found) or meets(found, level)
        for found, level in zip(bits, asked, strict=True)
    ]
    return Side(
        system,
        float(bits.min(skipna=False)),
        float(bits.max(skipna=False)),
        float((bits - asked).mean(skipna=False)),
        met.count(False),
        float(behind.max(skipna=False)),
        max(both[f"why_{side}"], default=""),
    )
