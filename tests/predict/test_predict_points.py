"""Curves through measured points, against polynomials that are known."""

from __future__ import annotations

import pytest

from ringassay.predict import PointsError, calibrate_by_points, compare, spread_points


def cubic(x):
    return 2 * x**3 - x + 5


@pytest.mark.parametrize("count", [1, 2, 3])
def test_the_curve_meets_its_points(count):
    points = [(x, cubic(x)) for x in (100.0, 200.0, 300.0)[:count]]
    curve = calibrate_by_points(points)
    assert curve.degree == count - 1
    for x, y in points:
        assert curve(x) == pytest.approx(y, rel=1e-12)


def test_a_polynomial_is_found_again_between_and_beyond_the_points():
    curve = calibrate_by_points([(1.0, 6.0), (3.0, 18.0), (7.0, 66.0)])  # x² + 2x + 3
    for x in (0.0, 2.0, 5.5, 20.0):
        assert curve(x) == pytest.approx(x * x + 2 * x + 3)


def test_one_point_is_a_constant_and_with_the_origin_a_scale():
    assert calibrate_by_points([(4.0, 9.0)])(100.0) == 9.0
    assert calibrate_by_points([(0.0, 0.0), (4.0, 9.0)])(8.0) == pytest.approx(18.0)


@pytest.mark.parametrize(
    "points", [[], [(1.0, 2.0), (1.0, 3.0)], [(1.0, float("nan"))], [(float("inf"), 1.0)]]
)
def test_impossible_points_are_refused(points):
    with pytest.raises(PointsError):
        calibrate_by_points(points)


def test_points_are_spread_over_a_sweep():
    sweep = [float(bits) for bits in range(100, 301, 10)]
    assert spread_points(sweep, 1) == [200.0]
    assert spread_points(sweep, 2) == [100.0, 300.0]
    assert spread_points(sweep, 3) == [100.0, 200.0, 300.0]
    assert len(set(spread_points(sweep, 7))) == 7
    with pytest.raises(PointsError):
        spread_points([1.0, 1.0], 2)


def test_errors_are_relative_and_signed():
    errors = compare([(110.0, 100.0), (190.0, 200.0), (50.0, 50.0)])
    assert errors.mean == pytest.approx(0.05)
    assert errors.largest == pytest.approx(0.1)
    assert errors.signed == pytest.approx(0.05 / 3)
    assert errors.count == 3
    for pairs in ([], [(1.0, 0.0)]):
        with pytest.raises(PointsError):
            compare(pairs)
