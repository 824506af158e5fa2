"""What both renderers need before drawing: drawable points, bins, boxes, label positions."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from ringassay.report.markup import visible
from ringassay.report.plots.model import Axis, BoxSeries, Histogram, Positions, Sample, Series
from ringassay.report.plots.thin import chosen
from ringassay.report.plots.ticks import Ruler

_LONGEST_END_LABEL = 20


@dataclass(frozen=True, slots=True)
class Points:
    """A series without the points that cannot be drawn; names and notes made visible."""

    name: str
    identity: str
    x: Positions
    y: tuple[float, ...]
    low: tuple[float, ...]
    high: tuple[float, ...]
    notes: tuple[str, ...]
    dashed: bool

    def only(self, indices: Sequence[int]) -> Points:
        """Some of them."""
        return replace(
            self,
            x=chosen(self.x, indices),
            y=chosen(self.y, indices),
            low=chosen(self.low, indices),
            high=chosen(self.high, indices),
            notes=chosen(self.notes, indices),
        )


@dataclass(frozen=True, slots=True)
class Box:
    """The five numbers of a box plot (Tukey), and what lies outside."""

    count: int
    lower_whisker: float
    quartile_1: float
    median: float
    quartile_3: float
    upper_whisker: float
    outliers: tuple[float, ...]


def fits(value: float, axis: Axis) -> bool:
    """Whether `value` has a place on `axis`."""
    return math.isfinite(value) and (not axis.log or value > 0)


def is_category(series: Iterable[Series]) -> bool:
    """Whether the x axis carries names."""
    return any(isinstance(x, str) for one in series for x in one.x)


def _drawable(series: Series, index: int, x_axis: Axis, y_axis: Axis) -> bool:
    x = series.x[index]
    return (isinstance(x, str) or fits(x, x_axis)) and fits(series.y[index], y_axis)


def _positions(values: Sequence[float | str]) -> Positions:
    if any(isinstance(value, str) for value in values):
        return tuple(visible.inline(str(value)) for value in values)
    return tuple(float(value) for value in values)


def points(series: Series, x_axis: Axis, y_axis: Axis) -> tuple[Points, int]:
    """The drawable part of `series`, and how many points were left out."""
    kept = [index for index in range(len(series.x)) if _drawable(series, index, x_axis, y_axis)]
    x = _positions([series.x[index] for index in kept])
    y = tuple(float(series.y[index]) for index in kept)

    def bounds(values: tuple[float, ...]) -> tuple[float, ...]:
        # An end that has no place on the axis shrinks to the point itself.
        ends = (float(values[index]) for index in kept) if values else ()
        return tuple(end if fits(end, y_axis) else own for end, own in zip(ends, y, strict=False))

    drawn = Points(
        visible.inline(series.name),
        series.identity or series.name,
        x,
        y,
        bounds(series.low),
        bounds(series.high),
        tuple(visible.inline(series.notes[index]) for index in kept) if series.notes else (),
        series.dashed,
    )
    return drawn, len(series.x) - len(kept)


def all_points(series: Sequence[Series], x_axis: Axis, y_axis: Axis) -> tuple[list[Points], int]:
    """The drawable parts of all series, and how many points were left out."""
    prepared = [points(one, x_axis, y_axis) for one in series]
    return [drawn for drawn, _ in prepared], sum(hidden for _, hidden in prepared)


def categories(groups: Iterable[Iterable[str]]) -> list[str]:
    """Category names in order of first appearance."""
    return list(dict.fromkeys(name for group in groups for name in group))


def box(values: Iterable[float], axis: Axis) -> tuple[Box | None, int]:
    """The box of `values` (quartiles by linear interpolation), and how many were left out."""
    given = [float(value) for value in values]
    kept = np.sort(np.array([value for value in given if fits(value, axis)], dtype=float))
    if kept.size == 0:
        return None, len(given)
    first, middle, third = (float(q) for q in np.percentile(kept, (25, 50, 75)))
    reach = 1.5 * (third - first)
    inside = kept[(kept >= first - reach) & (kept <= third + reach)]
    outside = kept[(kept < first - reach) | (kept > third + reach)]
    drawn = Box(
        int(kept.size),
        float(inside.min()),
        first,
        middle,
        third,
        float(inside.max()),
        tuple(outside.tolist()),
    )
    return drawn, len(given) - int(kept.size)


def boxes(series: BoxSeries, axis: Axis) -> tuple[list[tuple[str, Box]], int]:
    """The drawable boxes of a series by category, and how many values were left out."""
    drawn: list[tuple[str, Box]] = []
    hidden = 0
    for category, values in zip(series.categories, series.values, strict=True):
        one, left_out = box(values, axis)
        hidden += left_out
        if one is not None:
            drawn.append((visible.inline(category), one))
    return drawn, hidden


def bins(plot: Histogram) -> tuple[list[float], list[tuple[Sample, list[int]]], int]:
    """Bin edges common to all samples, the counts per sample, and how many were left out."""
    kept = [[v for v in sample.values if fits(v, plot.x)] for sample in plot.samples]
    hidden = sum(len(s.values) for s in plot.samples) - sum(len(values) for values in kept)
    everything = [value for values in kept for value in values]
    if not everything:
        return [], [(sample, []) for sample in plot.samples], hidden
    low, high = min(everything), max(everything)
    if low == high:
        low, high = (low / 1.1, high * 1.1) if plot.x.log else (low - 0.5, high + 0.5)
    count = plot.bins or min(40, max(8, round(math.sqrt(max(len(values) for values in kept)))))
    edges = np.geomspace(low, high, count + 1) if plot.x.log else np.linspace(low, high, count + 1)
    # Rounding of the generated ends must not push the extremes out of the outermost bins.
    edges[0], edges[-1] = low, high
    counted = [
        (sample, [int(n) for n in np.histogram(np.array(values), edges)[0]])
        for sample, values in zip(plot.samples, kept, strict=True)
    ]
    return [float(edge) for edge in edges], counted, hidden


def end_labels(lines: Sequence[Points], x: Ruler, y: Ruler, gap: float = 0.075) -> list[float]:
    """Heights (0 to 1 along `y`) for names written at the right ends of `lines`.

    Empty when the names belong into a legend instead: too many, too long, or lines that
    end early.
    """
    if not 1 < len(lines) <= 5 or any(not line.x for line in lines):
        return []
    if max(len(line.name) for line in lines) > _LONGEST_END_LABEL:
        return []
    last = [line.x[-1] for line in lines]
    if any(isinstance(value, str) or x.fraction(value) < 0.8 for value in last):
        return []
    heights = [y.fraction(line.y[-1]) for line in lines]
    order = sorted(range(len(lines)), key=lambda index: heights[index])
    placed = list(heights)
    for below, above in itertools.pairwise(order):
        placed[above] = max(placed[above], placed[below] + gap)
    excess = placed[order[-1]] - 1.0
    if excess > 0:
        placed[order[-1]] = 1.0
        for above, below in itertools.pairwise(order[::-1]):
            placed[below] = min(placed[below], placed[above] - gap)
    return placed


def hidden_note(hidden: int) -> str:
    """The sentence for values without a place on the axes."""
    if hidden == 0:
        return ""
    if hidden == 1:
        return "1 value has no place on these axes and is not drawn."
    return f"{hidden} values have no place on these axes and are not drawn."
