"""Fits against certified values and planted coefficients."""

from __future__ import annotations

import math

import numpy as np
import pytest
from factory import TABLE_4

from ringassay.analysis.regression import MIN_POINTS, Dependence, Fit, fit_dependence
from ringassay.analysis.terms import (
    BATCH,
    CONSTANT,
    DEPTH,
    EVALUATION_TERMS,
    KEY_TERMS,
    WIDTH,
    LogTerm,
    Predictor,
    term,
)

POINTS = np.array(
    [(d, w, n) for d in (2, 4, 6, 9, 13) for w in (4, 10, 30, 80) for n in (64, 300, 1000)],
    dtype=float,
)
D, W, L = POINTS.T
VALUES = {DEPTH: D, WIDTH: W, BATCH: L}


def fitted(found: Dependence) -> Fit:
    assert found.fit is not None, found.reason
    return found.fit


def coefficients(fit: Fit) -> dict[str, float]:
    return {c.term.symbol: c.estimate for c in fit.coefficients}


def test_longley_matches_the_certified_values_of_nist() -> None:
    """NIST Statistical Reference Datasets, Longley: an ill-conditioned regression.

    https://www.itl.nist.gov/div898/strd/lls/data/Longley.shtml
    """
    from statsmodels.datasets import longley

    data = longley.load_pandas()
    names = list(data.exog.columns)
    predictors = {Predictor(n, n, n, n): data.exog[n].to_numpy(dtype=float) for n in names}
    from ringassay.analysis.candidates import Candidate
    from ringassay.analysis.regression import _finish

    y = data.endog.to_numpy(dtype=float)
    matrix = np.column_stack([np.ones(y.size), *predictors.values()])
    columns = (CONSTANT, *(term(p) for p in predictors))
    fit = _finish(Candidate("additive", matrix, y, np.ones(y.size), columns, 0.0), y, 16, 1)
    certified = {
        "1": (-3482258.63459582, 890420.383607373),
        "GNPDEFL": (15.0618722713733, 84.9149257747669),
        "GNP": (-0.358191792925910e-01, 0.334910077722432e-01),
        "UNEMP": (-2.02022980381683, 0.488399681651699),
        "ARMED": (-1.03322686717359, 0.214274163161675),
        "POP": (-0.511041056535807e-01, 0.226073200069370),
        "YEAR": (1829.15146461355, 455.478499142212),
    }
    for c in fit.coefficients:
        estimate, error = certified[c.term.symbol]
        assert c.estimate == pytest.approx(estimate, rel=1e-7)
        assert c.standard_error == pytest.approx(error, rel=1e-7)
    assert fit.r2 == pytest.approx(0.995479004577296, rel=1e-9)
    assert fit.spread == pytest.approx(304.854073561965, rel=1e-7)


def test_exact_formula_of_the_paper_is_recovered() -> None:
    """The evaluation time of HEtest §6.8, without noise: its terms and only those."""
    d = np.array([6, 7, 12, 18, 21, 24, 30, 36], dtype=float).repeat(6)
    w = np.tile([4, 10, 20, 50, 100, 200], 8).astype(float)
    y = 2.77 * d**2 - 74.6 * d - 1.43 * w + 0.215 * w * d + 1403.0
    fit = fitted(fit_dependence(y, {DEPTH: d, WIDTH: w}, EVALUATION_TERMS))
    assert coefficients(fit) == pytest.approx(
        {"1": 1403.0, "d": -74.6, "w": -1.43, "wd": 0.215, "d²": 2.77}, rel=1e-6
    )
    assert fit.r2 == pytest.approx(1.0)


def test_multiplicative_noise_chooses_the_relative_form_and_the_true_terms() -> None:
    noise = np.random.default_rng(11).normal(1.0, 0.05, D.size)
    fit = fitted(fit_dependence((3e6 + 4e5 * W * D) * noise, VALUES, EVALUATION_TERMS))
    assert fit.form == "relative"
    found = coefficients(fit)
    assert set(found) == {"1", "wd"}
    for c in fit.coefficients:
        truth = {"1": 3e6, "wd": 4e5}[c.term.symbol]
        assert abs(c.estimate - truth) < 4.0 * c.standard_error
    assert fit.spread == pytest.approx(0.05, rel=0.35)


def test_constant_noise_chooses_the_additive_form() -> None:
    noise = np.random.default_rng(12).normal(0.0, 40.0, D.size)
    fit = fitted(fit_dependence(500.0 + 12.0 * D * D + noise, VALUES, EVALUATION_TERMS))
    assert fit.form == "additive"
    assert set(coefficients(fit)) == {"1", "d²"}
    assert fit.spread == pytest.approx(40.0, rel=0.35)


def test_power_law_is_recognised() -> None:
    noise = np.exp(np.random.default_rng(13).normal(0.0, 0.03, D.size))
    fit = fitted(fit_dependence(7.0 * D**1.5 * W**0.5 * noise, VALUES, EVALUATION_TERMS))
    assert fit.form == "power"
    found = coefficients(fit)
    assert found["log d"] == pytest.approx(1.5, abs=0.03)
    assert found["log w"] == pytest.approx(0.5, abs=0.03)
    assert math.exp(found["1"]) == pytest.approx(7.0, rel=0.1)
    assert all(isinstance(c.term, LogTerm) for c in fit.coefficients[1:])
    assert fit.predict({"d": D, "w": W, "ℓ": L}) == pytest.approx(fit.fitted)


