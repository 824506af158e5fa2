"""What every subcommand shares: where text goes, `--json`, tables, quantities for people."""

from __future__ import annotations

import json
import sys
import unicodedata
from collections.abc import Sequence
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from ringassay.cli.command import Application

JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON for programs to read.")]

WIDE = 1000
"""Columns of what is no terminal: `grep` finds whole lines, and nobody sees how long they are."""

err = Console(stderr=True, highlight=False, soft_wrap=True)
out = Console(
    highlight=False, width=None if sys.stdout is not None and sys.stdout.isatty() else WIDE
)


def subcommand(**options: Any) -> typer.Typer:
    """The application of one subcommand: its help is markdown, in which brackets are literal."""
    return Application(add_completion=False, rich_markup_mode="markdown", **options)


def emit_json(value: Any) -> None:
    """One JSON value on a line of its own, flushed so that a reader sees it at once."""
    sys.stdout.write(json.dumps(value, ensure_ascii=False, default=str) + "\n")
    sys.stdout.flush()


def print_table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """A table without decoration; cells may hold anything and are printed literally.

    The first column is what a person copies from it, and stays on one line.
    """
    table = Table(box=None, pad_edge=False, header_style="bold", show_header=any(columns))
    for number, column in enumerate(columns):
        table.add_column(column, overflow="fold", no_wrap=number == 0)
    for row in rows:
        table.add_row(*(printable(cell) for cell in row))
    out.print(table)


def printable(text: str) -> str:
    """`text` without control characters and without rich's markup: it may come from a SUT.

    Spaces that do not break, as quantities have them, are spaces.
    """
    return escape("".join(_shown(c) for c in text))


def _shown(character: str) -> str:
    if character.isprintable():
        return character
    return " " if unicodedata.category(character) == "Zs" else "\ufffd"


def printable_lines(text: str) -> str:
    """`printable`, line by line."""
    return "\n".join(printable(line) for line in text.splitlines())


def duration(seconds: float) -> str:
    """A rough duration: 45 s, 3 min 20 s, 2 h 5 min."""
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600} h {whole % 3600 // 60} min"


def plural(count: int, noun: str) -> str:
    """`1 circuit`, `2 circuits`."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
