"""Inline markup: `` `code` ``, `*emphasis*`, `$math$`, and a backslash for the literal character.

Whatever does not close, or whose math is not understood, is literal text: reading never fails.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from ringassay.report.markup import formula, visible

_TOKEN = re.compile(
    r"""
    \\(?P<escaped>[\\`*$])
  | `(?P<code>(?:\\[\\`*$]|[^`\\]|\\(?![\\`*$]))+)`
  | \*(?P<emphasis>(?![\s*])(?:\\[\\`*$]|[^*\\]|\\(?![\\`*$]))*?(?<!\s))\*
  | \$(?P<math>(?!\s)[^$]+(?<!\s))\$(?!\d)
    """,
    re.VERBOSE | re.DOTALL,
)
_LONGEST = 2 * visible.INLINE_LIMIT + 100
"""Of what `document.literal` shortened every character may have become an escape."""
_ESCAPE = re.compile(r"\\([\\`*$])")


@dataclass(frozen=True, slots=True)
class Text:
    """Plain characters."""

    text: str


@dataclass(frozen=True, slots=True)
class Code:
    """Characters in a fixed-width font."""

    text: str


@dataclass(frozen=True, slots=True)
class Emphasis:
    """Stressed characters."""

    text: str


@dataclass(frozen=True, slots=True)
class Math:
    """A formula within the line."""

    node: formula.Node


Span = Text | Code | Emphasis | Math


def _span(match: re.Match[str]) -> Span:
    if (code := match["code"]) is not None:
        return Code(_ESCAPE.sub(r"\1", code))
    if (emphasis := match["emphasis"]) is not None:
        return Emphasis(_ESCAPE.sub(r"\1", emphasis))
    if (source := match["math"]) is not None:
        try:
            return Math(formula.parse(source))
        except formula.FormulaError:
            return Text(match.group())
    return Text(match["escaped"])


def parse(text: str) -> tuple[Span, ...]:
    """The spans of `text`, every character visible, neighbouring plain text joined."""
    text = visible.inline(text, _LONGEST)
    spans: list[Span] = []

    def add(span: Span) -> None:
        if isinstance(span, Text) and spans and isinstance(spans[-1], Text):
            spans[-1] = Text(spans[-1].text + span.text)
        elif not isinstance(span, Text) or span.text:
            spans.append(span)

    at = 0
    for match in _TOKEN.finditer(text):
        add(Text(text[at : match.start()]))
        add(_span(match))
        at = match.end()
    add(Text(text[at:]))
    return tuple(spans)


def plain(text: str) -> str:
    """`text` without its markup: for titles of windows, alternative texts and sort keys."""
    return "".join(
        formula.plain(span.node) if isinstance(span, Math) else span.text for span in parse(text)
    )
