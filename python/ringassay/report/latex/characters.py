"""Every character as LaTeX that pdflatex can set, whatever it is."""

from __future__ import annotations

import unicodedata
from functools import cache

from ringassay.report.markup import symbols
from ringassay.report.markup.visible import code_point

# Brackets and stars are braced because they would be read as options after a line's end; quotes,
# hyphens and commas because pairs of them become other characters.
_ASCII = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "#": r"\#",
    "%": r"\%",
    "&": r"\&",
    "_": r"\_",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    '"': r"\textquotedbl{}",
    "`": r"\textasciigrave{}",
    "'": "'{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    "[": "{[}",
    "]": "{]}",
    "*": "{*}",
    "-": "-{}",
    ",": ",{}",
}
_TYPOGRAPHIC = {
    "\u00a0": "~",
    "\u202f": r"\,",
    "\u2009": r"\,",
    "–": r"\textendash{}",
    "—": r"\textemdash{}",
    "‐": "-{}",
    "‑": "-{}",
    "−": r"\ensuremath{-}",
    "‘": r"\textquoteleft{}",
    "’": r"\textquoteright{}",
    "“": r"\textquotedblleft{}",
    "”": r"\textquotedblright{}",
    "„": r"\quotedblbase{}",
    "‹": r"\guilsinglleft{}",
    "›": r"\guilsinglright{}",
    "¯": r"\textasciimacron{}",
    "…": r"\ldots{}",
    "·": r"\textperiodcentered{}",
    "•": r"\textbullet{}",
    "°": r"\textdegree{}",
    "µ": r"\textmu{}",
    "μ": r"\textmu{}",
    "€": r"\texteuro{}",
    "½": r"\textonehalf{}",
    "¼": r"\textonequarter{}",
    "¾": r"\textthreequarters{}",
    "©": r"\textcopyright{}",
    "®": r"\textregistered{}",
    "™": r"\textsuperscript{TM}",
    "§": r"\S{}",
    "¶": r"\P{}",
    "¬": r"\ensuremath{\neg}",
    "√": r"\ensuremath{\surd}",
    "←": r"\ensuremath{\leftarrow}",
    "↑": r"\ensuremath{\uparrow}",
    "↓": r"\ensuremath{\downarrow}",
    "✓": r"\ensuremath{\surd}",
    "▾": r"\ensuremath{\scriptstyle\bigtriangledown}",
}
_RAISED = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻", "0123456789+-", strict=True))
_LOWERED = dict(zip("₀₁₂₃₄₅₆₇₈₉", "0123456789", strict=True))
_T1 = frozenset(
    "¡£¿ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿ«»"
    "ĂăĄąĆćČčĎďĐđĘęĚěĞğİıĹĺĽľŁłŃńŇňŐőŒœŔŕŘřŚśŞşŠšŢţŤťŮůŰűŸŹźŻżŽž"
)
_CONTROLS = (
    "NUL SOH STX ETX EOT ENQ ACK BEL BS HT LF VT FF CR SO SI DLE DC1 DC2 DC3 DC4 NAK SYN ETB CAN "
    "EM SUB ESC FS GS RS US SP DEL"
)


def _named(name: str) -> str:
    shown = rf"{{\scriptsize\ensuremath{{\langle}}{name}\ensuremath{{\rangle}}}}"
    return rf"{shown}\allowbreak{{}}"


@cache
def character(one: str) -> str:  # noqa: PLR0911 (one return per kind of character)
    """LaTeX for one character; one that no font here has is named by its code point."""
    if one in _ASCII:
        return _ASCII[one]
    if " " <= one <= "~" or one in _T1:
        return one
    if one in _TYPOGRAPHIC:
        return _TYPOGRAPHIC[one]
    if one in _RAISED:
        return rf"\textsuperscript{{\ensuremath{{{_RAISED[one]}}}}}"
    if one in _LOWERED:
        return rf"\textsubscript{{{_LOWERED[one]}}}"
    if one in symbols.COMMAND_OF:
        return rf"\ensuremath{{\{symbols.COMMAND_OF[one]}}}"
    if 0x2400 <= ord(one) <= 0x2421:
        return _named(_CONTROLS.split()[ord(one) - 0x2400])
    plain = unicodedata.normalize("NFKC", one)
    if plain != one and all(" " <= part <= "~" or part in _T1 for part in plain):
        return "".join(character(part) for part in plain)
    return _named(code_point(one)[1:-1])


def is_named(one: str) -> bool:
    """Whether no font here has the character, so that its code point stands for it."""
    return character(one) == _named(code_point(one)[1:-1])
