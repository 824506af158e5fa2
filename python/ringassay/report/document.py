"""The document model: what a report says, before anything is said about HTML or LaTeX.

Texts (titles, paragraphs, captions, notes, labels, cells) carry inline markup and nothing else:
`` `code` ``, `*emphasis*`, `$math$`. A backslash before one of `` \\ ` * $ `` makes it literal.
**Strings that come from outside (a SUT's name, version, standard error) go through `literal`**,
so that their stars and dollars stay stars and dollars; the renderers neutralise everything else,
also when this is forgotten. `Listing.text` and all texts in plots are literal already.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Literal

from ringassay.report.markup import visible
from ringassay.report.plots.model import (
    Axis,
    BarPlot,
    BoxPlot,
    BoxSeries,
    HeatMap,
    Histogram,
    LinePlot,
    Plot,
    Sample,
    ScatterPlot,
    Series,
    SurfacePlot,
)

__all__ = [
    "Axis",
    "BarPlot",
    "Block",
    "BoxPlot",
    "BoxSeries",
    "Callout",
    "Cell",
    "Column",
    "Details",
    "Document",
    "Figure",
    "Formula",
    "HeatMap",
    "Histogram",
    "Items",
    "KeyFigure",
    "KeyFigures",
    "LinePlot",
    "Listing",
    "Paragraph",
    "Plot",
    "Sample",
    "ScatterPlot",
    "Section",
    "Series",
    "Subheading",
    "SurfacePlot",
    "Table",
    "Tone",
    "literal",
    "walk",
]

Tone = Literal["good", "warning", "bad", "info"]

_ANCHOR = re.compile(r"[a-z][a-z0-9-]*\Z")
_MARKUP = re.compile(r"[\\`*$]")


def literal(text: str) -> str:
    """`text` with its markup characters escaped, to be shown as it is inside any text.

    Of a long one the beginning, with how much is left out: what is cut later could end within an
    escape.
    """
    return _MARKUP.sub(lambda match: "\\" + match.group(), visible.shortened(text))


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Running prose."""

    text: str


@dataclass(frozen=True, slots=True)
class Items:
    """A bullet list."""

    items: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Subheading:
    """A heading inside a section, below the section's own."""

    text: str


@dataclass(frozen=True, slots=True)
class Callout:
    """A sentence or two that must not be overlooked."""

    kind: Tone
    text: str


@dataclass(frozen=True, slots=True)
class KeyFigure:
    """One number worth a large type, what it is, and under which circumstances."""

    value: str
    label: str
    note: str = ""
    tone: Tone = "info"


@dataclass(frozen=True, slots=True)
class KeyFigures:
    """Key figures side by side."""

    items: tuple[KeyFigure, ...]


@dataclass(frozen=True, slots=True)
class Column:
    """One column of a table. Numbers belong right, and `unit` into the head, not the cells."""

    label: str
    align: Literal["left", "right"] = "left"
    unit: str = ""


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell with more than text: a `value` to sort by, a `tone` to colour it with."""

    text: str
    value: float | None = None
    tone: Tone | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """A table; every row has one cell per column. Zero rows are allowed and shown as such."""

    caption: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[str | Cell, ...], ...]
    note: str = ""

    def __post_init__(self) -> None:
        if not self.columns:
            raise ValueError(f"table {self.caption!r} has no columns")
        for number, row in enumerate(self.rows):
            if len(row) != len(self.columns):
                raise ValueError(
                    f"table {self.caption!r}: row {number} has {len(row)} cells "
                    f"for {len(self.columns)} columns"
                )

    def cells(self) -> Iterator[tuple[Cell, ...]]:
        """The rows with every cell as a `Cell`."""
        for row in self.rows:
            yield tuple(cell if isinstance(cell, Cell) else Cell(cell) for cell in row)


@dataclass(frozen=True, slots=True)
class Figure:
    """A plot with its caption; `note` holds the circumstances of the measurement."""

    caption: str
    plot: Plot
    note: str = ""


@dataclass(frozen=True, slots=True)
class Formula:
    """A displayed formula, in the subset of LaTeX that `ringassay.report.markup.formula` reads."""

    latex: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Listing:
    """Preformatted text, literal: commands, circuits, standard error."""

    text: str
    caption: str = ""


@dataclass(frozen=True, slots=True)
class Details:
    """Blocks that a reader opens when they want them; on paper they stand below their title."""

    title: str
    blocks: tuple[Block, ...]
    is_open: bool = False


Block = (
    Paragraph
    | Items
    | Subheading
    | Callout
    | KeyFigures
    | Table
    | Figure
    | Formula
    | Listing
    | Details
)
"""Any part of a section."""


def walk(blocks: Iterable[Block]) -> Iterator[Block]:
    """Every block in reading order; what is inside of details follows them."""
    for block in blocks:
        yield block
        if isinstance(block, Details):
            yield from walk(block.blocks)


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the report; `anchor` (lower-case letters, digits, hyphens) is its address."""

    title: str
    anchor: str
    blocks: tuple[Block, ...]
    intro: str = ""

    def __post_init__(self) -> None:
        if not _ANCHOR.match(self.anchor):
            raise ValueError(
                f"section {self.title!r}: anchor {self.anchor!r} must be lower-case letters, "
                "digits and hyphens, starting with a letter"
            )


@dataclass(frozen=True, slots=True)
class Document:
    """A report.

    `meta` (label → text) are the circumstances shown with the title: machine, run, version.
    `identities` fixes which identity gets which colour, in order; others follow as they appear.
    `neutral` identities (the plaintext baseline) are drawn in grey.
    """

    title: str
    subtitle: str
    summary: tuple[Block, ...]
    sections: tuple[Section, ...]
    meta: dict[str, str] = field(default_factory=dict)
    identities: tuple[str, ...] = ()
    neutral: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        anchors = [section.anchor for section in self.sections]
        twice = sorted({anchor for anchor in anchors if anchors.count(anchor) > 1})
        if twice:
            raise ValueError(f"section anchors used twice: {', '.join(twice)}")

    def blocks(self) -> Iterator[Block]:
        """Every block, in reading order."""
        yield from walk(self.summary)
        for section in self.sections:
            yield from walk(section.blocks)

    def figures(self) -> Iterator[Figure]:
        """Every figure, in reading order."""
        return (block for block in self.blocks() if isinstance(block, Figure))
