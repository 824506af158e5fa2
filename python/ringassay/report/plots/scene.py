"""A plot decided but not yet drawn: axes, marks, names. Both renderers draw from here.

Everything a reader could compare between the two renderings — which points are there, where the
axes end, what the ticks say, where a box's whiskers stop — is settled in a scene, so that HTML and
LaTeX cannot disagree. Categories stand at 0, 1, 2 … on a linear axis.
"""

from __future__ import annotations

from dataclasses import dataclass

from ringassay.report.plots.looks import Look
from ringassay.report.plots.prepare import Box, hidden_note
from ringassay.report.plots.ticks import Ruler

Coordinates = tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Path:
    """A line through points; `markers` puts a dot on each; hover texts per point."""

    name: str
    look: Look
    x: Coordinates
    y: Coordinates
    hover: tuple[str, ...]
    dashed: bool = False
    markers: bool = False


@dataclass(frozen=True, slots=True)
class Band:
    """The area between two curves, in the colour of its line, without a name of its own."""

    look: Look
    x: Coordinates
    low: Coordinates
    high: Coordinates


@dataclass(frozen=True, slots=True)
class Dots:
    """Points, with whiskers from `low` to `high` when these are given."""

    name: str
    look: Look
    x: Coordinates
    y: Coordinates
    hover: tuple[str, ...]
    low: Coordinates = ()
    high: Coordinates = ()


@dataclass(frozen=True, slots=True)
class Bars:
    """Upright bars `width` wide around `x`, from `base` to `top`, with optional whiskers."""

    name: str
    look: Look
    x: Coordinates
    width: float
    base: Coordinates
    top: Coordinates
    hover: tuple[str, ...]
    low: Coordinates = ()
    high: Coordinates = ()


@dataclass(frozen=True, slots=True)
class Steps:
    """A histogram's outline over zero: `counts[i]` between `edges[i]` and `edges[i + 1]`."""

    name: str
    look: Look
    edges: Coordinates
    counts: tuple[int, ...]
    hover: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Boxes:
    """Boxes `width` wide around `x`."""

    name: str
    look: Look
    x: Coordinates
    width: float
    boxes: tuple[Box, ...]
    hover: tuple[str, ...]


Mark = Path | Band | Dots | Bars | Steps | Boxes


@dataclass(frozen=True, slots=True)
class Flat:
    """A plane with marks. `end_labels` are heights (0 to 1) of names at the right edge, in the
    order of the named marks; empty when a legend names them. `hidden` counts values left out;
    `note` says how many dots are drawn where these are not all.
    """

    x: Ruler
    y: Ruler
    marks: tuple[Mark, ...]
    end_labels: tuple[float, ...]
    hidden: int
    note: str = ""

    @property
    def named(self) -> list[Path | Dots | Bars | Steps | Boxes]:
        """The marks that have a name."""
        return [mark for mark in self.marks if not isinstance(mark, Band) and mark.name]


@dataclass(frozen=True, slots=True)
class Cells:
    """A heat map: `shades` (0 to 1, NaN blank) and `texts` by row and column; `scale` colours."""

    x_title: str
    y_title: str
    columns: tuple[str, ...]
    rows: tuple[str, ...]
    shades: tuple[Coordinates, ...]
    texts: tuple[tuple[str, ...], ...]
    scale: Ruler
    hidden: int


@dataclass(frozen=True, slots=True)
class Space:
    """Three axes, a surface over a grid, and points. Values are as drawn: on a logarithmic axis
    their decimal logarithms, so that ticks stand at the logarithms of what they say.
    """

    axes: tuple[Ruler, Ruler, Ruler]
    name: str
    look: Look
    x_values: Coordinates
    y_values: Coordinates
    grid: tuple[Coordinates, ...]
    points: tuple[tuple[float, float, float], ...]
    hover: tuple[str, ...]
    hidden: int


Scene = Flat | Cells | Space


def left_out(scene: Scene) -> str:
    """What the reader is owed for values that are not in the figure."""
    thinned = scene.note if isinstance(scene, Flat) else ""
    return " ".join(part for part in (hidden_note(scene.hidden), thinned) if part)
