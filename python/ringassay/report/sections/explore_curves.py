"""Time, memory and depth against one parameter at a time, as the paper draws them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import groupby

import numpy as np

from ringassay.explore import Curve, Slice, Walk, along, anchor, walked
from ringassay.explore.app import Parameter
from ringassay.explore.objective import Floats, Objective
from ringassay.explore.selection import BlockOutcome
from ringassay.report.document import (
    Axis,
    Block,
    Figure,
    Items,
    LinePlot,
    Paragraph,
    ScatterPlot,
    Section,
    Series,
    Subheading,
    literal,
)
from ringassay.report.sections.explore_study import (
    PARAMETER_NAMES,
    ExplorationStudy,
    held,
    label,
    outcome_label,
)

# Beyond this ratio of the largest to the smallest value, small ones could not be told apart.
_LINEAR = 12.0

_NUMBER = re.compile(r"^\d+\. ")

Measure = Callable[[BlockOutcome], Floats]


def section(study: ExplorationStudy) -> Section | None:
    """A pair of figures for each parameter that varies; None where none does."""
    blocks: list[Block] = []
    for parameter in ("log2_q", "log2_w", "t", "n"):
        rows = _rows(study, parameter)
        if rows:
            blocks.append(Subheading(f"Against {PARAMETER_NAMES[parameter]}"))
            blocks += _figures(study, parameter, rows)
    if not blocks:
        return None
    return Section(
        "One parameter at a time",
        "explore-curves",
        tuple(blocks),
        "Each scheme around its own best point, or, where none qualifies, around the cheapest that "
        "is deep enough; the other parameters stay. Dashed: too shallow for the application.",
    )


def _rows(study: ExplorationStudy, parameter: Parameter) -> list[tuple[BlockOutcome, Slice]]:
    """The blocks in which a parameter has several values, each along it."""
    return [
        (outcome, along(outcome.results, anchor(outcome), parameter))
        for outcome in study.selection.outcomes
        if len(getattr(outcome.results.block, parameter)) > 1
    ]


def _figures(
    study: ExplorationStudy, parameter: Parameter, rows: list[tuple[BlockOutcome, Slice]]
) -> Iterator[Figure]:
    objective = Objective(study.is_predicted)
    name = PARAMETER_NAMES[parameter]
    note = _held(parameter, rows)
    measures: tuple[tuple[str, Axis, Measure], ...] = (
        ("Time", study.time_axis, lambda one: objective.cost(one.results.columns)),
        ("Memory", study.memory_axis, lambda one: objective.memory(one.results.columns)),
    )
    for what, axis, measure in measures:
        series = [
            part
            for outcome, cut in rows
            for part in _series(outcome, cut, measure(outcome)[cut.places], study.depth)
        ]
        yield Figure(
            f"{what} against {name}",
            LinePlot(_from_first(name, rows), _scaled(axis, series), tuple(series)),
            note,
        )
    yield Figure(f"Depth against {name}", _depths(study, name, rows), note)


def _held(parameter: Parameter, rows: list[tuple[BlockOutcome, Slice]]) -> str:
    """What stays: where schemes are explored around one point, it is named once."""
    texts = {
        outcome_label(outcome): held(outcome.results.point(int(cut.places[0])), parameter)
        for outcome, cut in rows
    }
    if len(set(texts.values())) == 1:
        return f"{literal(next(iter(texts.values())))}."
    return literal("; ".join(f"{name}: {text}" for name, text in texts.items()) + ".")


def _series(outcome: BlockOutcome, cut: Slice, values: Floats, depth: int) -> Iterator[Series]:
    """The points that are deep enough, and runs of those that are not, joined to them."""
    own = outcome_label(outcome)
    deep = cut.column(outcome.results.columns, "depth") >= depth
    if deep.any():
        xs = tuple(x for x, is_deep in zip(cut.values, deep, strict=True) if is_deep)
        yield Series(own, xs, tuple(float(y) for y in values[deep]), identity=own)
    runs = groupby(range(len(deep)), key=lambda i: bool(deep[i]))
    shallow = [list(run) for is_deep, run in runs if not is_deep]
    for number, run in enumerate(shallow):
        first, last = run[0], run[-1]
        # To the neighbours that are deep enough, so that the curve has no gap.
        places = range(max(first - 1, 0), min(last + 2, len(deep)))
        name = f"{own}, too shallow" + (f" ({number + 1})" if len(shallow) > 1 else "")
        yield Series(
            name,
            tuple(cut.values[i] for i in places),
            tuple(float(values[i]) for i in places),
            identity=own,
            dashed=True,
        )


def _scaled(axis: Axis, series: list[Series]) -> Axis:
    """The axis, logarithmic where values lie far apart; else from 0 on."""
    values = [y for one in series for y in one.y if np.isfinite(y) and y > 0]
    if values and max(values) > _LINEAR * min(values):
        return replace(axis, log=True)
    return replace(axis, minimum=0.0)


def _depths(study: ExplorationStudy, name: str, rows: list[tuple[BlockOutcome, Slice]]) -> LinePlot:
    series = []
    for outcome, cut in rows:
        depths = np.maximum(cut.column(outcome.results.columns, "depth"), 0)
        own = outcome_label(outcome)
        series.append(Series(own, cut.values, tuple(map(float, depths)), identity=own))
    ends = [cut.values[i] for _, cut in rows for i in (0, -1)]
    line = (min(ends), max(ends))
    needed = Series("needed", line, (float(study.depth),) * 2, identity="needed", dashed=True)
    deepest = max(y for one in (*series, needed) for y in one.y)
    axis = Axis("depth", minimum=0.0, maximum=1.1 * deepest)
    return LinePlot(_from_first(name, rows), axis, (*series, needed))


def _from_first(name: str, rows: list[tuple[BlockOutcome, Slice]]) -> Axis:
    """A parameter's axis: nothing of it lies between 0 and its first value."""
    if name == "n":
        return Axis(name, log=True)
    first = min(cut.values[0] for _, cut in rows)
    last = max(cut.values[-1] for _, cut in rows)
    return Axis(name, minimum=first - 0.03 * (last - first))


