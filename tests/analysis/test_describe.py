"""Descriptions against hand-computed values."""

from __future__ import annotations

import math

import numpy as np
import pytest

from ringassay.analysis.describe import describe, percentile_curve


def test_description_by_hand() -> None:
    found = describe([4.0, 1.0, 3.0, 2.0, float("nan")])
    assert found is not None
    assert (found.count, found.missing, found.units) == (4, 1, 4)
    assert (found.minimum, found.median, found.maximum, found.mean) == (1.0, 2.5, 4.0, 2.5)
    assert found.std == pytest.approx(math.sqrt(5.0 / 3.0))
    assert found.p5 == pytest.approx(1.15)  # 1 + 0.05 * 3 intervals
    assert found.p95 == pytest.approx(3.85)
    assert found.mean_interval is None


def test_single_value_has_no_deviation() -> None:
    found = describe([7.0])
    assert found is not None
    assert math.isnan(found.std)
    assert found.p5 == found.median == found.p95 == 7.0


def test_nothing_is_described_as_nothing() -> None:
    assert describe([]) is None
    assert describe([float("nan"), float("inf")]) is None


def test_percentile_curve_by_definition() -> None:
    """On 0 ... 100 the percentile of percent p is p."""
    values = np.random.default_rng(0).permutation(101).astype(float)
    percent, curve = percentile_curve(values)
    assert percent.tolist() == list(range(1, 101))
    assert curve == pytest.approx(percent)
    assert percentile_curve([])[0].size == 0


def test_percentiles_of_ratios_are_not_ratios_of_percentiles() -> None:
    """What the original report confused, on an example where it matters by a factor of ten."""
    slow, fast = np.array([1.0, 10.0]), np.array([10.0, 1.0])
    ratio = percentile_curve(slow / fast)[1][-1]
    confused = percentile_curve(slow)[1][-1] / percentile_curve(fast)[1][-1]
    assert ratio == pytest.approx(10.0)
    assert confused == pytest.approx(1.0)
