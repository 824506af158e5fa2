"""The three bases, the maps between them, and one small element in all three."""

from __future__ import annotations

import numpy as np
from cyclotomic import running_sums, units, values
from matplotlib.figure import Figure
from plain import GREY, PALE_BLUE, PALE_GREEN, PALE_ORANGE, arrow, box, canvas, write

M, Q, ROOT = 9, 19, 4
POWERFUL = [1, 0, 0, 0, 1, 0]
"""1 + x^4 in the ring of index 9."""

ADDITIONS = "·g, ÷g, automorphisms:\nadditions"
PRODUCTS = "·g, ÷g: a product for each value\nautomorphisms: a permutation"


def draw() -> Figure:
    """Three boxes, arrows with what the maps do, and below what else is done in each basis."""
    decoding = np.linalg.solve(running_sums(M), POWERFUL).round().astype(int).tolist()
    # The order of the transform of 3^2: first the exponents that are 1 modulo 3.
    order = sorted(units(M), key=lambda u: (u % 3, u))
    crt = values(POWERFUL, ROOT, Q, order)
    figure, axes = canvas(2.8)
    for left, name, fill, numbers, use, rest in [
        (1, "Decoding basis", PALE_ORANGE, decoding, "draw errors\nremove errors", ADDITIONS),
        (31, "Powerful basis", PALE_BLUE, POWERFUL, "lift, round\ntake digits", ADDITIONS),
        (61, "CRT basis", PALE_GREEN, crt, "multiply", PRODUCTS),
    ]:
        box(axes, (left, 9), (21, 13), fill)
        write(axes, left + 10.5, 19.6, name, weight="bold", size=10.5)
        write(axes, left + 10.5, 16.3, ", ".join(map(str, numbers)).replace("-", "−"))
        write(axes, left + 10.5, 12.2, use, size=9, linespacing=1.5)
        write(axes, left + 10.5, 5.6, rest, size=8.5, linespacing=1.5)
    for left, over, there, back in [
        (22, "additions only", ("L", "running sums"), ("L⁻¹", "differences")),
        (52, "the transform", ("crt", "values at roots"), ("crt⁻¹", "interpolation")),
    ]:
        middle = left + 4.5
        arrow(axes, (left + 0.5, 17.0), (left + 8.5, 17.0))
        arrow(axes, (left + 8.5, 13.6), (left + 0.5, 13.6))
        write(axes, middle, 25.0, over, size=9, color=GREY)
        for (name, what), y, step in [(there, 19.7, -1.6), (back, 12.1, -1.5)]:
            write(axes, middle, y, name, style="italic")
            write(axes, middle, y + step, what, size=7.5)
    numbers = f"The numbers: 1 + x⁴ in the ring of index {M}; its values modulo {Q} at the powers "
    numbers += f"{', '.join(map(str, order))} of the root {ROOT}."
    write(axes, 41.5, 1.4, numbers, size=8.5, color=GREY)
    return figure
