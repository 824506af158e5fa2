"""The centre of differences, and its test, by signed ranks that large differences do not rule.

Each difference counts with its sign and the rank of its size among all sizes, capped at the median
rank: one that lies beyond the median counts as much as the median. A slow spell of the machine that
makes a few circuits take half as long again then moves nothing by more than a small difference
would, while a mean follows it. The scores are those of Policello and Hettmansperger (1976,
*JASA* 71, 624-633); without the cap they are Wilcoxon's.

The test is exact: if both systems were the same program, each sign would be a fair coin, because it
is by chance which of the two takes its turn first on a circuit. Nothing is assumed of the sizes.
The centre is where the test would see no difference (Hodges and Lehmann 1963), the interval what
the test does not refute. With n differences: n² steps for the p value up to EXACT of them, once for
each n; _HALVINGS sortings for centre and interval.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from ringassay.analysis.distributions import normal_below, normal_quantile, ranked
from ringassay.analysis.intervals import CONFIDENCE, FloatArray, Interval

EXACT = 200
"""Differences up to which the distribution is counted out; beyond, it is taken for a normal one."""
_HALVINGS = 60
"""Of an interval until its end is known to the precision of a number."""

IntArray = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Centre:
    """Where differences lie: the interval is None where the test could not refute anything.

    `p` is the two-sided p value that they lie around zero.
    """

    value: float
    interval: Interval | None
    p: float

    @property
    def error(self) -> float:
        """The standard error that belongs to the interval, as if it were a normal one."""
        if self.interval is None:
            return math.inf
        quantile = float(normal_quantile((1.0 + self.interval.confidence) / 2.0))
        return (self.interval.high - self.interval.low) / 2.0 / quantile


def signed_ranks(differences: FloatArray) -> float:
    """Two-sided p value that differences lie around zero; those of zero are left out.

    With ties every difference has the mean of the ranks that they share.
    """
    moved = differences[differences != 0.0]
    if not moved.size:
        return 1.0
    scores = _scores(ranked(np.abs(moved)))
    below = min(int(scores[moved > 0.0].sum()), int(scores[moved < 0.0].sum()))
    return min(1.0, 2.0 * _at_most(below, scores))


def centre(differences: FloatArray, confidence: float = CONFIDENCE) -> Centre:
    """The centre of one difference or more, its interval, and the p value that it is zero."""
    scores = _scores(np.arange(1.0, differences.size + 1.0))
    whole = float(scores.sum())
    refuted = _refuted((1.0 - confidence) / 2.0, scores)
    ends = [] if refuted is None else [whole - refuted - 1.0, float(refuted)]
    above, below, *outer = _crossings(differences, scores, [whole / 2.0, whole / 2.0 - 0.5, *ends])
    interval = Interval(outer[0], outer[1], confidence) if outer else None
    return Centre((above + below) / 2.0, interval, signed_ranks(differences))


def _crossings(differences: FloatArray, scores: IntArray, limits: list[float]) -> list[float]:
    """For each limit, up to where the scores of what lies above sum up to more than it.

    The sum falls as the value rises, in steps: halving finds the step.
    """
    left = np.full(len(limits), differences.min())
    right = np.full(len(limits), differences.max())
    for _ in range(_HALVINGS):
        middle = (left + right) / 2.0
        moved = differences - middle[:, np.newaxis]
        order = np.argsort(np.abs(moved), axis=1, kind="stable")
        is_above = np.take_along_axis(moved, order, axis=1) > 0.0
        has_more = is_above @ scores > limits
        left, right = np.where(has_more, middle, left), np.where(has_more, right, middle)
    return [float(one) for one in (left + right) / 2.0]


def _scores(ranks: FloatArray) -> IntArray:
    """Twice the ranks, so that they are integers, none above twice the median rank."""
    return np.minimum(np.rint(2.0 * ranks), ranks.size + 1.0).astype(np.int64)


def _at_most(score: int, scores: IntArray) -> float:
    """The probability that scores with random signs sum up to at most this, on the one side."""
    if scores.size > EXACT:
        mean, spread = _moments(scores)
        return float(normal_below((score + 0.5 - mean) / spread))
    return float(_distribution(tuple(sorted(scores.tolist())))[score])


def _refuted(tail: float, scores: IntArray) -> int | None:
    """The largest sum on one side that is no more probable than `tail`; None if there is none."""
    if scores.size > EXACT:
        mean, spread = _moments(scores)
        return math.floor(mean + spread * float(normal_quantile(tail)))
    whole = _distribution(tuple(sorted(scores.tolist())))
    found = int(np.searchsorted(whole, tail, side="right")) - 1
    return None if found < 0 else found


def _moments(scores: IntArray) -> tuple[float, float]:
    """Mean and standard deviation of the sum on one side."""
    return float(scores.sum()) / 2.0, math.sqrt(float((scores.astype(float) ** 2).sum())) / 2.0


@lru_cache(maxsize=256)
def _distribution(scores: tuple[int, ...]) -> FloatArray:
    """Of the sum on one side: the probability of at most 0, 1, 2 ..."""
    chances = np.ones(1)
    for score in scores:
        more = np.zeros(chances.size + score)
        more[: chances.size] += chances / 2.0
        more[score:] += chances / 2.0
        chances = more
    return np.asarray(np.cumsum(chances))
