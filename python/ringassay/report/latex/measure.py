"""How wide a table gets, and which layout keeps it on the page.

LaTeX does not shrink or wrap tables that are too wide. So their natural width is estimated here
from the widths of Latin Modern's characters, rounded up, and the first layout that fits is taken:
smaller type, wrapped prose, a page turned on its side.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from ringassay.report.document import Column, Table
from ringassay.report.latex.characters import is_named
from ringassay.report.markup import formula, inline

PORTRAIT_PT, LANDSCAPE_PT = 452.0, 690.0
"""Usable widths of the page, upright and turned, in TeX points."""

_SIZES = (("small", 0.9), ("footnotesize", 0.8), ("scriptsize", 0.7), ("tiny", 0.5))
_SEPARATION_PT = {"small": 5.0, "footnotesize": 4.0, "scriptsize": 3.0, "tiny": 2.5}
_PROSE_PT = 95.0
_NARROW_PT = 38.0
_NARROW = frozenset("ijl.,:;|!'()[]{}/It` ")
# Spaces and dashes of the General Punctuation block are no wider than a letter.
_PUNCTUATION = range(0x2000, 0x2070)
_THIN = "\u2009\u202f"
# Symbols of our own tables: ℓ, minus, and raised and lowered digits.
_SYMBOLS = frozenset("ℓ−⁰¹²³⁴⁵⁶⁷⁸⁹⁻₀₁₂₃₄₅₆₇₈₉≤≥≈∞")
_WIDE = frozenset("mwMWQOGDHNUCABKXVYRE@%&—…")


def text_width_pt(text: str) -> float:
    """Width of inline text at 10 pt, estimated and rounded up, in points."""
    width = 0.0
    for span in inline.parse(text):
        if isinstance(span, inline.Code):
            width += 5.3 * len(span.text)
        elif isinstance(span, inline.Math):
            width += 5.6 * len(formula.plain(span.node))
        else:
            width += sum(_character_pt(c) for c in span.text)
    return width


def _character_pt(c: str) -> float:
    if c in _THIN:
        return 2.0
    if c in _NARROW:
        return 3.4
    if c in _WIDE:
        return 8.2
    if ord(c) < 0x2000 or ord(c) in _PUNCTUATION or c in _SYMBOLS:
        return 5.6
    # Named by its code point, ⟨U+4E2D⟩, or a symbol of mathematics.
    return 30.0 if is_named(c) else 10.0


@dataclass(frozen=True, slots=True)
class Layout:
    """How to set a table: type size, separation, widths of wrapped columns (None: natural).

    Words of more than `longest_word` characters may be broken anywhere.
    """

    size: str
    separation_pt: float
    widths_pt: tuple[float | None, ...]
    landscape: bool
    head_lines: tuple[tuple[str, ...], ...]
    longest_word: int = 16


def _head(column: Column, width_pt: float) -> tuple[str, ...]:
    """The head's words in lines not much wider than the column's cells."""
    words = [*column.label.split(" "), *([f"({column.unit})"] if column.unit else [])]
    if "$" in column.label or "`" in column.label or "*" in column.label:
        words = [column.label, *words[len(column.label.split(" ")) :]]
    width_pt = max(width_pt, *(text_width_pt(word) for word in words))
    lines = [words[0]]
    for word in words[1:]:
        if text_width_pt(f"{lines[-1]} {word}") <= width_pt * 1.05:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return tuple(lines)


def _head_width_pt(lines: Sequence[str]) -> float:
    # Heads are bold, which is wider.
    return 1.15 * max(text_width_pt(line) for line in lines)


def _shared(natural: Sequence[float], room_pt: float) -> tuple[float | None, ...] | None:
    """Widths when prose columns share what the others leave; None when that is too little."""
    prose = [index for index, width in enumerate(natural) if width > _PROSE_PT]
    if not prose:
        return None
    left = room_pt - sum(width for index, width in enumerate(natural) if index not in prose)
    # The square root gives long columns more, but not all.
    weights = {index: math.sqrt(natural[index]) for index in prose}
    widths = {index: left * weight / sum(weights.values()) for index, weight in weights.items()}
    if min(widths.values()) < _PROSE_PT * 0.75:
        return None
    return tuple(min(widths[i], natural[i]) if i in widths else None for i in range(len(natural)))


def layout(table: Table) -> Layout:
    """The largest type, upright if possible, in which `table` fits."""
    columns = range(len(table.columns))
    rows = list(table.cells())
    bodies = [max((text_width_pt(row[i].text) for row in rows), default=0.0) for i in columns]
    loose = [_head(table.columns[i], 10_000.0) for i in columns]
    tight = [_head(table.columns[i], max(bodies[i], 24.0)) for i in columns]
    for landscape, page_pt in ((False, PORTRAIT_PT), (True, LANDSCAPE_PT)):
        for size, scale in _SIZES[: 3 if landscape else 2]:
            separation = _SEPARATION_PT[size]
            room = (page_pt - 2 * separation * len(columns)) / scale
            for heads in (loose, tight):
                natural = [max(bodies[i], _head_width_pt(heads[i])) for i in columns]
                if sum(natural) <= room:
                    return Layout(size, separation, (None,) * len(columns), landscape, tuple(heads))
            widths = _shared(natural, room)
            if widths is not None:
                scaled = tuple(None if width is None else width * scale for width in widths)
                return Layout(size, separation, scaled, landscape, tuple(tight))
    return _squeezed(natural, tight)


def _squeezed(natural: Sequence[float], heads: Sequence[tuple[str, ...]]) -> Layout:
    """The last resort: every column wrapped on a turned page in the smallest type."""
    size, separation = "tiny", 1.5
    room = LANDSCAPE_PT - 2 * separation * len(natural)
    weights = [math.sqrt(min(max(width, _NARROW_PT), 400.0)) for width in natural]
    widths = tuple(room * weight / sum(weights) for weight in weights)
    return Layout(size, separation, widths, True, tuple(heads), longest_word=4)
