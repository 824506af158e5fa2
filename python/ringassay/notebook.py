"""What notebooks display of our objects: small pieces of HTML, without scripts, light and dark.

Everything that is put in is escaped.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_QUIET = "opacity:.7;font-size:.9em"
_CELL = "text-align:left;padding:.1em .8em .1em 0;border:0"


def card(headline: str, note: str = "", body: str = "") -> str:
    """A headline, a quiet line below it, and pieces made by the other functions."""
    lines = [f'<div style="margin:.3em 0"><div><b>{escape(headline)}</b></div>']
    if note:
        lines.append(f'<div style="{_QUIET}">{escape(note)}</div>')
    return "".join([*lines, body, "</div>"])


def table(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table; without columns' names there is no head."""
    head = "".join(f'<th style="{_CELL}">{escape(name)}</th>' for name in columns)
    lines = [f"<thead><tr>{head}</tr></thead>"] if any(columns) else []
    lines.append("<tbody>")
    for row in rows:
        cells = "".join(f'<td style="{_CELL}">{escape(str(cell))}</td>' for cell in row)
        lines.append(f"<tr>{cells}</tr>")
    return f'<table style="border-collapse:collapse">{"".join(lines)}</tbody></table>'


def facts(rows: Iterable[tuple[str, object]]) -> str:
    """Names and values."""
    return table(("", ""), rows)


def bar(parts: Sequence[tuple[str, float, str]], label: str) -> str:
    """A bar that is divided: name, share and colour of each part. `label` is for who cannot see."""
    whole = sum(max(share, 0.0) for _, share, _ in parts) or 1.0
    pieces = "".join(
        f'<span title="{escape(name)}" style="display:inline-block;height:100%;'
        f'width:{100 * max(share, 0.0) / whole:.1f}%;background:{colour}"></span>'
        for name, share, colour in parts
    )
    return (
        f'<div role="img" aria-label="{escape(label)}" style="width:20em;max-width:100%;'
        f"height:.9em;border:1px solid #888;border-radius:2px;overflow:hidden;"
        f'white-space:nowrap;font-size:1em;line-height:0">{pieces}</div>'
    )


class Plot:
    """A drawing: notebooks show it, `save` writes it, `axes` is matplotlib's for changes.

    It takes no part in matplotlib's state (`pyplot`), and needs no window.
    """

    def __init__(self, title: str, x: str, y: str) -> None:
        from matplotlib.figure import Figure  # noqa: PLC0415

        self.figure: Figure = Figure(figsize=(6.4, 3.6), layout="constrained")
        self.axes: Axes = self.figure.subplots()
        self.axes.set(title=title, xlabel=x, ylabel=y)

    def save(self, path: str | Path) -> None:
        """Writes it; the name's end says in which format (png, svg, pdf)."""
        self.figure.savefig(path)

    def __repr__(self) -> str:
        return f"<plot: {self.axes.get_title()}>"

    def _repr_svg_(self) -> str:
        """The drawing."""
        buffer = io.StringIO()
        self.figure.savefig(buffer, format="svg")
        return buffer.getvalue()
