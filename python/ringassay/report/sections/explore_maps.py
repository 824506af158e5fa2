"""Time against memory with the frontier, and two parameters at once."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from ringassay.explore import across, anchor, varied
from ringassay.explore.app import Parameter
from ringassay.explore.objective import Objective, frontier
from ringassay.explore.selection import BlockOutcome
from ringassay.report.document import (
    Axis,
    Block,
    Cell,
    Column,
    Figure,
    HeatMap,
    Paragraph,
    ScatterPlot,
    Section,
    Series,
    Table,
    literal,
)
from ringassay.report.sections.explore_study import (
    PARAMETER_NAMES,
    ExplorationStudy,
    attack_cell,
    held,
    memory_cell,
    outcome_label,
    parameter_cells,
    time_cell,
)
from ringassay.report.sections.wording import count, exact_cell, plain

# Points of a scheme that a figure draws, rows of a table, values along a side of a map.
_POINTS, _ROWS, _SIDE = 120, 12, 24

# Schemes differ by orders of magnitude: beyond this ratio a map is drawn on a logarithm.
_LINEAR = 6.0


def pareto(study: ExplorationStudy) -> Section | None:
    """Every scheme's points with the frontiers; None where no point is deep enough."""
    objective = Objective(study.is_predicted)
    series, costs, memories = [], [], []
    for outcome in study.selection.outcomes:
        columns = outcome.results.columns
        works = np.flatnonzero(outcome.verdicts.works)
        if not len(works):
            continue
        own = outcome_label(outcome)
        allowed = outcome.verdicts.all[works]
        cost, memory = objective.cost(columns)[works], objective.memory(columns)[works]
        costs.append(cost)
        memories.append(memory)
        for name, mask in ((own, allowed), (f"{own}, does not qualify", ~allowed)):
            few = _thinned(np.flatnonzero(mask))
            if len(few):
                series.append(_points(name, own, cost[few], memory[few]))
    if not series:
        return None
    all_costs, all_memories = np.concatenate(costs), np.concatenate(memories)
    lines = [_line("frontier, security aside", all_costs, all_memories)]
    selection = study.selection
    if selection.frontier:
        places = [study.of(place)[1] for place in selection.frontier]
        found = {name: np.array([point[name] for point in places]) for name in places[0]}
        cost, memory = objective.cost(found), objective.memory(found)
        if len(cost) > 1:
            lines.append(_line("frontier", cost, memory))
        series.append(_points("recommended", "recommended", cost[:1], memory[:1]))
    time, memory_axis = (replace(axis, log=True) for axis in (study.time_axis, study.memory_axis))
    figure = Figure(
        f"{study.time_axis.label.capitalize()} and {study.memory_axis.label} of every point that "
        "is deep enough",
        ScatterPlot(time, memory_axis, tuple(series), tuple(lines)),
        f"At most {_POINTS} points of each kind are drawn, evenly taken.",
    )
    blocks: tuple[Block, ...] = (figure, *_frontier_table(study))
    return Section(
        "Time against memory",
        "explore-pareto",
        blocks,
        "A point is on the frontier if no other is better in both.",
    )


def _thinned(places: NDArray[np.intp]) -> NDArray[np.intp]:
    step = max(1, -(-len(places) // _POINTS))
    return places[::step]


def _points(name: str, identity: str, x: NDArray[np.float64], y: NDArray[np.float64]) -> Series:
    return Series(name, tuple(map(float, x)), tuple(map(float, y)), identity=identity)


def _line(name: str, cost: NDArray[np.float64], memory: NDArray[np.float64]) -> Series:
    """The frontier of points."""
    best = frontier(cost, memory)
    return Series(
        name,
        tuple(map(float, cost[best])),
        tuple(map(float, memory[best])),
        identity=name,
        dashed=name != "frontier",
    )


def _frontier_table(study: ExplorationStudy) -> tuple[Block, ...]:
    selection = study.selection
    if not selection.frontier:
        return (Paragraph("No point satisfies everything, so that there is no frontier of those."),)
    asked = selection.explored.app.constraints.security_bits
    rows: list[tuple[str | Cell, ...]] = []
    for place in selection.frontier[:_ROWS]:
        point = selection.point(place)
        rows.append(
            (
                outcome_label(selection.outcomes[place.block]),
                *parameter_cells(point),
                exact_cell(float(point["depth"])),
                attack_cell(point, asked),
                time_cell(study, point),
                memory_cell(study, point),
            )
        )
    more = len(selection.frontier) - len(rows)
    return (
        Table(
            "The frontier of points that satisfy everything",
            (
                Column("scheme"),
                *(Column(name, "right") for name in PARAMETER_NAMES.values()),
                Column("depth", "right"),
                Column("attacks"),
                Column("time", "right"),
                Column("memory", "right"),
            ),
            tuple(rows),
            f"The fastest first; {count(more, 'more point')} not shown." if more else "",
        ),
    )


def maps(study: ExplorationStudy) -> Section | None:
    """Heat maps over the two parameters with most values; None where no scheme has two."""
    blocks: list[Block] = []
    for outcome in study.selection.outcomes:
        free = varied(outcome.results)
        if len(free) > 1:
            blocks += _maps(study, outcome, free[0], free[1])
    if not blocks:
        return None
    return Section(
        "Two parameters at once",
        "explore-maps",
        tuple(blocks),
        f"Blank: too shallow for depth {study.depth}. The others stay at the scheme's best point, "
        "or, where none qualifies, at the cheapest that is deep enough.",
    )


def _maps(
    study: ExplorationStudy, outcome: BlockOutcome, x: Parameter, y: Parameter
) -> list[Figure]:
    results = outcome.results
    at = anchor(outcome)
    plane = across(results, at, x, y)
    point = results.point(at)
    deep = results.columns["depth"][plane.places] >= study.depth
    if not deep.any():
        return []
    columns = _few(np.asarray(deep.any(axis=0)), plane.x_values.index(float(point[x])))
    rows = _few(np.asarray(deep.any(axis=1)), plane.y_values.index(float(point[y])))
    grid = np.ix_(rows, columns)
    places, deep = plane.places[grid], deep[grid]
    objective = Objective(study.is_predicted)
    note = literal(
        f"{held(point, x, y)}; the point itself is {PARAMETER_NAMES[x]} = {point[x]:g}, "
        f"{PARAMETER_NAMES[y]} = {point[y]:g}."
    )
    figures = []
    for axis, column in (
        (study.time_axis, objective.cost(results.columns)),
        (study.memory_axis, objective.memory(results.columns)),
    ):
        values = np.where(deep, column[places], np.nan)
        spread = np.nanmax(values) / max(np.nanmin(values), 1e-300)
        figures.append(
            Figure(
                f"{outcome_label(outcome)}: {axis.label}",
                HeatMap(
                    Axis(PARAMETER_NAMES[x]),
                    Axis(PARAMETER_NAMES[y]),
                    replace(axis, log=bool(spread > _LINEAR)),
                    tuple(plain(plane.x_values[i], 15) for i in columns),
                    tuple(plain(plane.y_values[j], 15) for j in rows),
                    tuple(tuple(map(float, row)) for row in values),
                ),
                note,
            )
        )
    return figures


def _few(used: NDArray[np.bool_], keep: int) -> list[int]:
    """Positions that are used, with those between them: at most so many, evenly taken, the kept one
    among them."""
    places = np.flatnonzero(used)
    first, last = min(int(places[0]), keep), max(int(places[-1]), keep)
    step = max(1, -(-(last + 1 - first) // _SIDE))
    return list(range(first + (keep - first) % step, last + 1, step))
