"""Capped signed ranks: the distribution counted out, the centre and its interval by trying."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from ranked import ranked
from ringassay.analysis.crossed import mean_difference
from ringassay.analysis.effect import RANKED_UNITS, typical
from ringassay.analysis.intervals import Interval
from ringassay.analysis.ranks import EXACT, Centre, centre, signed_ranks

VALUES = st.lists(
    st.builds(
        lambda size, sign: sign * size / 1000.0, st.integers(1, 10_000), st.sampled_from((-1, 1))
    ),
    min_size=6,
    max_size=9,
    unique_by=abs,
)


def capped(values: list[float]) -> tuple[list[float], float]:
    """The scores of the sizes, from their definition, and the sum of those above zero."""
    sizes = [abs(value) for value in values]
    ranks = [sum(other < size for other in sizes) + (sizes.count(size) + 1) / 2.0 for size in sizes]
    scores = [min(rank, (len(values) + 1) / 2.0) for rank in ranks]
    above = sum(score for score, value in zip(scores, values, strict=True) if value > 0.0)
    return scores, above


def by_counting(values: list[float]) -> float:
    """The share of all choices of signs that are at least as one-sided, on both sides."""
    scores, above = capped(values)
    least = min(above, sum(scores) - above)
    below = [
        sum(itertools.compress(scores, signs)) <= least + 1e-9
        for signs in itertools.product((0, 1), repeat=len(values))
    ]
    return min(1.0, 2.0 * sum(below) / len(below))


@given(VALUES)
def test_the_p_value_is_the_share_of_signs_as_one_sided(values: list[float]) -> None:
    assert signed_ranks(np.array(values)) == pytest.approx(by_counting(values))


@pytest.mark.parametrize(
    "values", [[1.0, 1.0, 1.0, 2.0, -1.0, 3.0, 3.0], [2.0] * 7, [-1.0, 1.0] * 4, [5.0, -4.0, 5.0]]
)
def test_ties_share_their_ranks(values: list[float]) -> None:
    assert signed_ranks(np.array(values)) == pytest.approx(by_counting(values))
    assert signed_ranks(np.array([*values, 0.0])) == pytest.approx(by_counting(values))


def test_nothing_that_differs_is_no_evidence() -> None:
    assert signed_ranks(np.zeros(9)) == signed_ranks(np.array([])) == 1.0


@given(VALUES)
@settings(max_examples=60)
def test_the_interval_is_what_the_test_does_not_refute(values: list[float]) -> None:
    sample = np.array(values)
    found = centre(sample)
    assert found.interval is not None
    step = 1e-7
    for end, outwards in ((found.interval.low, -step), (found.interval.high, step)):
        assert signed_ranks(sample - (end + outwards)) <= 0.05
        if found.interval.low + 2 * step < found.interval.high:
            assert signed_ranks(sample - (end - outwards)) > 0.05


@given(VALUES)
@settings(max_examples=60)
def test_the_centre_has_as_much_on_either_side(values: list[float]) -> None:
    sample = np.array(values)
    value = centre(sample).value
    for moved, sign in ((1e-7, 1.0), (-1e-7, -1.0)):
        scores, above = capped(list(sample - value - moved))
        assert sign * (sum(scores) - 2.0 * above) >= -1e-6


def test_another_way_to_the_same_centre_and_interval() -> None:
    rng = np.random.default_rng(4)
    for count in (6, 7, 12, 32):
        sample = rng.standard_t(2, count)
        found = centre(sample)
        assert found.interval is not None
        ends = (found.value, found.interval.low, found.interval.high)
        assert ends == pytest.approx(ranked(sample), abs=1e-9)


def test_moving_and_scaling_moves_and_scales_the_centre() -> None:
    sample = np.random.default_rng(3).standard_t(2, 21)
    plain, other = centre(sample), centre(5.0 - 2.0 * sample)
    assert plain.interval is not None and other.interval is not None
    assert other.value == pytest.approx(5.0 - 2.0 * plain.value, abs=1e-9)
    assert other.interval.low == pytest.approx(5.0 - 2.0 * plain.interval.high, abs=1e-9)


def test_fewer_than_six_refute_nothing() -> None:
    assert centre(np.arange(1.0, 6.0)).interval is None
    assert centre(np.arange(1.0, 7.0)).interval is not None


def test_the_error_is_that_of_a_normal_one_with_this_interval() -> None:
    for confidence, quantiles in ((0.95, 1.959964), (0.99, 2.575829)):
        wide = Interval(3.0 - 2.0 * quantiles, 3.0 + 2.0 * quantiles, confidence)
        assert Centre(3.0, wide, 0.1).error == pytest.approx(2.0, rel=1e-6)
    assert Centre(3.0, None, 1.0).error == math.inf


def test_all_the_same_is_exact() -> None:
    found = centre(np.full(8, 0.25))
    assert found.interval is not None
    assert found.value == found.interval.low == found.interval.high == 0.25 and found.error == 0.0


def test_the_interval_covers_as_often_as_it_says_whatever_the_tails() -> None:
    rng = np.random.default_rng(11)
    missed = 0
    for _ in range(1000):
        slow = np.where(rng.random(20) < 0.3, rng.choice((-0.4, 0.4), 20), 0.0)
        found = centre(rng.normal(0.0, 0.05, 20) + slow)
        assert found.interval is not None
        missed += not found.interval.contains(0.0)
    assert (
        stats.binom.cdf(missed, 1000, 0.01) > 0.01 and stats.binom.sf(missed - 1, 1000, 0.05) > 0.01
    )


def test_slow_spells_that_hide_a_difference_from_the_mean() -> None:
    rng = np.random.default_rng(5)
    seen = by_mean = 0
    for _ in range(100):
        slow = np.where(rng.random(32) < 0.2, rng.choice((-0.6, 0.6), 32), 0.0)
        sample = rng.normal(0.1, 0.05, 32) + slow
        seen += signed_ranks(sample) < 0.01
        by_mean += stats.ttest_1samp(sample, 0.0).pvalue < 0.01
    assert seen > 90 and by_mean < 45


def test_many_differences_are_judged_as_few_are() -> None:
    sample = np.random.default_rng(2).normal(0.12, 1.0, EXACT + 1)
    assert signed_ranks(sample) == pytest.approx(signed_ranks(sample[:-1]), rel=0.35)
    one, other = centre(sample), centre(sample[:-1])
    assert one.interval is not None and other.interval is not None
    assert one.interval.low == pytest.approx(other.interval.low, abs=0.02)


def test_from_twenty_units_on_ranks_decide() -> None:
    """Exactly; with fewer units their p value would not stand the correction for a page."""
    sample = np.random.default_rng(9).normal(0.1, 0.1, RANKED_UNITS)
    turns = np.zeros(RANKED_UNITS)
    many = typical(mean_difference(sample, np.arange(RANKED_UNITS), turns))
    assert many == centre(sample) and many.p == signed_ranks(sample)
    fewer = typical(mean_difference(sample[:-1], np.arange(RANKED_UNITS - 1), turns[:-1]))
    assert fewer.value == pytest.approx(sample[:-1].mean())
    assert fewer.p == pytest.approx(stats.ttest_1samp(sample[:-1], 0.0).pvalue)


def test_rounds_that_differ_make_interval_and_p_value_wider() -> None:
    """By as much as those of the mean, and by nothing where nothing speaks for rounds."""
    rng = np.random.default_rng(8)
    unit, turn = np.indices((24, 4))
    steady = rng.normal(0.05, 0.02, (24, 4))
    steady += steady.mean() - steady.mean(axis=0)  # no round differs from another
    for rounds in ([0.0] * 4, [0.05, -0.05, 0.03, -0.03]):
        logs = (steady + np.array(rounds)).ravel()
        mean = mean_difference(logs, unit.ravel(), turn.ravel())
        alone = centre(mean.of_units)
        found = typical(mean)
        assert found.interval is not None and found.value == alone.value
        if any(rounds):
            error = alone.error * mean.stretch
            assert mean.rounds_matter and mean.stretch > 2.0
            half = stats.t.ppf(0.975, mean.freedom) * error
            assert found.interval.high - found.interval.low == pytest.approx(2.0 * half)
            p = 2.0 * stats.t.sf(found.value / error, mean.freedom)
            assert found.p == pytest.approx(p) and p > 0.01
        else:
            assert not mean.rounds_matter and found == alone
