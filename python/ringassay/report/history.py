"""From the history of a metric to a document: a figure and a table for each system."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence

from ringassay.analysis.history import Series as History
from ringassay.analysis.metrics import Quantity
from ringassay.analysis.watched import Watched
from ringassay.report.document import (
    Axis,
    Block,
    Column,
    Document,
    Figure,
    Items,
    Paragraph,
    ScatterPlot,
    Section,
    Series,
    Table,
    literal,
)
from ringassay.report.plots.units import number
from ringassay.report.sections.wording import amount_cell, count, listed, name, number_cell

_QUANTITY: Mapping[str, Quantity] = {"time": "time", "memory": "size", "size": "size"}
_UNIT = {"time": "ns", "memory": "B", "size": "B"}


def build_history(metric: Watched, found: Sequence[History], left: Mapping[str, str]) -> Document:
    """The page; `left` are runs that could not be put in the row, with the reason."""
    told = [sentence(one) for one in found]
    return Document(
        title=f"{metric.label[0].upper()}{metric.label[1:]} over time",
        subtitle=listed([name(one.system) for one in found]) or "No measurements",
        summary=(Items(tuple(told)) if told else Paragraph("No run has this metric."),),
        sections=(
            Section("Over the runs", "runs", (_figure(metric, found),)),
            Section("Values", "values", tuple(_table(metric, one) for one in found)),
            *((Section("Left out", "left-out", (_left(left),)),) if left else ()),
        ),
        identities=tuple(one.system for one in found),
    )


def sentence(series: History) -> str:
    """What became of a system."""
    runs = count(len(series.moments), "run")
    if not series.changes:
        return f"{name(series.system)}: no change beyond chance in {runs}."
    told = [
        f"×{number(change.factor, 3)} from `{literal(called(series, change.at))}` on"
        for change in series.changes
    ]
    return f"{name(series.system)}: {listed(told)} ({runs})."


def called(series: History, at: int) -> str:
    """A run by its label, if it has one."""
    return series.moments[at].label or series.moments[at].run


def _figure(metric: Watched, found: Sequence[History]) -> Figure:
    order = sorted({moment.started_at for one in found for moment in one.moments})
    place = {started: float(number) for number, started in enumerate(order, 1)}
    points, levels = [], []
    for one in found:
        xs = tuple(place[moment.started_at] for moment in one.moments)
        ys = tuple(moment.value for moment in one.moments)
        notes = tuple(called(one, at) for at in range(len(xs)))
        points.append(Series(one.system, xs, ys, notes=notes))
        cuts = [0, *(change.at for change in one.changes), len(xs)]
        for begin, end in itertools.pairwise(cuts):
            middle = sorted(ys[begin:end])[(end - begin) // 2]
            ends = (xs[begin] - 0.4, xs[end - 1] + 0.4)
            levels.append(
                Series(
                    f"{one.system}, runs {begin + 1} to {end}",
                    ends,
                    (middle, middle),
                    identity=one.system,
                    dashed=True,
                )
            )
    return Figure(
        f"{metric.label[0].upper()}{metric.label[1:]}, run by run",
        ScatterPlot(
            Axis("run", minimum=0.0), Axis(metric.label, _UNIT.get(metric.kind, "")),
            tuple(points), tuple(levels),
        ),
        "Runs from the oldest; a dashed line is the median of what lies between two changes.",
    )  # fmt: skip


def _table(metric: Watched, series: History) -> Table:
    at = series.change_at
    rows = tuple(
        (
            literal(moment.run),
            literal(moment.label),
            literal(moment.started_at),
            literal(moment.commit[:12]),
            amount_cell(moment.value, _QUANTITY[metric.kind], 4)
            if metric.kind in _QUANTITY
            else number_cell(moment.value),
            f"×{number(at[place].factor, 3)}" if place in at else "",
        )
        for place, moment in enumerate(series.moments)
    )
    return Table(
        f"{name(series.system)}: {metric.label}",
        (
            Column("run"),
            Column("label"),
            Column("started (UTC)"),
            Column("commit"),
            Column("value", "right"),
            Column("change", "right"),
        ),
        rows,
        "Geometric mean over what all runs have in common: "
        + count(series.units, "circuit or key", "circuits or keys"),
    )


def _left(left: Mapping[str, str]) -> Block:
    return Items(tuple(f"`{literal(run)}`: {literal(why)}" for run, why in left.items()))
