"""Rader's reordering: the exponents i·j modulo a prime become those of a convolution."""

from __future__ import annotations

import colorsys

from cyclotomic import generator
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from plain import GREY, arrow, canvas, cell, write

P = 11


def colours(p: int) -> dict[int, tuple[float, float, float]]:
    """A pale colour for each power of the generator, neighbours alike."""
    g = generator(p)
    return {pow(g, k, p): colorsys.hls_to_rgb(k / (p - 1), 0.84, 0.72) for k in range(p - 1)}


def table(axes: Axes, left: float, title: str, rows: list[int], columns: list[int]) -> None:
    """The exponents i·j mod p for the given i and j."""
    fills, (width, height), top = colours(P), (2.65, 2.2), 21.6
    above = top + height + 1.0
    for a, i in enumerate(rows):
        y = top - a * height
        write(axes, left - 1.3, y + height / 2, str(i), color=GREY)
        for b, j in enumerate(columns):
            exponent = i * j % P
            corner = (left + b * width, y)
            cell(axes, corner, (width, height), fills[exponent], str(exponent))
    for b, j in enumerate(columns):
        write(axes, left + (b + 0.5) * width, above, str(j), color=GREY)
    write(axes, left - 1.4, above, "i \\ j", color=GREY, size=8)
    write(axes, left + len(columns) * width / 2, above + 3.2, title, weight="bold")


def draw() -> Figure:
    """Natural order on the left, powers of the generator on the right."""
    figure, axes = canvas(3.1)
    g, order = generator(P), range(P - 1)
    natural = list(range(1, P))
    table(axes, 5.5, f"exponents i·j mod {P}", natural, natural)
    forth, back = ([pow(g, sign * k, P) for k in order] for sign in (1, -1))
    table(axes, 52.5, f"the same, i = {g}ᵃ and j = {g}⁻ᵇ", forth, back)
    arrow(axes, (35.0, 13.0), (47.0, 13.0))
    write(axes, 41.0, 15.8, "reorder rows\nand columns", size=8.5)
    write(axes, 41.0, 10.2, f"by powers of {g}\nmodulo {P}", size=8.5)
    return figure
