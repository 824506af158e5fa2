"""Lazy residues: the ranges that values pass through in one butterfly."""

from __future__ import annotations

from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from plain import BLUE, LINE, ORANGE, PALE_BLUE, PALE_ORANGE, canvas, write

STEPS = [
    ("x, as it comes", 4, False),
    ("fold: subtract 2q where possible", 2, False),
    ("y, as it comes", 4, False),
    ("w·y", 2, True),
    ("x + w·y", 2 + 2, False),
    ("x − w·y + 2q", 2 + 2, False),
    ("store: subtract 2q, then q, where possible", 1, False),
]
"""What happens, the class of the result, and whether it is a product."""


def draw() -> Figure:
    """Bars from 0 to c·q, one for each step."""
    figure, axes = canvas(2.9)
    left, unit, top, height = 36.0, 10.2, 22.6, 2.0
    for c in range(5):
        x = left + c * unit
        axes.plot([x, x], [2.4, top + 2.6], color=LINE, lw=0.8, zorder=0)
        write(axes, x, top + 4.0, f"{c}q".replace("0q", "0").replace("1q", "q"))
    for step, (name, c, is_product) in enumerate(STEPS):
        y = top - step * 3.1
        fill, edge = (PALE_ORANGE, ORANGE) if is_product else (PALE_BLUE, BLUE)
        corner = (left, y - height / 2)
        axes.add_patch(Rectangle(corner, c * unit, height, facecolor=fill, edgecolor=edge))
        write(axes, left - 1.2, y, name, ha="right")
        label = "canonical" if c == 1 else f"class {c}"
        write(axes, left + c * unit / 2, y, label, size=8.5)
    return figure
