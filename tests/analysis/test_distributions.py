"""Tails and quantiles beside those of scipy.stats, and what a comparison does not import."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest
from scipy import stats

from ringassay.analysis import distributions as own

RANDOM = np.random.default_rng(7)
VALUES = np.concatenate([RANDOM.normal(0.0, 6.0, 400), RANDOM.exponential(40.0, 100), [0.0, 1e8]])
FREEDOM = RANDOM.uniform(1.0, 300.0, VALUES.size)
CHANCES = RANDOM.uniform(0.0, 1.0, VALUES.size)
COUNTS = RANDOM.integers(1, 400, VALUES.size).astype(float)


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        (own.student_tail(VALUES, FREEDOM), stats.t.sf(VALUES, FREEDOM)),
        (own.student_quantile(CHANCES, FREEDOM), stats.t.ppf(CHANCES, FREEDOM)),
        (own.normal_below(VALUES), stats.norm.cdf(VALUES)),
        (own.normal_quantile(CHANCES), stats.norm.ppf(CHANCES)),
        (
            own.fisher_tail(np.abs(VALUES), COUNTS, FREEDOM),
            stats.f.sf(np.abs(VALUES), COUNTS, FREEDOM),
        ),
        (
            own.beta_quantile(CHANCES, COUNTS, COUNTS[::-1]),
            stats.beta.ppf(CHANCES, COUNTS, COUNTS[::-1]),
        ),
        (
            own.binomial_at_most(np.arange(51), 100, 0.5),
            stats.binom.cdf(np.arange(51), 100, 0.5),
        ),
    ],
    ids=["t tail", "t", "normal below", "normal", "F tail", "beta", "binomial"],
)
def test_they_are_those_of_scipy_stats(
    found: np.ndarray[tuple[int], np.dtype[np.float64]],
    expected: np.ndarray[tuple[int], np.dtype[np.float64]],
) -> None:
    assert found == pytest.approx(expected, rel=1e-11, abs=0.0)


@pytest.mark.parametrize("size", [1, 2, 9, 60])
def test_equal_values_share_their_ranks(size: int) -> None:
    for _ in range(20):
        values = RANDOM.integers(0, 12, size).astype(float)
        assert own.ranked(values).tolist() == stats.rankdata(values).tolist()


def test_a_comparison_imports_neither_scipy_stats_nor_statsmodels() -> None:
    program = (
        "import sys, ringassay.report.build, ringassay.analysis.history\n"
        "print([name for name in ('scipy.stats', 'statsmodels') if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], check=True, capture_output=True, text=True
    )
    assert done.stdout == "[]\n"
