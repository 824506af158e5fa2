"""The coefficients as a tensor: small, with every exponent, and of the size in use."""

from __future__ import annotations

import numpy as np
from cyclotomic import factorise, powerful_exponents, totient
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from plain import (
    BLUE,
    LINE,
    ORANGE,
    PALE_BLUE,
    PALE_GREY,
    PALE_ORANGE,
    arrow,
    canvas,
    cell,
    write,
)

SMALL, LARGE, LANES = 15, 1728, 8
CHOSEN_ROW, CHOSEN_BLOCK = 5, 2


def axis_lengths(m: int) -> list[int]:
    """φ of the prime powers, in the order of the axes."""
    return [totient(p**e) for p, e in factorise(m)]


def heading(axes: Axes, x: float, index: str, lengths: list[int]) -> None:
    """The index and the shape."""
    write(axes, x, 35.9, index, weight="bold")
    write(axes, x, 33.6, f"{lengths[0]} × {lengths[1]} coefficients", size=8.5)


def small(axes: Axes) -> None:
    """The table of index 15 with the power of ζ of each cell."""
    rows, columns = axis_lengths(SMALL)
    exponents = powerful_exponents(SMALL)
    (width, height), left, top = (5.0, 3.2), 7.5, 25.2
    middle = left + columns * width / 2
    heading(axes, middle, f"m = {SMALL} = 5·3", [rows, columns])
    for column in range(columns):
        label = f"$\\zeta_3^{{\\,{column}}}$"
        write(axes, left + (column + 0.5) * width, top + height + 1.2, label)
    for row in range(rows):
        y = top - row * height
        write(axes, left - 2.4, y + height / 2, f"$\\zeta_5^{{\\,{row}}}$")
        for column in range(columns):
            text = f"$\\zeta^{{{exponents[row * columns + column]}}}$"
            cell(axes, (left + column * width, y), (width, height), PALE_BLUE, text)
    note = "Each cell holds the\ncoefficient of that\npower of $\\zeta = \\zeta_{15}$"
    write(axes, middle, 9.0, note, size=8.5, linespacing=1.5)


def large(axes: Axes) -> None:
    """The table of index 1728: one line along each axis, and a vector."""
    rows, columns = axis_lengths(LARGE)
    width, height, left, bottom = 1.5, 1.18, 32.0, 7.6
    right, top = left + columns * width, bottom + rows * height
    middle, centre = (left + right) / 2, (bottom + top) / 2
    heading(axes, middle, f"m = {LARGE} = 3³·2⁶", [rows, columns])
    x, y = left + CHOSEN_BLOCK * LANES * width, top - (CHOSEN_ROW + 1) * height
    marks = [
        ((x, bottom), (LANES * width, rows * height), PALE_BLUE, BLUE),
        ((left, y), (columns * width, height), PALE_ORANGE, ORANGE),
    ]
    axes.add_patch(Rectangle((left, bottom), right - left, top - bottom, facecolor=PALE_GREY))
    for corner, size, fill, _ in marks:
        axes.add_patch(Rectangle(corner, *size, facecolor=fill))
    axes.vlines(left + width * np.arange(columns + 1), bottom, top, color="white", lw=0.7)
    axes.hlines(bottom + height * np.arange(rows + 1), left, right, color="white", lw=0.7)
    for corner, size, _, edge in marks:
        axes.add_patch(Rectangle(corner, *size, fill=False, edgecolor=edge, lw=1.4, zorder=3))
    write(axes, left - 1.4, top - height / 2, "0", size=8)
    write(axes, left - 1.4, bottom + height / 2, str(rows - 1), size=8)
    write(axes, left + width / 2, top + 1.2, "0", size=8)
    write(axes, right - width / 2, top + 1.2, str(columns - 1), size=8)
    arrow(axes, (left - 1.6, top - 2.2), (left - 1.6, bottom + 2.2))
    arrow(axes, (left + 2.2, top + 1.2), (right - 2.6, top + 1.2))
    write(axes, left - 3.4, centre, "axis of 3³: $j_1$", rotation=90, size=8.5)
    write(axes, middle, top + 2.7, "axis of 2⁶: $j_2$, neighbours in memory", size=8.5)
    for height, colour, text in [
        (4.8, ORANGE, "a line along the axis of 2⁶: transformed by itself"),
        (2.2, BLUE, f"{LANES} lines along the axis of 3³: side by side in one vector"),
    ]:
        axes.plot([left, left + 2.4], [height, height], color=colour, lw=1.4)
        write(axes, left + 3.2, height, text, ha="left", size=8.5)


def draw() -> Figure:
    """Left the table of index 15, right that of index 1728."""
    figure, axes = canvas(3.8)
    small(axes)
    axes.plot([25.5, 25.5], [2, 36.5], color=LINE, lw=0.8)
    large(axes)
    return figure
