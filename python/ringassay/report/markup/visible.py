"""Strings from outside made harmless and honest: nothing invisible, nothing that acts.

A system under test chooses its name, its version and its standard error. None of it may colour a
terminal, reverse the reading direction, hide or stack characters, or end a file early. What cannot
be shown as it is, is named: U+202E becomes ⟨U+202E⟩, so that a reader sees that it was there.
"""

from __future__ import annotations

import re
import unicodedata

INLINE_LIMIT = 4_000
"""Characters of one inline text that are shown."""

LISTING_LIMIT = 16_000
"""Characters of one listing that are shown, half from each end."""

_COLOUR = re.compile(r"\x1b\[[0-9;:]*m")
_MOST_MARKS = 3
_NAMED = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})


def code_point(character: str) -> str:
    """The character's name in ASCII digits: ⟨U+202E⟩."""
    return f"⟨U+{ord(character):04X}⟩"


def _character(character: str) -> str:
    number = ord(character)
    if number < 0x20:
        return chr(0x2400 + number)
    if number == 0x7F:
        return "\u2421"
    category = unicodedata.category(character)
    if category in _NAMED:
        return code_point(character)
    # No-break and typographic spaces look like spaces and are treated as such.
    return " " if category == "Zs" and character not in "\u00a0\u202f\u2009" else character


def _visible(text: str, newline: str) -> str:
    parts: list[str] = []
    marks = 0
    for character in _COLOUR.sub("", text).replace("\r\n", "\n"):
        if character == "\n":
            parts.append(newline)
        elif character == "\t":
            parts.append("    " if newline == "\n" else " ")
        elif unicodedata.combining(character) or unicodedata.category(character) in ("Mn", "Me"):
            marks += 1
            parts.append(character if marks <= _MOST_MARKS else code_point(character))
            continue
        else:
            parts.append(character if " " <= character <= "~" else _character(character))
        marks = 0
    return "".join(parts)


def inline(text: str, limit: int = INLINE_LIMIT) -> str:
    """`text` on one line, every character visible, at most `limit` characters of it."""
    return _visible(shortened(text, limit), " ")


def shortened(text: str, limit: int = INLINE_LIMIT) -> str:
    """The first characters of a long text, and how many more it has."""
    return text if len(text) <= limit else f"{text[:limit]}… ({len(text) - limit} more characters)"


def listing(text: str) -> str:
    """`text` with its line feeds, every character visible; a long one loses its middle."""
    if len(text) > LISTING_LIMIT:
        half = LISTING_LIMIT // 2
        left_out = len(text) - 2 * half
        text = f"{text[:half]}\n… ({left_out} characters left out) …\n{text[-half:]}"
    return _visible(text.rstrip("\n"), "\n")
