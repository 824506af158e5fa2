"""The plain style that the pictures of the documentation share."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import matplotlib as mpl

mpl.use("svg")

from matplotlib import pyplot as plt
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import FancyArrowPatch, FancyBboxPatch, Rectangle

INK, GREY, LINE = "#222222", "#666666", "#bbbbbb"
BLUE, ORANGE, GREEN = "#0b66a8", "#c8500a", "#16805c"
PALE_BLUE, PALE_ORANGE, PALE_GREEN, PALE_GREY = "#dcebf7", "#fbe5d6", "#d9f0e6", "#f2f2f2"

WIDTH = 8.3
"""Inches: as wide as a page of text."""

# Letters become outlines, so that a picture needs no font; equal input gives equal bytes.
STYLE: Any = {
    "svg.fonttype": "path",
    "svg.hashsalt": "ringassay",
    "font.family": "DejaVu Sans",
    "font.size": 9.5,
    "mathtext.fontset": "dejavusans",
    "text.color": INK,
    "axes.edgecolor": GREY,
    "axes.labelcolor": INK,
    "axes.linewidth": 0.8,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.titlesize": 9.5,
    "xtick.color": GREY,
    "ytick.color": GREY,
    "legend.frameon": False,
}


def save(figure: Figure, path: Path) -> None:
    """Writes a figure on a white ground, without date or version, and forgets it."""
    figure.savefig(
        path,
        format="svg",
        facecolor="white",
        metadata={"Date": None, "Creator": None},
    )
    plt.close(figure)


def canvas(height: float, scale: float = 10.0) -> tuple[Figure, Axes]:
    """A drawing without axes, `scale` units to the inch, the origin at the lower left."""
    figure = plt.figure(figsize=(WIDTH, height))
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set(xlim=(0, WIDTH * scale), ylim=(0, height * scale), aspect="equal")
    axes.axis("off")
    return figure, axes


def box(axes: Axes, corner: tuple[float, float], size: tuple[float, float], fill: str) -> None:
    """A box with round corners."""
    style = "round,pad=0,rounding_size=1.2"
    patch = FancyBboxPatch(corner, *size, boxstyle=style, facecolor=fill, edgecolor=GREY, lw=0.8)
    axes.add_patch(patch)


def arrow(
    axes: Axes, tail: tuple[float, float], head: tuple[float, float], bend: float = 0.0
) -> None:
    """An arrow, straight or bent."""
    patch = FancyArrowPatch(
        tail,
        head,
        arrowstyle="-|>",
        mutation_scale=11,
        color=INK,
        lw=1.1,
        shrinkA=0,
        shrinkB=0,
        connectionstyle=f"arc3,rad={bend}",
    )
    axes.add_patch(patch)


def write(axes: Axes, x: float, y: float, text: str, **style: Any) -> None:
    """A text with its middle at (x, y), unless the style says otherwise."""
    axes.text(x, y, text, **({"ha": "center", "va": "center"} | style))


def cell(
    axes: Axes, corner: tuple[float, float], size: tuple[float, float], fill: Any, text: str
) -> None:
    """A table's cell with its lower left corner there, and a text in its middle."""
    axes.add_patch(Rectangle(corner, *size, facecolor=fill, edgecolor="white", lw=0.8))
    write(axes, corner[0] + size[0] / 2, corner[1] + size[1] / 2, text)
