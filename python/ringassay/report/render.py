"""The entry points of the report: a document in, files out."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from ringassay.report.document import Document
from ringassay.report.html.render import render as _html
from ringassay.report.latex.compile import LatexError, available, compile_pdf
from ringassay.report.latex.render import render as _latex

__all__ = ["LatexError", "available", "compile_pdf", "render_html", "render_latex"]


def _write(path: Path, content: bytes) -> None:
    """Write the whole file or nothing: a reader never sees half a report."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        temporary.chmod(0o644)
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def render_html(document: Document, path: Path) -> None:
    """Write `document` as one self-contained HTML file at `path`."""
    _write(path, _html(document).encode("utf-8"))


def render_latex(document: Document, directory: Path) -> None:
    """Write `document` into `directory`: `report.tex`, its tables, its figures, `ringassay.sty`."""
    for name, content in _latex(document).items():
        _write(directory / name, content)
