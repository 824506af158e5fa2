"""From a declared plot to a scene: one function per kind of plot."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace

from ringassay.report.markup import visible
from ringassay.report.plots import prepare, thin, units
from ringassay.report.plots import scene as scenes
from ringassay.report.plots.looks import Looks
from ringassay.report.plots.model import (
    Axis,
    BarPlot,
    BoxPlot,
    HeatMap,
    Histogram,
    LinePlot,
    Plot,
    ScatterPlot,
    Series,
    SurfacePlot,
)
from ringassay.report.plots.prepare import Points
from ringassay.report.plots.ticks import Ruler, ruler

_NAME_LIMIT = 40
_GROUP_WIDTH = 0.76


def label(text: str, limit: int = _NAME_LIMIT) -> str:
    """A name short enough to stand in a figure; its whole length is in the tables."""
    shown = visible.inline(text)
    return shown if len(shown) <= limit else shown[: limit - 1] + "…"


def compose(plot: Plot, looks: Looks) -> scenes.Scene:  # noqa: PLR0911 (one line per kind of plot)
    """The scene of `plot`."""
    match plot:
        case LinePlot():
            return _lines(plot, looks)
        case ScatterPlot():
            return _scatter(plot, looks)
        case BarPlot():
            return _bars(plot, looks)
        case BoxPlot():
            return _boxes(plot, looks)
        case Histogram():
            return _histogram(plot, looks)
        case HeatMap():
            return _cells(plot)
        case SurfacePlot():
            return _space(plot, looks)


def _category_ruler(axis: Axis, names: Sequence[str]) -> Ruler:
    ticks = tuple((float(index), label(name, 28)) for index, name in enumerate(names))
    return Ruler(label(axis.title, 60), False, -0.5, max(len(names), 1) - 0.5, ticks)


def _hover(points: Points, x_axis: Axis, y_axis: Axis) -> tuple[str, ...]:
    texts = []
    for index, y in enumerate(points.y):
        x = points.x[index]
        where = label(x) if isinstance(x, str) else units.quantity(x, x_axis.unit)
        text = f"{label(x_axis.label)}: {where}\n{label(y_axis.label)}: "
        text += units.quantity(y, y_axis.unit)
        if points.low:
            low, high = points.low[index], points.high[index]
            text += f" [{units.quantity(low, y_axis.unit)} – {units.quantity(high, y_axis.unit)}]"
        if points.notes:
            text += f"\n{label(points.notes[index], 120)}"
        texts.append(text)
    return tuple(texts)


def _heights(series: Iterable[Points]) -> list[float]:
    return [value for one in series for value in (*one.y, *one.low, *one.high)]


def _placed(
    series: Sequence[Points], x_axis: Axis, declared: Sequence[Series], padding: float = 0.05
) -> tuple[Ruler, list[tuple[float, ...]]]:
    """The x axis of `series`, and where their points stand on it."""
    if prepare.is_category(declared):
        names = prepare.categories((visible.inline(str(x)) for x in one.x) for one in declared)
        at = {name: float(index) for index, name in enumerate(names)}
        return _category_ruler(x_axis, names), [tuple(at[str(x)] for x in one.x) for one in series]
    placed = [tuple(float(x) for x in one.x) for one in series]
    return ruler(x_axis, [x for xs in placed for x in xs], padding=padding), placed


def _lines(plot: LinePlot, looks: Looks) -> scenes.Flat:
    series, hidden = prepare.all_points(plot.series, plot.x, plot.y)
    x, placed = _placed(series, plot.x, plot.series, padding=0.015)
    y = ruler(plot.y, _heights(series))
    marks: list[scenes.Mark] = []
    for one, xs in zip(series, placed, strict=True):
        look = looks.of(one.identity)
        if one.low:
            marks.append(scenes.Band(look, xs, one.low, one.high))
        # A line of one point is invisible without its marker.
        markers = not one.dashed and (plot.markers or len(xs) == 1)
        hover = _hover(one, plot.x, plot.y)
        marks.append(scenes.Path(label(one.name), look, xs, one.y, hover, one.dashed, markers))
    ends = prepare.end_labels(series, x, y) if not prepare.is_category(plot.series) else []
    return scenes.Flat(x, y, tuple(marks), tuple(ends), hidden)


def _scatter(plot: ScatterPlot, looks: Looks) -> scenes.Flat:
    declared = (*plot.series, *plot.lines)
    series, hidden = prepare.all_points(declared, plot.x, plot.y)
    x, placed = _placed(series, plot.x, declared)
    y = ruler(plot.y, _heights(series))
    kept = thin.dots(
        [(xs, one.y) for one, xs in zip(series, placed, strict=True)][: len(plot.series)], x, y
    )
    marks: list[scenes.Mark] = []
    seen: dict[str, int] = {}
    for index, (one, xs) in enumerate(zip(series, placed, strict=True)):
        look = looks.of(one.identity)
        if index < len(plot.series):
            # Several series of one identity share its colour; their markers differ.
            variant = seen.setdefault(one.identity, 0)
            seen[one.identity] += 1
            look = replace(look, variant=variant)
            dots, at = one.only(kept[index]), thin.chosen(xs, kept[index])
            hover = _hover(dots, plot.x, plot.y)
            marks.append(scenes.Dots(label(one.name), look, at, dots.y, hover, dots.low, dots.high))
        else:
            hover = _hover(one, plot.x, plot.y)
            if one.low:
                marks.append(scenes.Band(look, xs, one.low, one.high))
            marks.append(scenes.Path(label(one.name), look, xs, one.y, hover, one.dashed))
    given = sum(len(one.y) for one in series[: len(plot.series)])
    note = thin.note(sum(map(len, kept)), given)
    return scenes.Flat(x, y, tuple(marks), (), hidden, note)


def _offsets(count: int) -> tuple[list[float], float]:
    """Where `count` things stand side by side in a category, and how wide each may be."""
    step = _GROUP_WIDTH / max(count, 1)
    return [(index - (count - 1) / 2) * step for index in range(count)], step


def _bars(plot: BarPlot, looks: Looks) -> scenes.Flat:
    as_names = tuple(_named_x(one) for one in plot.series)
    series, hidden = prepare.all_points(as_names, plot.x, plot.y)
    x, placed = _placed(series, plot.x, as_names)
    if not prepare.is_category(as_names):
        x = _category_ruler(plot.x, ())
    stacked = plot.stacked and not plot.y.log
    offsets, step = _offsets(1 if stacked else len(series))
    tops: dict[float, float] = {}
    marks: list[scenes.Mark] = []
    ends = _heights(series)
    for index, (one, xs) in enumerate(zip(series, placed, strict=True)):
        look, hover = looks.of(one.identity), _hover(one, plot.x, plot.y)
        at = xs if stacked else tuple(value + offsets[index] for value in xs)
        if plot.y.log:
            marks.append(scenes.Dots(label(one.name), look, at, one.y, hover, one.low, one.high))
            continue
        base = tuple(tops.get(value, 0.0) if stacked else 0.0 for value in xs)
        top = tuple(low + height for low, height in zip(base, one.y, strict=True))
        tops.update(zip(xs, top, strict=True))
        ends.extend(top)
        whiskers = ((), ()) if stacked else (one.low, one.high)
        width = step * (0.94 if len(series) > 1 else 0.7)
        marks.append(scenes.Bars(label(one.name), look, at, width, base, top, hover, *whiskers))
    return scenes.Flat(x, ruler(plot.y, ends, from_zero=True), tuple(marks), (), hidden)


def _named_x(series: Series) -> Series:
    names = tuple(x if isinstance(x, str) else units.number(x) for x in series.x)
    return Series(
        series.name, names, series.y, series.low, series.high, series.identity, notes=series.notes
    )


def _boxes(plot: BoxPlot, looks: Looks) -> scenes.Flat:
    names = prepare.categories(
        (visible.inline(name) for name in one.categories) for one in plot.series
    )
    at = {name: float(index) for index, name in enumerate(names)}
    offsets, step = _offsets(len(plot.series))
    found = [prepare.boxes(one, plot.y) for one in plot.series]
    every = [box for drawn, _ in found for _, box in drawn]
    y = ruler(plot.y, [v for b in every for v in (b.lower_whisker, b.upper_whisker, *b.outliers)])
    shown = thin.outliers([box.outliers for box in every], y)
    dots = iter(shown)
    marks: list[scenes.Mark] = []
    for index, (one, (drawn, _)) in enumerate(zip(plot.series, found, strict=True)):
        positions = tuple(at[name] + offsets[index] for name, _ in drawn)
        hover = tuple(
            f"{label(one.name)}, {label(name)}\nmedian {units.quantity(b.median, plot.y.unit)}, "
            f"quartiles {units.quantity(b.quartile_1, plot.y.unit)} – "
            f"{units.quantity(b.quartile_3, plot.y.unit)}\n{units.number(b.count)} values"
            for name, b in drawn
        )
        boxes = tuple(replace(b, outliers=next(dots)) for _, b in drawn)
        look = looks.of(one.identity or one.name)
        width = min(step * 0.82, 0.34)
        marks.append(scenes.Boxes(label(one.name), look, positions, width, boxes, hover))
    hidden = sum(left_out for _, left_out in found)
    note = thin.note(sum(map(len, shown)), sum(len(box.outliers) for box in every))
    return scenes.Flat(_category_ruler(plot.x, names), y, tuple(marks), (), hidden, note)


def _histogram(plot: Histogram, looks: Looks) -> scenes.Flat:
    edges, counted, hidden = prepare.bins(plot)
    marks: list[scenes.Mark] = []
    for sample, counts in counted:
        hover = tuple(
            f"{units.number(count)} of {units.number(sum(counts))} between "
            f"{units.quantity(low, plot.x.unit)} and {units.quantity(high, plot.x.unit)}"
            for count, low, high in zip(counts, edges, edges[1:], strict=False)
        )
        look = looks.of(sample.identity or sample.name)
        drawn = tuple(edges) if counts else ()
        marks.append(scenes.Steps(label(sample.name), look, drawn, tuple(counts), hover))
    heights = [float(count) for _, counts in counted for count in counts]
    return scenes.Flat(
        ruler(plot.x, edges), ruler(plot.y, heights, from_zero=True), tuple(marks), (), hidden
    )


def _cells(plot: HeatMap) -> scenes.Cells:
    kept = [v for row in plot.values for v in row if prepare.fits(v, plot.value)]
    scale = ruler(plot.value, kept)
    low, high = (min(kept), max(kept)) if kept else (1.0, 1.0)
    low, high = (low, high) if low < high else (scale.low, scale.high)
    ticks = tuple(tick for tick in scale.ticks if low <= tick[0] <= high)
    scale = Ruler(scale.title, scale.log, low, high, ticks)

    def shade(value: float) -> float:
        return scale.fraction(value) if prepare.fits(value, plot.value) else math.nan

    return scenes.Cells(
        label(plot.x.title, 60),
        label(plot.y.title, 60),
        tuple(label(name, 28) for name in plot.columns),
        tuple(label(name, 28) for name in plot.rows),
        tuple(tuple(shade(value) for value in row) for row in plot.values),
        tuple(
            tuple(units.quantity(value, plot.value.unit, 3) for value in row) for row in plot.values
        ),
        scale,
        # A cell without a value says so itself; what is counted is a value the scale cannot show.
        sum(not math.isnan(v) for row in plot.values for v in row) - len(kept),
    )


def _space(plot: SurfacePlot, looks: Looks) -> scenes.Space:
    axes = (plot.x, plot.y, plot.z)
    points = [
        point
        for point in plot.points
        if all(prepare.fits(value, axis) for value, axis in zip(point, axes, strict=True))
    ]
    columns = [i for i, value in enumerate(plot.x_values) if prepare.fits(value, plot.x)]
    rows = [j for j, value in enumerate(plot.y_values) if prepare.fits(value, plot.y)]
    xs, ys = [plot.x_values[i] for i in columns], [plot.y_values[j] for j in rows]
    grid = [[plot.grid[j][i] for i in columns] for j in rows]
    blank = sum(not prepare.fits(value, plot.z) for row in grid for value in row)

    def drawn(value: float, axis: Axis) -> float:
        if not prepare.fits(value, axis):
            return math.nan
        return math.log10(value) if axis.log else float(value)

    heights = [v for row in grid for v in row if prepare.fits(v, plot.z)]
    rulers = (
        _drawn_ruler(plot.x, [*xs, *(point[0] for point in points)]),
        _drawn_ruler(plot.y, [*ys, *(point[1] for point in points)]),
        _drawn_ruler(plot.z, [*heights, *(point[2] for point in points)]),
    )
    hover = tuple(
        "\n".join(
            f"{label(axis.label)}: {units.quantity(value, axis.unit)}"
            for axis, value in zip(axes, point, strict=True)
        )
        for point in points
    )
    return scenes.Space(
        rulers,
        label(plot.name),
        looks.of(plot.identity or plot.name),
        tuple(drawn(value, plot.x) for value in xs),
        tuple(drawn(value, plot.y) for value in ys),
        tuple(tuple(drawn(value, plot.z) for value in row) for row in grid),
        tuple((drawn(p[0], plot.x), drawn(p[1], plot.y), drawn(p[2], plot.z)) for p in points),
        hover,
        len(plot.points) - len(points) + blank,
    )


def _drawn_ruler(axis: Axis, values: Sequence[float]) -> Ruler:
    """A ruler in drawn coordinates: a logarithmic axis becomes linear in the logarithm."""
    full = ruler(axis, values)
    # Ticks in a corner of the box would collide with those of the axis that meets it there.
    inner = [(value, text) for value, text in full.ticks if 0.03 < full.fraction(value) < 0.97]
    if not full.log:
        return Ruler(full.title, False, full.low, full.high, tuple(inner))
    ticks = tuple((math.log10(value), text) for value, text in inner)
    return Ruler(full.title, False, math.log10(full.low), math.log10(full.high), ticks)
