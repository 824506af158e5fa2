"""How an identity looks: one colour, marker and dash in every figure, on paper and on screen.

The colours follow Okabe and Ito's palette for all kinds of colour vision (*Color Universal
Design*, 2008), darkened for white and lightened for dark backgrounds; markers and dashes repeat
the distinction, so that nothing depends on colour alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ringassay.report.document import Document
from ringassay.report.plots.model import (
    BoxPlot,
    HeatMap,
    Histogram,
    Plot,
    ScatterPlot,
    SurfacePlot,
)

LIGHT = ("#0067a5", "#cc5200", "#00805e", "#b0468c", "#a87400", "#3a8fc2", "#7a5a3c", "#5b4fb3")
"""Colours on white, by rank."""

DARK = ("#5ab0ee", "#ff8f4f", "#36c99b", "#ea9ccb", "#f0ba3e", "#9ad4f7", "#cdab88", "#a9a0f5")
"""Colours on dark grey, by rank."""

NEUTRAL_LIGHT, NEUTRAL_DARK = "#6b7280", "#a3abb8"
NEUTRAL_RANK = -1

_WEB_MARKERS = ("circle", "square", "diamond", "triangle-up", "cross", "x", "star", "hexagon")
_VECTOR_MARKERS = ("o", "s", "D", "^", "P", "X", "*", "h")


@dataclass(frozen=True, slots=True)
class Look:
    """Colour by rank (-1 is grey) and marker of one identity."""

    rank: int
    variant: int = 0

    @property
    def light(self) -> str:
        """The colour on white."""
        return NEUTRAL_LIGHT if self.rank < 0 else LIGHT[self.rank % len(LIGHT)]

    @property
    def dark(self) -> str:
        """The colour on a dark background."""
        return NEUTRAL_DARK if self.rank < 0 else DARK[self.rank % len(DARK)]

    @property
    def web_marker(self) -> str:
        """The marker by plotly's name; beyond eight identities colour and marker differ apart."""
        return _WEB_MARKERS[self._marker]

    @property
    def vector_marker(self) -> str:
        """The same marker by matplotlib's name."""
        return _VECTOR_MARKERS[self._marker]

    @property
    def _marker(self) -> int:
        # Half way round the list, a variant meets no neighbour's first marker.
        turn = self.variant * (len(_WEB_MARKERS) // 2)
        return (self.rank + self.rank // len(LIGHT) + turn) % len(_WEB_MARKERS)


def identities(plot: Plot) -> Iterator[str]:
    """The identities of a plot's series, in their order."""
    match plot:
        case SurfacePlot():
            yield plot.identity or plot.name
        case HeatMap():
            return
        case Histogram():
            for sample in plot.samples:
                yield sample.identity or sample.name
        case BoxPlot():
            for boxes in plot.series:
                yield boxes.identity or boxes.name
        case _:
            for series in plot.series:
                yield series.identity or series.name
            if isinstance(plot, ScatterPlot):
                for series in plot.lines:
                    yield series.identity or series.name


class Looks:
    """The looks of all identities of one document."""

    def __init__(self, document: Document) -> None:
        self._neutral = frozenset(document.neutral)
        self._ranks: dict[str, int] = {}
        for identity in document.identities:
            self._rank(identity)
        for figure in document.figures():
            for identity in identities(figure.plot):
                self._rank(identity)

    def _rank(self, identity: str) -> int:
        if identity in self._neutral:
            return NEUTRAL_RANK
        return self._ranks.setdefault(identity, len(self._ranks))

    def of(self, identity: str) -> Look:
        """The look of `identity`."""
        return Look(self._rank(identity))
