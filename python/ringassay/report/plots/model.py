"""Declarative plots: what is to be seen, without a word on how it is drawn.

Every text in a plot (names, labels, categories, hover notes) is literal: no inline markup.
Values may be NaN or infinite, and not positive on a logarithmic axis: such points are left out,
and the renderers say how many. Empty series and empty plots are allowed and drawn as such.
"""

from __future__ import annotations

from dataclasses import dataclass

Numbers = tuple[float, ...]
"""Plotted values, in the unit of their axis; NaN where there is none."""

Positions = tuple[float, ...] | tuple[str, ...]
"""Where points stand on the x axis: all numbers, or all category names."""


@dataclass(frozen=True, slots=True)
class Axis:
    """One axis: what it shows, in which unit, on which scale.

    `unit` is appended to the label in parentheses. `minimum` and `maximum` are in axis units and
    fix an end of the axis; None leaves it to the data.
    """

    label: str
    unit: str = ""
    log: bool = False
    minimum: float | None = None
    maximum: float | None = None

    @property
    def title(self) -> str:
        """Label with unit, as written beside the axis."""
        return f"{self.label} ({self.unit})" if self.unit else self.label


@dataclass(frozen=True, slots=True)
class Series:
    """Points (x, y) under one name.

    `identity` chooses the colour and marker and defaults to the name: give it the SUT's label so
    that a SUT looks the same in every figure. `low` and `high` (both or neither, as long as `y`)
    bound an interval per point: a band in line plots, whiskers elsewhere. `dashed` marks a model
    or reference beside observations. `notes` is one hover text per point.
    """

    name: str
    x: Positions
    y: Numbers
    low: Numbers = ()
    high: Numbers = ()
    identity: str = ""
    dashed: bool = False
    notes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for what, values in (("y", self.y), ("low", self.low), ("high", self.high)):
            required = what == "y"
            if (required or values) and len(values) != len(self.x):
                raise ValueError(
                    f"series {self.name!r}: {what} has {len(values)} values, x has {len(self.x)}"
                )
        if bool(self.low) != bool(self.high):
            raise ValueError(f"series {self.name!r}: give both low and high, or neither")
        if self.notes and len(self.notes) != len(self.x):
            raise ValueError(
                f"series {self.name!r}: {len(self.notes)} notes for {len(self.x)} points"
            )


@dataclass(frozen=True, slots=True)
class Sample:
    """Raw values under one name, for histograms: the renderer counts, the caller does not."""

    name: str
    values: Numbers
    identity: str = ""


@dataclass(frozen=True, slots=True)
class BoxSeries:
    """Distributions of one identity: `values[i]` are all values in category `categories[i]`."""

    name: str
    categories: tuple[str, ...]
    values: tuple[Numbers, ...]
    identity: str = ""

    def __post_init__(self) -> None:
        if len(self.categories) != len(self.values):
            raise ValueError(
                f"box series {self.name!r}: {len(self.values)} distributions "
                f"for {len(self.categories)} categories"
            )


@dataclass(frozen=True, slots=True)
class LinePlot:
    """Points joined in the order given; `dashed` series without markers. Use for percentiles."""

    x: Axis
    y: Axis
    series: tuple[Series, ...]
    markers: bool = True


@dataclass(frozen=True, slots=True)
class ScatterPlot:
    """Points, and `lines` (fits, references) drawn over them without markers."""

    x: Axis
    y: Axis
    series: tuple[Series, ...]
    lines: tuple[Series, ...] = ()


@dataclass(frozen=True, slots=True)
class BarPlot:
    """One bar per category and series, side by side or `stacked`; categories are strings.

    On a logarithmic y axis a bar's length means nothing, so the renderers draw dots instead.
    """

    x: Axis
    y: Axis
    series: tuple[Series, ...]
    stacked: bool = False


@dataclass(frozen=True, slots=True)
class BoxPlot:
    """Median, quartiles, whiskers to the last value within 1.5 interquartile ranges, outliers."""

    x: Axis
    y: Axis
    series: tuple[BoxSeries, ...]


@dataclass(frozen=True, slots=True)
class Histogram:
    """Counts of values per bin; bins are common to all samples, equal in log space on a log axis.

    `bins` fixes their number; None takes the square root of the largest sample, 8 to 40.
    """

    x: Axis
    y: Axis
    samples: tuple[Sample, ...]
    bins: int | None = None


@dataclass(frozen=True, slots=True)
class HeatMap:
    """`values[j][i]` belongs to row `rows[j]` (y) and column `columns[i]` (x); NaN stays blank."""

    x: Axis
    y: Axis
    value: Axis
    columns: tuple[str, ...]
    rows: tuple[str, ...]
    values: tuple[Numbers, ...]

    def __post_init__(self) -> None:
        if len(self.values) != len(self.rows) or any(
            len(row) != len(self.columns) for row in self.values
        ):
            raise ValueError(
                f"heat map: values must have {len(self.rows)} rows of {len(self.columns)}"
            )


@dataclass(frozen=True, slots=True)
class SurfacePlot:
    """A surface z(x, y) over a grid, and observed points (x, y, z) on or beside it.

    `grid[j][i]` is z at (`x_values[i]`, `y_values[j]`). An empty grid shows the points alone.
    """

    x: Axis
    y: Axis
    z: Axis
    x_values: Numbers = ()
    y_values: Numbers = ()
    grid: tuple[Numbers, ...] = ()
    points: tuple[tuple[float, float, float], ...] = ()
    name: str = ""
    identity: str = ""

    def __post_init__(self) -> None:
        if len(self.grid) != len(self.y_values) or any(
            len(row) != len(self.x_values) for row in self.grid
        ):
            raise ValueError(
                f"surface: grid must have {len(self.y_values)} rows of {len(self.x_values)}"
            )


Plot = LinePlot | ScatterPlot | BarPlot | BoxPlot | Histogram | HeatMap | SurfacePlot
"""Any plot a `Figure` can hold."""
