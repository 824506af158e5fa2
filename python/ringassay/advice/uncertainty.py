"""How far predictions may be off, and from how many inputs on which system takes the least.

A total is linear in the number of inputs: keys and ingestion once, the other steps for each. Where
two such lines cross, the faster system changes. Errors of two systems are independent, those of one
system's steps are not: they add up. Where the difference of two totals is within its error the
predictions do not say which is faster: an interval around the crossing, whose ends are roots of a
quadratic (Fieller, "Some problems in interval estimation", 1954).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from ringassay.advice.figures import PER_INPUT, STEPS, Candidate

LEAST = 0.065
"""Standard deviation of a prediction, relative, at best: what proofs found (docs/advise.md)."""

MEDIAN = 0.6745
"""Of the absolute value of a normal variable of standard deviation 1."""

COVERAGE = 1.645
"""Standard deviations to each side that hold 90 %."""

FOREVER = 10**9
"""Inputs under one key, above which it makes no difference any more."""


@dataclass(frozen=True)
class Line:
    """A total in nanoseconds, once and for each input, and its standard deviation."""

    once: float
    each: float
    once_error: float
    each_error: float

    @classmethod
    def of(cls, one: Candidate) -> Line:
        """That of a candidate: evaluation as uncertain as its prediction of small circuits."""
        evaluation = max(LEAST, (one.error or 0.0) / MEDIAN)
        each = sum(one.cost.ns[step] for step in PER_INPUT)
        once = sum(one.cost.ns[step] for step in STEPS if step not in PER_INPUT)
        evaluate = one.cost.ns["evaluate"]
        return cls(once, each, LEAST * once, LEAST * (each - evaluate) + evaluation * evaluate)


def told_apart(first: Candidate, other: Candidate, inputs: int) -> bool:
    """Whether predictions say which of two takes less for so many inputs."""
    a, b = Line.of(first), Line.of(other)
    difference = b.once - a.once + inputs * (b.each - a.each)
    error = math.hypot(*(one.once_error + inputs * one.each_error for one in (a, b)))
    return abs(difference) > COVERAGE * error


@dataclass(frozen=True)
class Change:
    """From which number of inputs under one key on another system takes the least."""

    before: Candidate
    after: Candidate
    inputs: int
    """The first number for which it is predicted to take less."""
    earliest: int
    """The first for which predictions do not exclude that."""
    latest: int | None
    """The first for which they are sure of it; None where they never are."""


def changes(ranking: Sequence[Candidate]) -> list[Change]:
    """The systems that take the least, from one input on to any number of them."""
    found: list[Change] = []
    if not ranking:
        return found
    now, at = min(ranking, key=lambda one: (one.cost.total_ns(1), one.cost.total_ns(2))), 1
    while True:
        crossings = [(_crossing(now, one), one) for one in ranking if one is not now]
        ahead = [(max(number, at), one) for number, one in crossings if number is not None]
        if not ahead:
            return found
        # Of those that overtake at once, the fastest there; if equal, the one that stays ahead.
        at, after = min(ahead, key=_place)
        if at >= FOREVER:
            return found
        found.append(Change(now, after, at, *_interval(now, after, at)))
        now = after


def _place(overtaking: tuple[int, Candidate]) -> tuple[int, float, float]:
    at, one = overtaking
    return at, one.cost.total_ns(at), one.cost.total_ns(FOREVER)


def _crossing(now: Candidate, other: Candidate) -> int | None:
    """The first number of inputs for which the other takes less, if it takes less for each."""
    a, b = Line.of(now), Line.of(other)
    if not b.each < a.each:
        return None
    return max(1, math.floor((b.once - a.once) / (a.each - b.each)) + 1)


def _interval(now: Candidate, other: Candidate, at: int) -> tuple[int, int | None]:
    """The numbers around a crossing for which predictions do not tell the two apart."""
    a, b = Line.of(now), Line.of(other)
    once, each = b.once - a.once, b.each - a.each
    square = COVERAGE**2
    # (once + N each)² = COVERAGE² (variance of the difference for N inputs), as u N² + 2 v N + w.
    u = each**2 - square * (a.each_error**2 + b.each_error**2)
    v = once * each - square * (a.once_error * a.each_error + b.once_error * b.each_error)
    w = once**2 - square * (a.once_error**2 + b.once_error**2)
    inner = v * v - u * w
    if u == 0.0 or inner < 0.0:
        return 1, None
    roots = sorted(((-v - math.sqrt(inner)) / u, (-v + math.sqrt(inner)) / u))
    if u > 0.0:
        low, high = roots
        return max(1, min(at, math.ceil(low))), max(at, math.floor(high) + 1)
    # Never sure of the other; of the present one below the only root that is positive, if any.
    sure_below = [root for root in roots if 0.0 < root <= at]
    return (max(1, math.ceil(max(sure_below))) if sure_below else 1), None
