"""p-calibration: the polynomial of degree p - 1 through p measured points (PAnTHErS, section 4).

For libraries whose inside cannot be seen. With one point the *model* is scaled, with two and three
it is bent: a model is any quantity that grows as the truth does, for instance a tally's price or
n·log2 n. Without a model, the polynomial is in the parameter itself.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass


class PointsError(ValueError):
    """Points through which no such polynomial goes."""


@dataclass(frozen=True)
class Curve:
    """The polynomial through some points, in Newton's form: exact at each of them."""

    at: tuple[float, ...]
    """Where it was measured."""
    coefficients: tuple[float, ...]
    """Divided differences."""

    @property
    def degree(self) -> int:
        """p - 1."""
        return len(self.at) - 1

    def __call__(self, x: float) -> float:
        """The value at `x`."""
        value = 0.0
        for place, coefficient in zip(reversed(self.at), reversed(self.coefficients), strict=True):
            value = value * (x - place) + coefficient
        return value


@dataclass(frozen=True)
class Errors:
    """How far predictions are from the truth: relative, so 0.03 is three per cent."""

    mean: float
    """Of the magnitudes."""
    largest: float
    """Of the magnitudes."""
    signed: float
    """Mean with signs: positive if predictions are too high."""
    count: int


def calibrate_by_points(points: Sequence[tuple[float, float]]) -> Curve:
    """The polynomial of degree p - 1 through p points (x, measured).

    A single point gives a constant. To scale a model by one point, pass
    `[(0.0, 0.0), (model, measured)]`: the line through the origin.

    Raises `PointsError` when there are none, two lie at one place, or one is not finite.
    """
    if not points:
        raise PointsError("a curve needs at least one measured point")
    if not all(math.isfinite(number) for point in points for number in point):
        raise PointsError("points have to be finite numbers")
    at = [float(x) for x, _ in points]
    if len(set(at)) != len(at):
        raise PointsError(f"two points lie at one place: {sorted(at)}")
    differences = [float(y) for _, y in points]
    for order in range(1, len(at)):
        for i in range(len(at) - 1, order - 1, -1):
            rise = differences[i] - differences[i - 1]
            differences[i] = rise / (at[i] - at[i - order])
    return Curve(at=tuple(at), coefficients=tuple(differences))


def spread_points(candidates: Sequence[float], count: int) -> list[float]:
    """Which `count` of the candidates to measure: evenly spread, the outermost among them.

    One: the one in the middle. Raises `PointsError` when there are not so many different ones.
    """
    places = sorted(set(candidates))
    if not 1 <= count <= len(places):
        raise PointsError(f"{count} of {len(places)} different places cannot be chosen")
    if count == 1:
        return [places[len(places) // 2]]
    last = len(places) - 1
    return [places[round(i * last / (count - 1))] for i in range(count)]


def compare(pairs: Iterable[tuple[float, float]]) -> Errors:
    """The errors of (predicted, measured) pairs.

    Raises `PointsError` when there are none, or a measured value is not above 0.
    """
    errors: list[float] = []
    for predicted, measured in pairs:
        if not measured > 0.0:
            raise PointsError(f"a measured value has to be above 0, not {measured}")
        errors.append(predicted / measured - 1.0)
    if not errors:
        raise PointsError("there is nothing to compare")
    magnitudes = [abs(error) for error in errors]
    return Errors(
        mean=math.fsum(magnitudes) / len(errors),
        largest=max(magnitudes),
        signed=math.fsum(errors) / len(errors),
        count=len(errors),
    )
