"""Where differences of times lie: their mean, or their centre by capped signed ranks, by trying.

What the test says changes only at means of two differences: between neighbours of these it is
evaluated, with whole numbers. Slow, and independent of `ringassay.analysis.ranks`.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise
from statistics import NormalDist, fmean, stdev

from scipy.stats import t as student

RANKED = 20
"""Differences from which a comparison of times takes their centre by ranks."""


def typical(values: Iterable[float], least: int = 5) -> tuple[float, float, float]:
    """As a comparison of times has it; the ends are NaN with fewer than `least` differences."""
    sample = [float(value) for value in values]
    count = len(sample)
    if count >= RANKED:
        return ranked(sample)
    mean, half = fmean(sample), math.nan
    if count >= least:
        half = float(student.ppf(0.975, count - 1)) * stdev(sample) / math.sqrt(count)
    return mean, mean - half, mean + half


def beyond_chance(values: Iterable[float]) -> float:
    """How much of where they lie chance does not explain, as a difference of logarithms."""
    centre, low, high = typical(values)
    error = (high - low) / 2.0 / NormalDist().inv_cdf(0.975)
    return math.sqrt(max(0.0, centre**2 - error**2))


def ranked(values: Iterable[float]) -> tuple[float, float, float]:
    """The centre and both ends of the 95 % interval; for six differences or more."""
    sample = [float(value) for value in values]
    count = len(sample)
    scores = [min(2 * rank, count + 1) for rank in range(1, count + 1)]
    places = sorted((a + b) / 2 for at, a in enumerate(sample) for b in sample[at:])
    between = [(a + b) / 2 for a, b in pairwise(places)] + [places[-1] + 1]
    above = [_above(sample, scores, value) for value in between]
    whole, least = sum(scores), _refuted(scores)

    def first(limit: float) -> float:
        return next(place for place, one in zip(places, above, strict=True) if one <= limit)

    centre = (first(whole / 2) + first(whole / 2 - 0.5)) / 2
    return centre, first(whole - least - 1), first(least)


def _above(sample: Sequence[float], scores: Sequence[int], value: float) -> int:
    moved = sorted((one - value for one in sample), key=abs)
    return sum(score for score, one in zip(scores, moved, strict=True) if one > 0)


def _refuted(scores: Sequence[int]) -> int:
    """The largest sum that at most one choice of signs in forty falls to."""
    ways: Counter[int] = Counter({0: 1})
    for score in scores:
        ways.update({at + score: many for at, many in list(ways.items())})
    found, seen = -1, 0
    for at in range(sum(scores) + 1):
        seen += ways[at]
        if seen * 40 > 2 ** len(scores):
            return found
        found = at
    return found
