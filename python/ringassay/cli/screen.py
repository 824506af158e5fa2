"""The only way to a person's terminal: text is printed literally, on one line.

Names, labels, versions, refusals and errors come from suites, stores and programs of others. None
of them moves the cursor, colours, reverses the reading direction, or begins a line that looks like
one of ours: `tests/hostile/test_screen.py` checks that no module prints in another way.
"""

from __future__ import annotations

import sys
import unicodedata
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table
from rich.text import Text

if TYPE_CHECKING:
    from rich.progress import Progress

WIDE = 1000
"""Columns of what is no terminal: `grep` finds whole lines, and nobody sees how long they are."""

_MOST_MARKS = 3
"""Accents that one character may carry: a hundred cover the lines around it."""

Part = str | tuple[str, str]
"""A text, or a text and its style (`bold`, `red`)."""


def printable(text: str) -> str:
    """`text` on one line, with U+FFFD for what does not print.

    These are controls, C1 among them, marks of direction, parts of surrogate pairs, and accents
    beyond the third on a character. Spaces that do not break, as quantities have them, are spaces.
    """
    if text.isascii() and text.isprintable():
        return text
    shown, marks = [], 0
    for character in text:
        marks = marks + 1 if unicodedata.category(character) in ("Mn", "Me") else 0
        shown.append(_shown(character) if marks <= _MOST_MARKS else "\ufffd")
    return "".join(shown)


def _shown(character: str) -> str:
    if character.isprintable():
        return character
    return " " if unicodedata.category(character) == "Zs" else "\ufffd"


class Screen:
    """Standard output or standard error, as people see it."""

    def __init__(self, *, error: bool = False) -> None:
        """Standard output, or with `error` standard error, whose lines are never folded."""
        is_wide = not error and not (sys.stdout is not None and sys.stdout.isatty())
        self._console = Console(
            stderr=error,
            highlight=False,
            markup=False,
            emoji=False,
            width=WIDE if is_wide else None,
        )
        self._folds = not error

    @property
    def is_terminal(self) -> bool:
        """Whether a person looks at it."""
        return self._console.is_terminal

    @property
    def width(self) -> int:
        """Columns."""
        return self._console.width

    def print(self, *parts: Part, fold: bool = True) -> None:
        """One line of the parts, nothing between them. A terminal's is folded between words."""
        text = Text.assemble(
            *(
                printable(part) if isinstance(part, str) else (printable(part[0]), part[1])
                for part in parts
            )
        )
        self._console.print(text, soft_wrap=not (fold and self._folds and self.is_terminal))

    def lines(self, text: str, *, indent: str = "", fold: bool = True) -> None:
        """Each line of `text` as a line."""
        for line in text.split("\n"):
            self.print(f"{indent}{line.rstrip(chr(13))}", fold=fold)

    def heading(self, *parts: Part) -> None:
        """An empty line, then a line that stands out."""
        self.print()
        self.print(*((part, "bold") if isinstance(part, str) else part for part in parts))

    def table(self, columns: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
        """A table without decoration.

        The first column is what a person copies from it, and stays on one line.
        """
        table = Table(box=None, pad_edge=False, header_style="bold", show_header=any(columns))
        for number, column in enumerate(columns):
            table.add_column(Text(printable(column)), overflow="fold", no_wrap=number == 0)
        for row in rows:
            table.add_row(*(Text(printable(cell)) for cell in row))
        self._console.print(table)

    def page(self, markdown: str) -> None:
        """A page of ours in Markdown, set for a terminal and shown a screen at a time."""
        from rich.markdown import Markdown

        with self._console.pager(styles=True):
            self._console.print(Markdown(markdown))

    @contextmanager
    def bar(self, what: str) -> Iterator[Bar]:
        """A bar below the lines, which vanishes at the end; a screen that is a terminal."""
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

        with Progress(
            TextColumn("{task.description}", markup=False),
            BarColumn(bar_width=None),
            MofNCompleteColumn(),
            TextColumn("{task.fields[rest]}", markup=False),
            console=self._console,
            transient=True,
        ) as progress:
            yield Bar(progress, what)


class Bar:
    """How far something is."""

    def __init__(self, progress: Progress, what: str) -> None:
        """At its beginning."""
        self._progress = progress
        self._task = progress.add_task(printable(what), total=None, rest="")

    def update(
        self, what: str, done: int | None = None, total: int | None = None, rest: str = ""
    ) -> None:
        """What is being done, and what is left of it."""
        self._progress.update(
            self._task,
            description=printable(what),
            completed=done,
            total=total,
            rest=printable(rest),
        )


err = Screen(error=True)
out = Screen()
