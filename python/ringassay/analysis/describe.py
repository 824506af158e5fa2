"""Descriptive statistics of one metric."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ringassay.analysis.intervals import FloatArray, Interval
from ringassay.analysis.locations import mean_interval, median_interval


@dataclass(frozen=True)
class Description:
    """Count and shape of a sample, in the unit of its values.

    `std` is the sample standard deviation (divisor count - 1), NaN for a single value. The
    percentiles interpolate linearly between order statistics (numpy's default). `units` is the
    number of independent units (circuits, or keys) behind the values.
    """

    count: int
    missing: int
    units: int
    mean: float
    std: float
    minimum: float
    p5: float
    median: float
    p95: float
    maximum: float
    mean_interval: Interval | None
    median_interval: Interval | None


def describe(values: npt.ArrayLike, clusters: npt.ArrayLike | None = None) -> Description | None:
    """Describe `values`, leaving NaN out; None when nothing is left."""
    every = np.asarray(values, dtype=np.float64)
    kept = np.isfinite(every)
    sample = every[kept]
    if sample.size == 0:
        return None
    names = np.arange(every.size) if clusters is None else np.asarray(clusters)
    names = names[kept]
    p5, median, p95 = np.percentile(sample, (5, 50, 95))
    return Description(
        count=int(sample.size),
        missing=int(every.size - sample.size),
        units=int(np.unique(names).size),
        mean=float(sample.mean()),
        std=float(sample.std(ddof=1)) if sample.size > 1 else float("nan"),
        minimum=float(sample.min()),
        p5=float(p5),
        median=float(median),
        p95=float(p95),
        maximum=float(sample.max()),
        mean_interval=mean_interval(sample, names),
        median_interval=median_interval(sample, names),
    )


def percentile_curve(values: npt.ArrayLike) -> tuple[FloatArray, FloatArray]:
    """Percent (1 ... 100) and the percentile of the finite values at each; empty if there are none.

    HEtest, Figure 5.
    """
    sample = np.asarray(values, dtype=np.float64)
    sample = sample[np.isfinite(sample)]
    if sample.size == 0:
        return np.empty(0), np.empty(0)
    percent = np.arange(1, 101, dtype=np.float64)
    return percent, np.asarray(np.percentile(sample, percent), dtype=np.float64)
