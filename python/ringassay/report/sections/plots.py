"""Plots that several sections share: medians over two parameters, points, boxes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ringassay.analysis.dependence import Group
from ringassay.analysis.metrics import Metric
from ringassay.analysis.study import Study
from ringassay.analysis.terms import Predictor
from ringassay.report.document import (
    Axis,
    BoxPlot,
    BoxSeries,
    Figure,
    HeatMap,
    ScatterPlot,
    Series,
)
from ringassay.report.plots.units import number
from ringassay.report.sections.fits import labels, title_of, worthwhile
from ringassay.report.sections.wording import UNITS

# Share of the cells of a grid that must be measured before it is worth a heat map.
_FILLED = 0.6


def scatter(groups: Sequence[Group], metric: Metric, over: Predictor, caption: str) -> Figure:
    """One point per circuit or key against one parameter, all groups together."""
    return Figure(
        caption,
        ScatterPlot(
            Axis(over.name, log=_wide(groups, over)),
            Axis(metric.label, UNITS[metric.quantity], log=True),
            tuple(
                Series(
                    label,
                    tuple(float(v) for v in g.values(over.column)),
                    tuple(float(v) for v in g.values(metric.column)),
                    identity=g.system,
                )
                for g, label in zip(groups, labels(groups), strict=True)
            ),
        ),
        "One point per circuit or key: the median over inputs and repetitions.",
    )


def over_two(group: Group, metric: Metric, across: Predictor, up: Predictor) -> Figure | None:
    """A heat map of the metric over two parameters; None if a scatter plot shows as much."""
    fit = group.dependence.fit
    if fit is not None and not worthwhile(fit):
        return None  # nothing depends on them: the shades would show noise
    return _heat_map(group, metric, across, up)


def by_batch(study: Study, metric: Metric, caption: str) -> list[Figure]:
    """The distribution of a metric at each batch size, one box per system, if there are several."""
    if study.right["batch"].nunique() < 2:
        return []
    series = []
    for system, rows in study.right.groupby("system", sort=False):
        known = rows[rows[metric.column].notna() & rows["batch"].notna()]
        cells = [
            (number(float(str(value))), tuple(part[metric.column].tolist()))
            for value, part in known.groupby("batch", sort=True)
        ]
        series.append(
            BoxSeries(
                str(system), tuple(c for c, _ in cells), tuple(v for _, v in cells), str(system)
            )
        )
    unit = UNITS[metric.quantity]
    plot = BoxPlot(Axis("batch size ℓ"), Axis(metric.label, unit, log=True), tuple(series))
    return [Figure(caption, plot)]


def _wide(groups: Sequence[Group], over: Predictor) -> bool:
    """Whether a parameter spans so much that only a logarithmic axis shows it."""
    values = np.concatenate([g.values(over.column) for g in groups]) if groups else np.empty(0)
    values = values[np.isfinite(values)]
    return bool(values.size and values.min() > 0.0 and values.max() / values.min() >= 30.0)


def _heat_map(group: Group, metric: Metric, across: Predictor, up: Predictor) -> Figure | None:
    table = group.points.pivot_table(
        index=up.column, columns=across.column, values=metric.column, aggfunc="median"
    )
    rows, columns = table.shape
    if group.points[metric.column].nunique() < 2:
        return None
    if rows < 2 or columns < 2 or float(table.notna().to_numpy().mean()) < _FILLED:
        return None
    return Figure(
        f"{metric.label.capitalize()} over {across.name} and {up.name}: {title_of(group)}",
        HeatMap(
            Axis(across.name),
            Axis(up.name),
            Axis(f"median {metric.label}", UNITS[metric.quantity], log=True),
            tuple(number(float(v)) for v in table.columns),
            tuple(number(float(v)) for v in table.index),
            tuple(tuple(float(v) for v in row) for row in table.to_numpy(dtype=float)),
        ),
    )
