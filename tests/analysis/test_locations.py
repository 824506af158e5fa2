"""Cox's interval of a log-normal mean, beside the formula and beside draws whose mean is known."""

from __future__ import annotations

import math
import statistics

import numpy as np
import pytest
from scipy import stats

from ringassay.analysis.locations import mean_interval


def skewed(count: int = 20, sigma: float = 1.2) -> list[float]:
    """The quantiles of a log-normal distribution."""
    return [math.exp(sigma * stats.norm.ppf((i + 0.5) / count)) for i in range(count)]


def test_its_upper_end_is_that_of_cox_where_values_are_skewed() -> None:
    values = skewed()
    logs = [math.log(value) for value in values]
    n, variance = len(logs), statistics.variance(logs)
    error = math.sqrt(variance / n + variance**2 / (2 * (n + 1)))
    upper = statistics.fmean(logs) + variance / 2 + stats.t.ppf(0.975, n - 1) * error
    student = statistics.fmean(values) + stats.t.ppf(0.975, n - 1) * math.sqrt(
        statistics.variance(values) / n
    )
    found = mean_interval(values)
    assert found is not None
    assert math.exp(upper) > student  # else this shows nothing
    assert found.high == pytest.approx(math.exp(upper))


def test_it_covers_the_mean_of_skewed_values() -> None:
    """300 samples of 30, σ = 1.5: Student alone covers 78 %."""
    rng = np.random.default_rng(3)
    mean = math.exp(1.5**2 / 2)
    found = [mean_interval(rng.lognormal(0.0, 1.5, 30)) for _ in range(300)]
    held = sum(one is not None and one.contains(mean) for one in found)
    # A true 95 % has fewer than 274 of 300 once in 200.
    assert held >= 274
