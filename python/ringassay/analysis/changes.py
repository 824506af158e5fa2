"""Change points of a series that was measured once per run, claimed only beyond chance.

A series is split in two where the ranks of its values differ most between what lies inside a
stretch and outside of it (a stretch may begin at the first value: a plain step; or lie within: a
bump). Whether that is more than chance is asked of permutations: if nothing changed, every order
of the values is as likely as the one seen, whatever the distribution of the noise. Only if at most
5 % of the orders show as much is a change claimed, and each part then looked at in the same way
(circular binary segmentation: Olshen et al. 2004; ranks, so that an outlier has no more weight than
another value). A series without any change therefore shows one in at most 5 % of cases; figures of
a simulation, also with noise that is not independent, are in docs/compare.md.

What this cannot do follows as well: the fewest values that can show a step are eight (four of each
kind: 2 in 70 orders), and the last few values of a series alone are no change yet.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ringassay.analysis.distributions import ranked

ALPHA = 0.05
"""Share of series without a change in which one is claimed, at most."""
PERMUTATIONS = 999
LEAST = 2
"""Values of a stretch, at least: one alone is an outlier."""
MOST = 400
"""Values that are looked at, the latest: the effort grows with their square."""
COUNTED = 0.01
"""Relative step of a counted quantity (a size, right answers) from which it is a change."""


@dataclass(frozen=True)
class Change:
    """Before value number `at` (from 0) something changed.

    `factor` is the median behind over the median before, each up to the next change; `p` is the
    share of orders that show as much by chance (0 for counted quantities).
    """

    at: int
    factor: float
    p: float


def changes(values: Sequence[float], *, counted: bool = False) -> tuple[Change, ...]:
    """The change points of positive `values`, in order; `counted` ones have no noise."""
    series = np.asarray(values, dtype=np.float64)
    if counted:
        return _steps(series)
    first = max(0, series.size - MOST)
    found = _split(ranked(series[first:]), first)
    claimed = sorted(found)
    places = _placed(series, claimed)
    return tuple(
        Change(at, _factor(series, places, at), found[was])
        for was, at in zip(claimed, places, strict=True)
    )


def _placed(series: npt.NDArray[np.float64], claimed: list[int]) -> list[int]:
    """Where exactly: ranks say that something changed, the values themselves when.

    Each change in turn goes, between its neighbours, to where the values on both sides lie closest
    to their medians.
    """
    places = list(claimed)
    for _ in range(2):
        for number in range(len(places)):
            low = places[number - 1] if number else 0
            high = places[number + 1] if number + 1 < len(places) else series.size
            inside = range(low + LEAST, high - LEAST + 1)
            places[number] = min(
                inside, key=lambda at: _away(series[low:at]) + _away(series[at:high])
            )
    return places


def _away(values: npt.NDArray[np.float64]) -> float:
    return float(np.abs(values - np.median(values)).sum())


def _steps(series: npt.NDArray[np.float64]) -> tuple[Change, ...]:
    """Each step of what is counted that is no rounding: keys differ by some bytes."""
    found = []
    level = series[0] if series.size else 0.0
    for at, value in enumerate(series[1:], 1):
        if abs(value - level) > COUNTED * abs(level):
            found.append(Change(at, float(value / level) if level else float("inf"), 0.0))
            level = value
    return tuple(found)


def _split(ranks: npt.NDArray[np.float64], first: int) -> dict[int, float]:
    """Places of changes within a stretch that begins at `first`, with their p values."""
    n = ranks.size
    if n < 2 * LEAST or np.all(ranks == ranks[0]):
        return {}
    seen, begin, end = _strongest(ranks)
    # The same stretch always has the same answer.
    random = np.random.default_rng([n, *np.round(2.0 * ranks).astype(np.int64).tolist()])
    reached = 1 + sum(
        _strongest(random.permutation(ranks))[0] >= seen - 1e-9 for _ in range(PERMUTATIONS)
    )
    p = reached / (PERMUTATIONS + 1)
    if p > ALPHA:
        return {}
    cuts = [cut for cut in (begin, end) if 0 < cut < n]
    found = {first + cut: p for cut in cuts}
    for start, stop in zip([0, *cuts], [*cuts, n], strict=True):
        found |= _split(ranked(ranks[start:stop]), first + start)
    return found


def _strongest(ranks: npt.NDArray[np.float64]) -> tuple[float, int, int]:
    """The stretch [begin, end) that differs most from the rest, and by how much."""
    n = ranks.size
    sums = np.concatenate([[0.0], np.cumsum(ranks - ranks.mean())])
    lengths = np.arange(n + 1)
    length = lengths[None, :] - lengths[:, None]
    allowed = (length >= LEAST) & (n - length >= LEAST)
    # Ends of the series may be shorter no more than the inside: both parts have LEAST values.
    allowed &= (lengths[:, None] == 0) | (lengths[:, None] >= LEAST)
    allowed &= (lengths[None, :] == n) | (lengths[None, :] <= n - LEAST)
    scale = np.sqrt(np.where(allowed, length * (n - length) / n, 1.0))
    size = np.where(allowed, np.abs(sums[None, :] - sums[:, None]) / scale, -1.0)
    begin, end = np.unravel_index(int(size.argmax()), size.shape)
    return float(size[begin, end]), int(begin), int(end)


def _factor(series: npt.NDArray[np.float64], places: list[int], at: int) -> float:
    """The median from `at` to the next change over that since the one before."""
    number = places.index(at)
    before = series[places[number - 1] if number else 0 : at]
    behind = series[at : places[number + 1] if number + 1 < len(places) else None]
    return float(np.median(behind) / np.median(before))
