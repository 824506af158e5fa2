"""The entry points of the report: a document in, files out."""

from __future__ import annotations

from pathlib import Path

from ringassay.files import write_whole
from ringassay.report.document import Document
from ringassay.report.html.render import render as _html
from ringassay.report.latex.compile import LatexError, available, compile_pdf
from ringassay.report.latex.render import render as _latex

__all__ = ["LatexError", "available", "compile_pdf", "render_html", "render_latex"]


def _write(path: Path, content: bytes) -> None:
    """Write the whole file or nothing: a reader never sees half a report."""
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, content)


def render_html(document: Document, path: Path) -> None:
    """Write `document` as one self-contained HTML file at `path`."""
    _write(path, _html(document).encode("utf-8"))


def render_latex(document: Document, directory: Path) -> None:
    """Write `document` into `directory`: `report.tex`, its tables, its figures, `ringassay.sty`."""
    for name, content in _latex(document).items():
        _write(directory / name, content)
