"""Intervals against published values, direct formulas and simulated coverage."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import optimize, stats

from ringassay.analysis.intervals import (
    MIN_CLUSTERS,
    bootstrap,
    clopper_pearson,
    error_rate_bound,
)


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


def test_bootstrap_agrees_with_the_normal_interval_of_a_mean() -> None:
    sample = np.random.default_rng(3).normal(10.0, 2.0, 400)
    found = bootstrap(sample)
    assert found is not None
    half = 1.96 * sample.std(ddof=1) / 20.0
    assert found.low == pytest.approx(sample.mean() - half, abs=0.05)
    assert found.high == pytest.approx(sample.mean() + half, abs=0.05)


@pytest.mark.parametrize("statistic", ["mean", "median"])
def test_bootstrap_equals_scipy_on_independent_values(statistic: str) -> None:
    """Drawing unit numbers and weighting is the same as drawing the values themselves."""
    sample = np.random.default_rng(5).lognormal(0.0, 1.0, 41)
    ours = bootstrap(np.sort(sample), statistic, seed=9)  # type: ignore[arg-type]
    assert ours is not None
    theirs = stats.bootstrap(
        (np.sort(sample),),
        getattr(np, statistic),
        n_resamples=2000,
        vectorized=True,
        axis=-1,
        method="BCa",
        rng=np.random.default_rng(9),
        batch=2000,
    ).confidence_interval
    assert (ours.low, ours.high) == pytest.approx((theirs.low, theirs.high), rel=1e-9)


def test_bootstrap_is_reproducible_and_ignores_nan_and_order() -> None:
    sample = np.random.default_rng(1).normal(size=30)
    clusters = np.repeat(np.arange(10), 3)
    first = bootstrap(sample, "median", clusters)
    again = bootstrap(np.append(sample[::-1], np.nan), "median", np.append(clusters[::-1], 99))
    assert first == again is not None


def test_clusters_widen_the_interval() -> None:
    """Twenty copies of ten values are ten values, not two hundred."""
    values = np.random.default_rng(2).normal(size=10)
    copies = np.repeat(values, 20)
    alone = bootstrap(values)
    clustered = bootstrap(copies, "mean", np.repeat(np.arange(10), 20))
    naive = bootstrap(copies)
    assert alone and clustered and naive
    assert clustered.high - clustered.low == pytest.approx(alone.high - alone.low, rel=0.05)
    assert naive.high - naive.low < 0.5 * (alone.high - alone.low)


def test_bootstrap_refuses_too_few_units_and_collapses_on_equal_values() -> None:
    assert bootstrap(np.arange(MIN_CLUSTERS - 1.0)) is None
    assert bootstrap([]) is None
    constant = bootstrap(np.full(8, 4.5))
    assert constant is not None
    assert (constant.low, constant.high) == (4.5, 4.5)


@pytest.mark.parametrize("statistic", ["mean", "median"])
def test_bootstrap_covers_the_truth_as_often_as_it_says(statistic: str) -> None:
    """1000 samples of 30 circuits, 3 inputs each: 93 to 97 % of the intervals hold the truth."""
    rng = np.random.default_rng(20240229)
    clusters = np.repeat(np.arange(30), 3)
    hits = 0
    for trial in range(1000):
        centres = np.repeat(rng.normal(0.0, 1.0, 30), 3)
        sample = centres + rng.normal(0.0, 0.5, 90)
        found = bootstrap(sample, statistic, clusters, seed=trial, resamples=500)  # type: ignore[arg-type]
        hits += found is not None and found.contains(0.0)
    assert 930 <= hits <= 970
