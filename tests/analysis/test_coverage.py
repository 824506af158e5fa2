"""Intervals hold the truth as often as they say; the long campaign is `coverage.py` itself."""

from __future__ import annotations

import math

import coverage
import numpy as np
import pytest
from scipy import stats

from ringassay.analysis.crossed import mean_difference
from ringassay.analysis.intervals import Interval
from ringassay.analysis.locations import (
    LOG_UNITS,
    MEAN_UNITS,
    MEDIAN_UNITS,
    log_mean_interval,
    mean_interval,
    median_interval,
)


def test_intervals_cover_on_systems_of_every_kind() -> None:
    """200 systems of each kind: outside of 90 to 99 % is worse than chance for 93 to 97 %."""
    for name, what, count in coverage.campaign(200, seed=7):
        assert 0.90 <= count.coverage <= 0.99, (name, what, count)
        assert count.given >= (1.0 if what == "ratio" else 0.85) * count.asked


def test_the_campaign_notices_an_interval_that_is_too_short() -> None:
    """A control: Student's interval of a skewed mean, which covers 82 % at 5 to 8 circuits."""
    rng = np.random.default_rng(1)
    count = coverage.Count()
    for _ in range(400):
        sample = rng.lognormal(0.0, 1.0, 8)
        count.note(log_mean_interval(sample), math.exp(0.5))
    assert count.coverage < 0.90


@pytest.mark.parametrize(
    ("method", "least"),
    [(mean_interval, MEAN_UNITS), (median_interval, MEDIAN_UNITS), (log_mean_interval, LOG_UNITS)],
)
def test_too_few_units_are_refused(method: object, least: int) -> None:
    assert callable(method)
    assert method(np.arange(1.0, least)) is None
    assert method(np.arange(1.0, least + 1.0)) is not None
    assert method([]) is None
    # Copies of few circuits are few circuits.
    assert method(np.ones(100), np.arange(100) % (least - 1)) is None
    constant = method(np.full(least, 4.5))
    assert (constant.low, constant.high) == (4.5, 4.5)


def test_student_by_its_formula() -> None:
    sample = np.random.default_rng(3).normal(10.0, 2.0, 12)
    found = log_mean_interval(sample)
    theirs = stats.ttest_1samp(sample, 0.0).confidence_interval(0.95)
    assert found is not None
    assert (found.low, found.high) == pytest.approx((theirs.low, theirs.high))


def test_the_mean_of_unequal_units_is_the_mean_of_all_values() -> None:
    sizes = np.array([1, 2, 3, 1, 5, 2, 2, 4, 1, 3])
    units = np.repeat(np.arange(sizes.size), sizes)
    values = np.random.default_rng(2).normal(50.0, 3.0, units.size)
    found = log_mean_interval(values, units)
    assert found is not None
    assert (found.low + found.high) / 2.0 == pytest.approx(values.mean())


def test_copies_of_a_circuit_do_not_narrow_the_interval() -> None:
    values = np.random.default_rng(2).lognormal(size=10)
    names = np.repeat(np.arange(10), 20)
    for method in (mean_interval, median_interval, log_mean_interval):
        _same(method(np.repeat(values, 20), names), method(values))


def test_median_by_counting() -> None:
    """Ten values: the second and ninth cover 97.9 %, the third and eighth 89.1 %."""
    found = median_interval(np.arange(1.0, 11.0))
    assert found is not None
    assert 2.0 < found.low < 3.0 < 8.0 < found.high < 9.0
    # Six: 31/32 with the outermost pair, 25/32 with the next; a tenth of the way in coverage is
    # 5/14 of the way in place, by the paper's formula.
    six = median_interval(np.arange(1.0, 7.0))
    assert six is not None
    assert (six.low, six.high) == pytest.approx((1.0 + 5.0 / 14.0, 6.0 - 5.0 / 14.0))


def test_order_and_nan_do_not_matter() -> None:
    values = np.random.default_rng(1).lognormal(size=30)
    units = np.repeat(np.arange(10), 3)
    for method in (mean_interval, median_interval, log_mean_interval):
        again = method(np.append(values[::-1], np.nan), np.append(units[::-1], 99))
        _same(again, method(values, units))


def test_no_mean_of_what_is_spread_over_all_scales() -> None:
    assert mean_interval(10.0 ** np.arange(-9.0, 9.0)) is None


def test_rounds_that_differ_widen_the_interval() -> None:
    """What one round has in common is no property of a system: circuits alone would claim it."""
    rng = np.random.default_rng(5)
    claims = {"both": 0, "circuits": 0}
    for _ in range(300):
        turns = rng.normal(0.0, 0.03, 5)
        values = rng.normal(0.0, 0.01, (20, 5)) + turns
        unit, turn = np.indices(values.shape)
        found = mean_difference(values.ravel(), unit.ravel(), turn.ravel())
        claims["both"] += found.p < 0.05
        claims["circuits"] += stats.ttest_1samp(values.mean(axis=1), 0.0).pvalue < 0.05
    assert claims["both"] <= 27  # 5 % of 300, and three standard deviations
    assert claims["circuits"] >= 200


def test_without_differences_between_rounds_it_is_a_paired_t_test() -> None:
    values = np.random.default_rng(8).normal(0.1, 0.05, 12)
    found = mean_difference(values, np.arange(12), np.zeros(12))
    theirs = stats.ttest_1samp(values, 0.0)
    assert found.p == pytest.approx(theirs.pvalue)
    assert found.interval is not None
    assert found.interval.high == pytest.approx(theirs.confidence_interval(0.95).high)
    with pytest.raises(ValueError, match="no finite value"):
        mean_difference([math.nan], [0], [0])


def test_missing_cells_are_no_values() -> None:
    values = np.random.default_rng(9).normal(0.0, 1.0, (9, 3))
    unit, turn = np.indices(values.shape)
    values[2, 1] = values[5, 0] = np.nan
    found = mean_difference(values.ravel(), unit.ravel(), turn.ravel())
    assert found.mean == pytest.approx(np.nanmean(values, axis=1).mean())
    assert (found.units, found.rounds) == (9, 3)


def _same(found: Interval | None, expected: Interval | None) -> None:
    assert found is not None
    assert expected is not None
    assert (found.low, found.high) == pytest.approx((expected.low, expected.high))
