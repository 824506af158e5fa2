"""Intervals of rates against published values and direct formulas."""

from __future__ import annotations

import pytest
from scipy import optimize, stats

from ringassay.analysis.intervals import clopper_pearson, error_rate_bound


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [
        # Newcombe, Statistics in Medicine 17 (1998) 857-872, Table I, method 5.
        (81, 263, 0.2527, 0.3676),
        (15, 148, 0.0578, 0.1617),
        (0, 20, 0.0000, 0.1684),
        (1, 29, 0.0009, 0.1776),
    ],
)
def test_clopper_pearson_matches_newcombe(
    successes: int, trials: int, low: float, high: float
) -> None:
    found = clopper_pearson(successes, trials)
    assert (found.low, found.high) == pytest.approx((low, high), abs=5e-5)


def test_clopper_pearson_inverts_the_binomial_test() -> None:
    """By definition each end has a tail probability of 2.5 % under the binomial law."""
    found = clopper_pearson(7, 40)
    low = optimize.brentq(lambda p: stats.binom.sf(6, 40, p) - 0.025, 1e-6, 0.5)
    high = optimize.brentq(lambda p: stats.binom.cdf(7, 40, p) - 0.025, 1e-6, 0.9)
    assert (found.low, found.high) == pytest.approx((low, high), rel=1e-9)


def test_all_right_reaches_one_and_none_right_zero() -> None:
    assert clopper_pearson(50, 50).high == 1.0
    assert clopper_pearson(0, 50).low == 0.0
    assert error_rate_bound(50, 50) == 1.0


@pytest.mark.parametrize("trials", [1, 10, 1582, 1_000_000])
def test_error_bound_without_errors(trials: int) -> None:
    bound = error_rate_bound(0, trials)
    assert bound == pytest.approx(1.0 - 0.05 ** (1.0 / trials), rel=1e-9)
    assert bound < 3.0 / trials  # the rule of three is its upper neighbour


def test_error_bound_with_errors_has_five_percent_below() -> None:
    bound = error_rate_bound(2, 100)
    assert stats.binom.cdf(2, 100, bound) == pytest.approx(0.05, rel=1e-9)


@pytest.mark.parametrize(("part", "whole"), [(-1, 3), (4, 3), (0, 0)])
def test_impossible_counts_are_refused(part: int, whole: int) -> None:
    with pytest.raises(ValueError, match="whole >= 1"):
        clopper_pearson(part, whole)
    with pytest.raises(ValueError, match="whole >= 1"):
        error_rate_bound(part, whole)
