"""Total elapsed time against the plaintext baseline (HEtest §6.4, Figure 5).

The ratio is taken per evaluation, then its percentiles: a ratio of two percentile curves compares
the slowest evaluations of the one with the slowest of the other, which need not be the same.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ringassay.analysis.describe import Description, describe, percentile_curve
from ringassay.analysis.intervals import FloatArray, Interval
from ringassay.analysis.locations import log_mean_interval
from ringassay.analysis.study import Study


@dataclass(frozen=True)
class Overhead:
    """One system's total time beside the baseline's, over the same evaluations.

    Curves are pairs (percent, value); times in ns. `geometric_mean` is the typical factor: half as
    much and twice as much weigh the same.
    """

    system: str
    total: tuple[FloatArray, FloatArray]
    baseline: tuple[FloatArray, FloatArray]
    ratio_curve: tuple[FloatArray, FloatArray]
    ratio: Description
    geometric_mean: float
    geometric_interval: Interval | None


def overheads(study: Study) -> tuple[Overhead, ...]:
    """The overhead of every system that has right results with a baseline beside them."""
    found = []
    for system, rows in study.per_system(study.right):
        paired = rows[rows["ratio"].notna() & (rows["ratio"] > 0.0)]
        if paired.empty:
            continue
        ratio = paired["ratio"].to_numpy(dtype=float)
        circuits = paired["circuit"].to_numpy(dtype=str)
        described = describe(ratio, circuits)
        if described is None:
            continue
        logs = np.log(ratio)
        spread = log_mean_interval(logs, circuits)
        found.append(
            Overhead(
                system=system,
                total=percentile_curve(paired["total_wall_ns"].to_numpy(dtype=float)),
                baseline=percentile_curve(paired["baseline_ns"].to_numpy(dtype=float)),
                ratio_curve=percentile_curve(ratio),
                ratio=described,
                geometric_mean=float(np.exp(logs.mean())),
                geometric_interval=None
                if spread is None
                else Interval(
                    float(np.exp(spread.low)), float(np.exp(spread.high)), spread.confidence
                ),
            )
        )
    return tuple(found)