def test_pure_noise_is_called_constant_almost_always() -> None:
    """The guard against overfitting: at most 3 of 50 noise-only data sets yield a formula."""
    false_alarms = 0
    for seed in range(50):
        y = np.random.default_rng(seed).normal(100.0, 10.0, D.size)
        false_alarms += not fitted(fit_dependence(y, VALUES, EVALUATION_TERMS)).is_constant
    assert false_alarms <= 3


def test_two_distant_points_do_not_buy_terms() -> None:
    """HEtest's Table 4: two circuits of width 1000 far from all others, which invite a formula to
    bend towards them. The planted formula is found in at least 26 of 30 data sets.
    """
    n, d, w = (np.array(column, dtype=float) for column in zip(*TABLE_4, strict=True))
    hits = 0
    for seed in range(30):
        noise = np.random.default_rng(seed).normal(1.0, 0.012, d.size)
        found = fit_dependence(
            (2e5 + 100.0 * w * d) * noise, {DEPTH: d, WIDTH: w, BATCH: n}, EVALUATION_TERMS
        )
        hits += set(coefficients(fitted(found))) == {"1", "wd"}
    assert hits >= 26


def test_predicted_r2_equals_leaving_points_out_one_by_one() -> None:
    y = 5.0 + 2.0 * D + np.random.default_rng(4).normal(0.0, 3.0, D.size)
    fit = fitted(fit_dependence(y, VALUES, (term(DEPTH),), multiplicative=False))
    press = 0.0
    for i in range(y.size):
        kept = np.arange(y.size) != i
        slope, intercept = np.polyfit(D[kept], y[kept], 1)
        press += (y[i] - intercept - slope * D[i]) ** 2
    assert fit.predicted_r2 == pytest.approx(1.0 - press / ((y - y.mean()) ** 2).sum())
    assert fit.predicted_r2 < fit.adjusted_r2 < fit.r2


def test_no_model_predicts_below_zero_where_it_was_measured() -> None:
    """Ordinary least squares would: the steep end drags the line below zero at the flat one."""
    d = np.arange(1.0, 13.0)
    y = np.exp(0.8 * d)
    fit = fitted(fit_dependence(y, {DEPTH: d}, KEY_TERMS))
    assert fit.fitted.min() > 0.0


def test_too_few_points_are_not_fitted() -> None:
    for size in range(MIN_POINTS):
        found = fit_dependence(np.arange(size) + 1.0, {DEPTH: np.arange(size) + 1.0}, KEY_TERMS)
        assert found.fit is None
        assert "too few points" in found.reason


def test_replicates_at_few_settings_are_not_fitted() -> None:
    d = np.repeat([1.0, 2.0, 3.0], 10)
    found = fit_dependence(d * 2.0, {DEPTH: d}, KEY_TERMS)
    assert found.fit is None
    assert "3, at least 4" in found.reason


def test_constant_predictors_are_named_and_left_out() -> None:
    found = fit_dependence(3.0 + 2.0 * D, {DEPTH: D, BATCH: np.full_like(D, 64.0)}, KEY_TERMS)
    assert found.constant == (BATCH,)
    assert set(coefficients(fitted(found))) == {"1", "d"}
    found = fit_dependence(D, {BATCH: np.full_like(D, 64.0)}, KEY_TERMS)
    assert found.reason == "no parameter varies"


def test_constant_response_is_not_fitted() -> None:
    assert fit_dependence(np.full_like(D, 8.0), VALUES, KEY_TERMS).reason == "all values are equal"


def test_entangled_predictors_are_named_and_never_both_used() -> None:
    """ℓ in exact proportion to d: their terms are aliases, so a formula holds one of each power."""
    y = 5.0 + 3.0 * D + np.random.default_rng(6).normal(0.0, 0.1, D.size)
    found = fit_dependence(y, {DEPTH: D, BATCH: 50.0 * D}, KEY_TERMS)
    ((first, second, rho),) = found.entangled
    assert (first, second) == (DEPTH, BATCH)
    assert rho == pytest.approx(1.0)
    assert set(coefficients(fitted(found))) == {"1", "d"}


def test_nan_points_are_left_out_and_absent_predictors_ignored() -> None:
    y = 3.0 + 2.0 * D
    y[::7] = np.nan
    nothing = np.full_like(D, np.nan)
    found = fit_dependence(y, {DEPTH: D, WIDTH: nothing}, EVALUATION_TERMS)
    assert found.points == int(np.isfinite(y).sum())
    assert coefficients(fitted(found)) == pytest.approx({"1": 3.0, "d": 2.0})


def test_negative_and_zero_responses_use_the_additive_form_only() -> None:
    fit = fitted(fit_dependence(D - 6.0, VALUES, EVALUATION_TERMS))
    assert fit.form == "additive"
    assert coefficients(fit) == pytest.approx({"1": -6.0, "d": 1.0})


def test_intervals_cover_the_planted_coefficient() -> None:
    """In 200 data sets the 95 % interval of the slope holds the truth 180 to 200 times."""
    hits = 0
    for seed in range(200):
        y = 100.0 + 5.0 * D + np.random.default_rng(seed).normal(0.0, 4.0, D.size)
        fit = fitted(fit_dependence(y, {DEPTH: D}, (term(DEPTH),), multiplicative=False))
        slope = fit.coefficients[1]
        hits += slope.low <= 5.0 <= slope.high
    assert 180 <= hits <= 200
