"""How much more security than asked two systems deliver, where both were asked the same."""

from __future__ import annotations

from dataclasses import dataclass

import pandas as pd

from ringassay.analysis.parameters import judged_keys
from ringassay.analysis.study import Study

TOLERATED_BITS = 10.0
"""Mean difference of delivered security beyond which costs of two systems get no headline.

At a fixed modulus cost grows in proportion to the dimension and security nearly so: 10 bits more
than 128 are some 8 % of cost.
"""


@dataclass(frozen=True)
class Side:
    """What one system delivers over the requests in common, in bits; NaN where not verifiable."""

    system: str
    least: float
    most: float
    mean_excess: float
    is_verifiable: bool


@dataclass(frozen=True)
class Excess:
    """Two systems over the key parameters (batch, depth, level) that both were asked for.

    `apart` is the mean distance of what they deliver for the same request, in bits; opposite
    differences do not cancel. NaN where one side cannot be verified. `alike` are the requests, as
    `params` of the keys, for which the two lie no more than TOLERATED_BITS apart.
    """

    requests: int
    first: Side
    second: Side
    apart: float
    alike: tuple[str, ...] = ()

    @property
    def sides(self) -> tuple[Side, Side]:
        """Both."""
        return self.first, self.second

    @property
    def is_comparable(self) -> bool:
        """Whether costs may be compared in a headline."""
        return self.apart <= TOLERATED_BITS


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
    apart = (both["bits_first"] - both["bits_second"]).abs()
    return Excess(
        len(both),
        _side(first, both["bits_first"], both["asked_first"]),
        _side(second, both["bits_second"], both["asked_second"]),
        float(apart.mean(skipna=False)),
        tuple(str(params) for params in apart.index[apart <= TOLERATED_BITS]),
    )


def _worst(keys: pd.DataFrame) -> pd.DataFrame:
    """Per request: the bits asked, and those of the weakest key (NaN if one is unknown)."""
    by_request = keys.groupby("params")
    return pd.DataFrame(
        {
            "asked": by_request["security"].first(),
            "bits": by_request["delivered_bits"].agg(lambda bits: bits.min(skipna=False)),
        }
    )


def _side(system: str, bits: pd.Series, asked: pd.Series) -> Side:
    return Side(
        system,
        float(bits.min(skipna=False)),
        float(bits.max(skipna=False)),
        float((bits - asked).mean(skipna=False)),
        bool(bits.notna().all()),
    )
