"""Tables and figures in files of their own, each with a label, for use in other documents."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ringassay.report.markup import inline

_LONGEST = 60


class Apart:
    """Collects the files; `figures` are file name and note of hidden values, in reading order."""

    def __init__(self, figures: Iterable[tuple[str, str]]) -> None:
        self.files: dict[str, bytes] = {}
        self._figures = iter(figures)
        self._used: set[str] = set()

    def figure(self) -> tuple[str, str]:
        """File name and note of the next figure."""
        return next(self._figures)

    def name(self, folder: str, caption: str) -> str:
        """A name from a caption that no other table or figure has: it does not change with their
        number.
        """
        plain = inline.plain(caption).lower()
        words = re.sub(r"[^a-z0-9]+", "-", plain.encode("ascii", "ignore").decode())
        stem = words.strip("-")[:_LONGEST].rstrip("-") or "untitled"
        name, number = stem, 1
        while f"{folder}/{name}" in self._used:
            number += 1
            name = f"{stem}-{number}"
        self._used.add(f"{folder}/{name}")
        return name

    def put(self, folder: str, name: str, text: str) -> str:
        """Keeps `text` as a file; the command that reads it."""
        self.files[f"{folder}/{name}.tex"] = text.encode("utf-8")
        return rf"\input{{{folder}/{name}}}" + "\n"
