"""Cuts through the grid of a block: one parameter at a time, or two, the others held.

Every value of a parameter was explored with every value of the others, so that a curve is a row of
the grid that holds its points: nothing is assessed again.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ringassay.explore.app import PARAMETERS, Parameter
from ringassay.explore.ports import Columns
from ringassay.explore.results import BlockResults
from ringassay.explore.selection import BlockOutcome, Verdicts

Places = NDArray[np.intp]


@dataclass(frozen=True)
class Slice:
    """Points of a block that differ in one parameter."""

    parameter: Parameter
    values: tuple[float, ...]
    """Of the parameter, ascending."""
    places: Places
    """The points, in the order of the values."""

    def column(self, columns: Columns, name: str) -> NDArray[Any]:
        """A column at these points."""
        return columns[name][self.places]


@dataclass(frozen=True)
class Plane:
    """Points of a block that differ in two parameters: `places[j][i]` has the j-th value of y."""

    x: Parameter
    y: Parameter
    x_values: tuple[float, ...]
    y_values: tuple[float, ...]
    places: Places


def anchor(outcome: BlockOutcome) -> int:
    """The point of a block to look around from: its best; else the cheapest that is deep enough;
    else the deepest."""
    if outcome.best is not None:
        return outcome.best
    if outcome.cheapest is not None:
        return outcome.cheapest
    return int(np.argmax(outcome.results.columns["depth"]))


def along(results: BlockResults, at: int, parameter: Parameter) -> Slice:
    """The points that share all but one parameter with point `at`."""
    axis = PARAMETERS.index(parameter) + 1
    values: tuple[float, ...] = results.block.values(parameter)
    order = np.argsort(values)
    row = np.moveaxis(_numbers(results), axis, -1)[_others(results, at, (axis,))]
    return Slice(parameter, tuple(values[i] for i in order), row[order])


def across(results: BlockResults, at: int, x: Parameter, y: Parameter) -> Plane:
    """The points that share all but two parameters with point `at`."""
    axes = (PARAMETERS.index(y) + 1, PARAMETERS.index(x) + 1)
    x_values: tuple[float, ...] = results.block.values(x)
    y_values: tuple[float, ...] = results.block.values(y)
    by_x, by_y = np.argsort(x_values), np.argsort(y_values)
    grid = np.moveaxis(_numbers(results), axes, (-2, -1))[_others(results, at, axes)]
    return Plane(
        x,
        y,
        tuple(x_values[i] for i in by_x),
        tuple(y_values[j] for j in by_y),
        grid[np.ix_(by_y, by_x)],
    )


def varied(results: BlockResults) -> tuple[Parameter, ...]:
    """The parameters with several values, those with most values first."""
    sizes = {name: len(results.block.values(name)) for name in PARAMETERS}
    several = [name for name in PARAMETERS if sizes[name] > 1]
    return tuple(sorted(several, key=lambda name: -sizes[name]))


def missed(verdicts: Verdicts) -> dict[str, int]:
    """For each constraint, how many points of the block do not satisfy it."""
    masks = {
        "depth": verdicts.works,
        "security": verdicts.secure,
        "failure": verdicts.reliable,
        "time": verdicts.fast,
        "memory": verdicts.small,
    }
    return {name: int((~mask).sum()) for name, mask in masks.items()}


def _shape(results: BlockResults) -> tuple[int, ...]:
    return (len(results.block.secret), *results.block.shape)


def _numbers(results: BlockResults) -> Places:
    """The points' numbers as a grid: distribution of secrets, then `PARAMETERS`."""
    return np.arange(len(results)).reshape(_shape(results))


def _others(results: BlockResults, at: int, axes: tuple[int, ...]) -> tuple[Any, ...]:
    """Where point `at` lies on the axes that are held."""
    position = np.unravel_index(at, _shape(results))
    return tuple(int(one) for axis, one in enumerate(position) if axis not in axes)
