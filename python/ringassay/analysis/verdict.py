"""When a difference may be claimed: one rule for every sentence that says who needs less.

A difference is claimed if all of these hold:

- nothing disturbed the measurement (`reservations` is empty), or the whole interval lies beyond a
  factor of ten. A disturbed interval that has been widened needs no reservation (`widening`);
- the interval of the ratio leaves 1 out;
- its p value stays below 5 % after correction for the number of aspects compared (Holm 1979);
- a test of its own agrees: signed ranks, exact, which needs no normal distribution (`ranks`);
- it is larger than what the run can tell apart (`floor`: one system measured twice, or systems
  measured one after the other).

Sizes are counted, not sampled: no chance has to be excluded. One is claimed to be less if it is
less in every unit (`decide_counted`).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Literal

import numpy as np

from ringassay.analysis.intervals import CONFIDENCE, Interval

Verdict = Literal["first", "second", "equal", "open", "few", "unresolved", "withheld", "mixed"]

ALPHA = 1.0 - CONFIDENCE
# Units from which a test of signed ranks can fall below 5 % at all: 2/2^6.
TEST_UNITS = 6


# What a disturbed machine may do to a ratio: a difference whose whole interval lies beyond is none
# of its doing.
DISTURBED = 10.0


def decide(
    *,
    ratio: float,
    interval: Interval | None,
    adjusted_p: float,
    rank_p: float,
    units: int,
    floor: float = 0.0,
    reservations: Sequence[object] = (),
) -> Verdict:
    """Which side needs less time, if that may be said; `ratio` is first over second.

    - "equal": both need exactly the same in every unit;
    - "few": too few units for an interval and a test;
    - "withheld": the measurement was disturbed, and the difference is not ten times as large;
    - "open": chance may explain the difference;
    - "unresolved": the difference is below the floor.
    """
    if interval is not None and interval.low == interval.high == 1.0:
        return "equal"
    if interval is None or units < TEST_UNITS:
        return "few"
    if reservations and _within(interval, DISTURBED):
        return "withheld"
    chance = interval.contains(1.0) or not (adjusted_p <= ALPHA and rank_p <= ALPHA)
    if chance:
        return "open"
    if abs(math.log(ratio)) < math.log1p(floor):
        return "unresolved"
    return "second" if ratio > 1.0 else "first"


SIZE_FLOOR = 0.01
"""Relative difference of sizes that encoding and compression make by themselves."""


def decide_counted(ratio: float, minimum: float, maximum: float) -> Verdict:
    """Which side needs less of what is counted; ratios are first over second.

    - "unresolved": nowhere more than SIZE_FLOOR apart;
    - "mixed": less in some units and more in others, by more than that.
    """
    low, high = minimum < 1.0 / (1.0 + SIZE_FLOOR), maximum > 1.0 + SIZE_FLOOR
    if low and high:
        return "mixed"
    if not (low or high) or abs(math.log(ratio)) < math.log1p(SIZE_FLOOR):
        return "unresolved"
    return "first" if low else "second"


def _within(interval: Interval, factor: float) -> bool:
    """Whether an interval of a ratio reaches into 1/factor to factor."""
    return interval.low < factor and interval.high > 1.0 / factor


def holm(p_values: Sequence[float]) -> tuple[float, ...]:
    """The p values corrected for their number (Holm 1979); NaN stands for "not tested"."""
    p = np.asarray(p_values, dtype=np.float64)
    corrected = np.full(p.size, np.nan)
    tested = np.flatnonzero(np.isfinite(p))
    order = tested[np.argsort(p[tested], kind="stable")]
    factors = np.arange(order.size, 0, -1)
    corrected[order] = np.minimum(1.0, np.maximum.accumulate(p[order] * factors))
    return tuple(float(value) for value in corrected)
