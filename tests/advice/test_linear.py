"""Prices behind measurements: planted ones are found again."""

from __future__ import annotations

import random
import statistics

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ringassay.advice.linear import GUESS, FitError, Prices, Sample, fit

PLANTED = {"mul": 900.0, "mul switch": 350.0, "rotate switch": 300.0, "add": 40.0, "input": 2500.0}


def works(count: int, seed: int = 1) -> list[dict[str, float]]:
    draw = random.Random(seed)
    return [{name: float(draw.randint(1, 40)) for name in PLANTED} for _ in range(count)]


def truth(work: dict[str, float]) -> float:
    return sum(PLANTED[name] * count for name, count in work.items())


def test_planted_prices_predict_what_was_not_measured() -> None:
    prices = fit([Sample(work, truth(work)) for work in works(20)])
    for work in works(10, seed=2):
        large = {name: 100 * count for name, count in work.items()}
        assert prices(large) == pytest.approx(truth(large), rel=0.05)
    assert prices.error < 0.05
    assert prices.samples == 20


def test_noise_of_a_tenth_does_not_make_errors_larger_than_that() -> None:
    draw = random.Random(5)
    noisy = [Sample(work, truth(work) * draw.uniform(0.9, 1.1)) for work in works(25)]
    prices = fit(noisy)
    for work in works(10, seed=3):
        assert prices(work) == pytest.approx(truth(work), rel=0.1)
    assert 0.005 < prices.error < 0.1


def test_a_slower_machine_scales_all_prices() -> None:
    samples = [Sample(work, truth(work)) for work in works(12)]
    slow = fit([Sample(one.work, 3 * one.measured) for one in samples])
    fast = fit(samples)
    for name in PLANTED:
        assert slow.each[name] == pytest.approx(3 * fast.each[name], rel=1e-6)


def test_what_no_measurement_had_is_guessed_and_said() -> None:
    prices = fit([Sample(work, truth(work)) for work in works(12)])
    assert prices.guessed({"mul": 1.0, "lower": 2.0, "square": 0.0}) == ("lower",)
    assert prices({"lower": 2.0}) == pytest.approx(2 * GUESS["lower"] * prices.unit)


def test_one_measurement_scales_the_guess() -> None:
    prices = fit([Sample({"mul": 1.0, "add": 1.0}, 42.0)])
    assert prices({"mul": 2.0, "add": 2.0}) == pytest.approx(84.0, rel=1e-6)
    assert prices.error != prices.error, "nothing to predict it from"


def test_nothing_measured_is_an_error() -> None:
    for samples in ([], [Sample({"mul": 1.0}, 0.0)], [Sample({"mul": 1.0}, float("nan"))]):
        with pytest.raises(FitError):
            fit(samples)


@settings(max_examples=50, deadline=None)
@given(
    st.lists(
        st.tuples(st.integers(1, 50), st.integers(0, 50), st.floats(1.0, 1e9)),
        min_size=1,
        max_size=12,
    )
)
def test_prices_are_never_negative_and_predict_a_finite_time(
    rows: list[tuple[int, int, float]],
) -> None:
    prices = fit([Sample({"mul": float(a), "add": float(b)}, ns) for a, b, ns in rows])
    assert all(price >= 0.0 for price in prices.each.values())
    assert 0.0 <= prices({"mul": 3.0, "add": 1.0}) < float("inf")


def test_the_error_is_of_samples_predicted_from_the_others() -> None:
    """Few samples with noise: prices that have seen a sample predict it better than it deserves."""
    draw = random.Random(7)
    noisy = [Sample(work, truth(work) * draw.uniform(0.8, 1.25)) for work in works(7, seed=4)]

    def off(prices: Prices, one: Sample) -> float:
        return abs(prices(one.work) / one.measured - 1.0)

    others = [[two for two in noisy if two is not one] for one in noisy]
    unseen = [off(fit(rest), one) for rest, one in zip(others, noisy, strict=True)]
    seen = [off(fit(noisy), one) for one in noisy]
    assert statistics.median(unseen) > 1.2 * statistics.median(seen)  # else this shows nothing
    assert fit(noisy).error == pytest.approx(statistics.median(unseen), rel=1e-6)
