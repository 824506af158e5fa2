"""Cox's interval of a log-normal mean, beside the formula and beside draws whose mean is known."""

from __future__ import annotations

import math
import statistics

import numpy as np
import pytest
from scipy import optimize, stats

from ringassay.analysis.locations import log_mean_interval, mean_interval, median_interval


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


def test_with_outliers_the_median_is_covered_and_the_mean_as_seldom_as_is_said() -> None:
    """One circuit in twenty takes ten times as long: 40 % of samples of ten, as docs say.

    60 % of them have no such circuit.
    """
    rng = np.random.default_rng(5)
    mean, median = 1.0 + 9.0 / 20.0, _median_with_outliers()
    held = {"mean": 0, "median": 0}
    for _ in range(1000):
        values = rng.normal(1.0, 0.05, 10) * np.where(rng.random(10) < 0.05, 10.0, 1.0)
        of_mean, of_median = mean_interval(values), median_interval(values)
        assert of_mean is not None and of_median is not None
        held["mean"] += of_mean.contains(mean)
        held["median"] += of_median.contains(median)
    # Four standard deviations of 1,000 samples around 40 and 95 %.
    assert 338 <= held["mean"] <= 462
    assert 922 <= held["median"] <= 978


def _median_with_outliers() -> float:
    """Where half of 19 in 20 around 1 and of one in 20 around 10 is below."""

    def below(x: float) -> float:
        return float(0.95 * stats.norm.cdf(x, 1.0, 0.05) + 0.05 * stats.norm.cdf(x, 10.0, 0.5))

    return float(optimize.brentq(lambda x: below(x) - 0.5, 0.5, 2.0))


@pytest.mark.parametrize(
    ("interval", "least"), [(mean_interval, 8), (median_interval, 6), (log_mean_interval, 5)]
)
def test_an_interval_takes_as_many_units_as_docs_say(interval, least: int) -> None:  # type: ignore[no-untyped-def]
    values = [1.0 + number / 10.0 for number in range(least)]
    found = interval(values)
    assert found is not None and found.low < statistics.fmean(values) < found.high
    assert interval(values[:-1]) is None
    # Two values of one circuit are one unit.
    assert interval([*values[:-1], values[-2]], [*range(least - 1), least - 2]) is None
