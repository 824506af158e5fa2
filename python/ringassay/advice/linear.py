"""A time as a sum of counts, each at its own price: fitted to few measurements.

Prices are not negative, and errors count relative to what was measured, since small and large
circuits have to be right alike. Few measurements do not determine many prices, so that each price
is also held, weakly, to its share in a first guess: as many transforms as the operation takes, all
at the one price that fits best. What the measurements say prevails: a price that is off by as much
as itself costs as much as an error of `HOLD` in one measurement.

Solved as non-negative least squares (Lawson and Hanson, "Solving Least Squares Problems", 1974,
chapter 23).
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.optimize import nnls

HOLD = 0.03

GUESS: dict[str, float] = {
    "add": 0.2,
    "addplain": 0.2,
    "mulplain": 1.0,
    "mul": 4.0,
    "square": 3.0,
    "rotate": 0.5,
    "mul switch": 1.0,
    "square switch": 1.0,
    "rotate switch": 1.0,
    "lower": 2.0,
    "encrypt": 6.0,
    "input": 2.0,
    "output": 0.5,
    "evaluation": 5.0,
    "LMUL": 40.0,
    "LROTATE": 20.0,
    "LPOLY": 100.0,
    "LMULconst": 5.0,
    "LSELECT": 12.0,
    "AND": 40.0,
    "OR": 40.0,
    "tallied evaluation": 2e5,
    "tallied input": 5e5,
    "tallied output": 5e5,
    "tallied rotation": 2e5,
}
"""Transforms of one prime, roughly, of what is counted; nanoseconds beside tallies; else 1."""


class FitError(ValueError):
    """Measurements that nothing can be fitted to."""


@dataclass(frozen=True)
class Sample:
    """Counts, and what was measured for them."""

    work: Mapping[str, float]
    measured: float


@dataclass(frozen=True)
class Prices:
    """The price of each count, and how far predictions by it were off."""

    each: Mapping[str, float]
    unit: float
    """Of one transform, by the first guess."""
    error: float
    """The median over the measurements of the relative error, each predicted from the others."""
    samples: int

    def __call__(self, work: Mapping[str, float]) -> float:
        """What `work` comes to; what no measurement had, at the price of the first guess."""
        return sum(
            count * self.each.get(name, self.unit * GUESS.get(name, 1.0))
            for name, count in work.items()
        )

    def guessed(self, work: Mapping[str, float]) -> tuple[str, ...]:
        """What no measurement had."""
        return tuple(name for name, count in work.items() if count and name not in self.each)


def fit(samples: Sequence[Sample]) -> Prices:
    """The prices behind measurements. Raises `FitError` without any that is above 0, of something
    that was counted."""
    usable = [
        one
        for one in samples
        if one.measured > 0.0 and math.isfinite(one.measured) and any(one.work.values())
    ]
    if not usable:
        raise FitError("nothing was measured")
    names = sorted({name for one in usable for name, count in one.work.items() if count})
    each, unit = _solve(usable, names)
    errors = []
    for at, one in enumerate(usable if len(usable) > 1 else ()):
        others, _ = _solve([*usable[:at], *usable[at + 1 :]], names)
        errors.append(abs(_sum(others, one) / one.measured - 1.0))
    return Prices(each, unit, statistics.median(errors) if errors else math.nan, len(usable))


def _sum(each: Mapping[str, float], one: Sample) -> float:
    return sum(count * each[name] for name, count in one.work.items() if count)


def _solve(samples: Sequence[Sample], names: Sequence[str]) -> tuple[dict[str, float], float]:
    """The price of each name, and that of a transform by the first guess."""
    first = np.array([GUESS.get(name, 1.0) for name in names])
    rows = np.array([[one.work.get(name, 0.0) for name in names] for one in samples])
    measured = np.array([one.measured for one in samples])
    # In units of the first guess, whose one price is the median of those that each sample says.
    unit = float(np.median(measured / (rows @ first)))
    units = first * unit
    matrix = np.vstack([rows * units / measured[:, None], HOLD * np.eye(len(names))])
    wanted = np.concatenate([np.ones(len(samples)), np.full(len(names), HOLD)])
    found, _ = nnls(matrix, wanted)
    return dict(zip(names, (found * units).tolist(), strict=True)), unit