def studies(study: ExplorationStudy) -> Section | None:
    """The walks: one parameter chosen after the other; None without any."""
    if not study.walks:
        return None
    asked = study.selection.explored.app.constraints.security_bits
    blocks: list[Block] = []
    for one in study.walks:
        blocks.append(Subheading(literal(one.study.name)))
        begun, *steps = walked(one, asked)
        blocks.append(Paragraph(literal(begun)))
        # The list has its own marks.
        blocks.append(Items(tuple(literal(_NUMBER.sub("", text.strip())) for text in steps)))
        blocks += [
            figure
            for curve in one.curves
            if (figure := _walk_figure(study, one, curve)) is not None
        ]
    return Section(
        "Step by step",
        "explore-studies",
        tuple(blocks),
        "One parameter is chosen after the other while the rest stays, as Feron, Lapotre and "
        "Lagadec do by hand (NTMS 2018, section IV).",
    )


def _walk_figure(study: ExplorationStudy, one: Walk, curve: Curve) -> Figure | None:
    """A step's curve with the value that was chosen."""
    if len(curve.values) < 2:
        return None
    parameter = curve.step.parameter
    name, own = PARAMETER_NAMES[parameter], label(one.block)
    deep = curve.columns["depth"] >= study.depth
    times = curve.columns.get("wall_ns", np.array([np.nan]))
    is_time = bool(np.isfinite(times).all()) and curve.step.choose != "secure"
    axis = Axis("time", "ns") if is_time else Axis("work (products · n · log2 q)")
    points = Series(
        "deep enough",
        tuple(x for x, is_deep in zip(curve.values, deep, strict=True) if is_deep),
        tuple(float(y) for y in curve.cost[deep]),
        identity=own,
    )
    shallow = Series(
        "too shallow",
        tuple(x for x, is_deep in zip(curve.values, deep, strict=True) if not is_deep),
        tuple(float(y) for y in curve.cost[~deep]),
        identity="too shallow",
    )
    series = [points, *([shallow] if shallow.x else [])]
    if curve.chosen:
        at = curve.values.index(curve.chosen[parameter])
        chosen = (float(curve.values[at]),), (float(curve.cost[at]),)
        series.append(Series("chosen", *chosen, identity="chosen"))
    return Figure(
        f"{one.study.name}: {name}",
        ScatterPlot(Axis(name, log=parameter == "n"), _scaled(axis, series), tuple(series)),
        literal(f"{curve.reason}."),
    )
