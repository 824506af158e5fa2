"""No formula where nothing depends on anything; the long campaign is `false_terms.py` itself."""

from __future__ import annotations

import false_terms
import numpy as np
from same_program import POINTS, too_many

from ringassay.analysis.regression import fit_dependence
from ringassay.analysis.terms import BATCH, DEPTH, EVALUATION_TERMS, WIDTH


def test_drift_and_chance_in_random_order_are_no_formula() -> None:
    for design, found in false_terms.campaign(40, seed=5):
        assert not too_many(found, 40), (design.label, found)


def test_the_campaign_notices_drift_in_the_order_of_depth() -> None:
    """A control: circuits measured in the order of d and w turn 3 % of drift into a formula."""
    design = false_terms.DESIGNS[0]
    found = 0
    rng = np.random.default_rng(6)
    for _ in range(20):
        times = (1.0 + 0.03 * np.arange(18) / 18) * np.exp(rng.normal(0.0, 0.005, 18))
        fit = fit_dependence(times, design.values(), design.terms).fit
        assert fit is not None
        found += not fit.is_constant
    assert too_many(found, 20)


def test_planted_terms_are_found() -> None:
    batch, d, w = np.array(POINTS[:18], dtype=float).T
    for seed in range(10):
        noise = np.exp(np.random.default_rng(seed).normal(0.0, 0.02, d.size))
        fit = fit_dependence(
            (10.0 + 0.4 * w * d) * noise, {DEPTH: d, WIDTH: w, BATCH: batch}, EVALUATION_TERMS
        ).fit
        assert fit is not None
        assert "wd" in {c.term.symbol for c in fit.coefficients}
        assert not fit.is_weak
