"""What notebooks show of explorations."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ringassay.explore.app import AppError
from ringassay.notebook import Plot, card, table

if TYPE_CHECKING:
    from ringassay.explore.results import Explored
    from ringassay.explore.selection import Selection

ESTIMATED = 0
"""Of the column `attack_status`."""


def explored(shown: Explored) -> str:
    """A row for each block: how many points, how many of them deep and secure enough."""
    bits = shown.app.constraints.security_bits
    depth = shown.facts["multiplicative_depth"]
    rows = []
    for one in shown.blocks:
        known = one.columns
        deep = known["depth"] >= depth
        secure = (known["attack_status"] == ESTIMATED) & (known["security_bits"] >= bits)
        rows.append((one.block.name, one.block.scheme, len(one), deep.sum(), (deep & secure).sum()))
    columns = ("block", "scheme", "points", f"depth {depth}", f"and {bits:g} bits")
    note = "times predicted" if shown.has_predictions else "no times predicted"
    return card(shown.app.title or shown.app.name, note, table(columns, rows))


def selection(shown: Selection) -> str:
    """The best point of each block, best first."""
    if shown.recommended is None:
        return card("no point satisfies everything", shown.explored.app.title)
    columns = ("block", "n", "log2 q", "log2 w", "t", "security", "depth")
    rows = [
        (
            point["block"],
            point["n"],
            f"{point['log2_q']:g}",
            f"{point['log2_w']:g}",
            point["t"],
            f"{point['security_bits']:.1f} bits",
            point["depth"],
        )
        for point in map(shown.point, shown.ranking)
    ]
    headline = f"recommended: {rows[0][0]}, n = {rows[0][1]}, log2 q = {rows[0][2]}"
    return card(headline, f"{shown.explored.app.title}; best first", table(columns, rows))


def plot(shown: Explored, x: str, y: str) -> Plot:
    """Two columns of all points, a colour for each block."""
    drawn = Plot(shown.app.title or shown.app.name, x, y)
    for one in shown.blocks:
        for name in (x, y):
            if name not in one.columns:
                raise AppError(f"there is no column {name!r}: {', '.join(sorted(one.columns))}")
        values = [np.asarray(one.columns[name], dtype=np.float64) for name in (x, y)]
        known = np.isfinite(values[0]) & np.isfinite(values[1])
        drawn.axes.plot(values[0][known], values[1][known], ".", markersize=3, label=one.block.name)
    drawn.axes.legend()
    return drawn
