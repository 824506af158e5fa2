"""Runs a notebook's cells as a kernel would, without one, and shows what it would show."""

from __future__ import annotations

import ast
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

VIEWS = ("_repr_html_", "_repr_svg_")


@dataclass(frozen=True)
class Shown:
    """What a cell ends with."""

    cell: int
    value: Any
    view: str


def code_cells(notebook: Path) -> list[dict[str, Any]]:
    cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    return [cell for cell in cells if cell["cell_type"] == "code"]


def run(notebook: Path) -> list[Shown]:
    """Executes every cell in one name space; the last expression of each is shown."""
    names: dict[str, Any] = {"__name__": "__main__"}
    shown = []
    for number, cell in enumerate(code_cells(notebook)):
        tree = ast.parse("".join(cell["source"]), f"{notebook.name}, cell {number}")
        last = None
        if tree.body and isinstance(tree.body[-1], ast.Expr):
            last = ast.Expression(tree.body.pop().value)  # type: ignore[attr-defined]
        exec(compile(tree, f"{notebook.name}, cell {number}", "exec"), names)
        if last is not None:
            value = eval(compile(last, f"{notebook.name}, cell {number}", "eval"), names)
            shown.append(Shown(number, value, view(value)))
    return shown


def view(value: Any) -> str:
    """What a notebook would show of a value."""
    for name in VIEWS:
        if (method := getattr(value, name, None)) is not None:
            return method()
    return repr(value)
