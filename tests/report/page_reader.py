"""Reads a page back with the standard library's parser: an oracle that knows nothing of ours."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html.parser import HTMLParser

VOID = frozenset({"meta", "img", "br", "link", "input", "hr"})


class Page(HTMLParser):
    """Elements with their attributes, text by element, and tables as rows of texts."""

    def __init__(self, source: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.tables: list[list[list[str]]] = []
        self.captions: list[str] = []
        self.scripts: list[str] = []
        self.errors: list[str] = []
        self._open: list[str] = []
        self._capture: list[str] | None = None
        self.feed(source)
        self.close()
        if self._open:
            self.errors.append(f"never closed: {self._open}")

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if len(attrs) != len(dict(attrs)):
            self.errors.append(f"<{tag}> has an attribute twice")
        if tag in VOID:
            return
        self._open.append(tag)
        if tag == "table":
            self.tables.append([])
        elif tag == "tr":
            self.tables[-1].append([])
        elif tag in ("td", "th", "figcaption", "script"):
            self._capture = []

    def handle_endtag(self, tag: str) -> None:
        if not self._open or self._open[-1] != tag:
            self.errors.append(f"</{tag}> closes {self._open[-3:]}")
            return
        self._open.pop()
        if self._capture is None:
            return
        text = "".join(self._capture)
        if tag in ("td", "th"):
            self.tables[-1][-1].append(text)
        elif tag == "figcaption":
            self.captions.append(text)
        elif tag == "script":
            self.scripts.append(text)
        else:
            return
        self._capture = None

    def handle_data(self, data: str) -> None:
        if self._capture is not None:
            self._capture.append(data)


def skeleton(source: str) -> list[tuple[str, tuple[str, ...]]]:
    """Elements and names of attributes, without any text."""
    return [(tag, tuple(sorted(attributes))) for tag, attributes in Page(source).elements]


def whole(files: Mapping[str, bytes]) -> str:
    """The LaTeX document with the files that it reads in their places."""
    return re.sub(
        r"\\input\{([^}]*)\}\n",
        lambda found: files[f"{found[1]}.tex"].decode(),
        files["report.tex"].decode(),
    )
