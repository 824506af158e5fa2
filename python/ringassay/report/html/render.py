"""A document as one HTML file: text, tables, figures, styles and scripts, nothing fetched.

Plotly travels compressed inside the page and is unpacked when the first figure comes into view.
Every figure is there twice: as data for plotly, and as a drawing for paper and for browsers
without scripts. A content security policy names the page's two scripts by their hash, so that
nothing else could run even if a string found a way into the markup.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import itertools
import json
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any
from urllib.parse import quote

import jinja2
import plotly
from markupsafe import Markup

from ringassay.report.document import Cell, Document, Table
from ringassay.report.html import text
from ringassay.report.markup import inline, sortkey, visible
from ringassay.report.plots import looks, vector, web
from ringassay.report.plots.compose import compose
from ringassay.report.plots.scene import left_out

_LONGEST_LINE = 26
_MANY_COLUMNS = 8
_LONG_ROW = 100
"""Characters of a table's widest cells together."""
_IN_ADDRESS = " !$()*+,-./:;=?@_~"
"""What neither an address nor an attribute of HTML needs escaped; a space in quotation marks."""
_WORD = {"good": "Good", "warning": "Caution", "bad": "Problem", "info": "Note"}


@dataclass(frozen=True, slots=True)
class _Cell:
    cell: Cell
    key: float | None


@dataclass(frozen=True, slots=True)
class _Drawing:
    number: int
    hidden: str
    height_px: int
    data: Markup
    svg: str


def _resource(name: str) -> str:
    return (resources.files("ringassay.report.html") / name).read_text(encoding="utf-8")


@cache
def _plotly() -> str:
    """plotly.js, compressed (without a date, so that it is always the same), in base64."""
    path = Path(plotly.__file__).parent / "package_data" / "plotly.min.js"
    return base64.b64encode(gzip.compress(path.read_bytes(), 9, mtime=0)).decode("ascii")


def _json(value: Any) -> Markup:
    """JSON that can stand inside a script element."""
    encoded = json.dumps(value, ensure_ascii=True, allow_nan=False, separators=(",", ":"))
    for character in "<>&":
        encoded = encoded.replace(character, f"\\u{ord(character):04x}")
    return Markup(encoded)  # noqa: S704 (the characters that could end the element are gone)


def _rows(table: Table) -> list[list[_Cell]]:
    rows = [list(row) for row in table.cells()]
    keys = [
        sortkey.column_keys(
            [inline.plain(row[index].text) for row in rows], [row[index].value for row in rows]
        )
        for index in range(len(table.columns))
    ]
    return [
        [_Cell(cell, keys[column][number]) for column, cell in enumerate(row)]
        for number, row in enumerate(rows)
    ]


def _drawings(document: Document) -> list[_Drawing]:
    identities = looks.Looks(document)
    drawings: list[_Drawing] = []
    for number, figure in enumerate(document.figures(), 1):
        scene = compose(figure.plot, identities)
        drawn = web.figure(scene)
        drawings.append(
            _Drawing(
                number,
                left_out(scene),
                drawn["layout"]["height"],
                _json(drawn),
                _address(vector.draw(scene, "svg")),
            )
        )
    return drawings


def _address(svg: bytes) -> str:
    """A drawing as the address of an image, an eighth shorter than in base64.

    Line ends and indentation are one space, which is what XML makes of them in attributes and SVG
    in text.
    """
    lines = (line.strip() for line in svg.splitlines())
    on_a_line = b" ".join(line for line in lines if line)
    return f"data:image/svg+xml,{quote(on_a_line, safe=_IN_ADDRESS)}"


def _breadth(table: Table, index: int) -> str:
    """Whether a column's cells stay on one line (`short`) or are prose that wraps (`long`)."""
    lengths = [len(inline.plain(row[index].text)) for row in table.cells()]
    return "long" if max(lengths, default=0) > _LONGEST_LINE else "short"


def _is_dense(table: Table) -> bool:
    """Whether a table needs small letters to fit beside the contents."""
    widths = (
        max(
            (len(inline.plain(row[index].text)) for row in table.cells()),
            default=0,
        )
        for index in range(len(table.columns))
    )
    return len(table.columns) > _MANY_COLUMNS or sum(widths) > _LONG_ROW


def _hash(script: str) -> str:
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode("ascii")
    return f"'sha256-{digest}'"


def _policy(scripts: list[str]) -> str:
    # Plotly compiles its 3D shaders' command lists with `new Function`; blob: is plotly itself.
    allowed = " ".join(_hash(script) for script in scripts)
    return (
        f"default-src 'none'; script-src {allowed} blob: 'unsafe-eval'; "
        "style-src 'unsafe-inline'; img-src data: blob:; base-uri 'none'; form-action 'none'"
    )


def render(document: Document) -> str:
    """The page. The same document gives the same characters."""
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("ringassay.report.html", "templates"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters.update(
        text=text.html, plain=inline.plain, displayed=text.displayed, listing=visible.listing
    )
    drawings = _drawings(document)
    palette = {
        "light": [*looks.LIGHT, looks.NEUTRAL_LIGHT],
        "dark": [*looks.DARK, looks.NEUTRAL_DARK],
    }
    theme_script = _resource("assets/theme.js")
    page_script = _resource("assets/tables.js") + _resource("assets/page.js")
    # The template walks the blocks in reading order, as `Document.figures` does.
    next_drawing, next_table = iter(drawings), itertools.count(1)
    return environment.get_template("page.html.j2").render(
        document=document,
        kind=lambda block: type(block).__name__,
        next_drawing=lambda: next(next_drawing),
        next_table=lambda: next(next_table),
        rows=_rows,
        breadth=_breadth,
        is_dense=_is_dense,
        word=_WORD,
        palette=_json(palette),
        policy=_policy([theme_script, page_script]),
        style=Markup(_resource("assets/page.css")),  # noqa: S704 (our own file)
        theme_script=Markup(theme_script),  # noqa: S704 (our own file)
        page_script=Markup(page_script),  # noqa: S704 (our own file)
        plotly=_plotly() if drawings else "",
    )
