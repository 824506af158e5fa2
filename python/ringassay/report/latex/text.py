"""Inline text and formulas as LaTeX."""

from __future__ import annotations

import re

from ringassay.report.latex.characters import character
from ringassay.report.markup import formula, inline, symbols, visible

_WORD = re.compile(r"\S+|\s+")
_LONGEST_WORD = 16
_BREAK_EVERY = 4
_BREAK = r"\allowbreak{}"
_BREAK_AFTER = frozenset("/.:=,;_-+&?@")
_PLAIN_PDF = re.compile(r"[^A-Za-z0-9 .,:;()+*/=-]")


def _word(word: str, longest: int = _LONGEST_WORD) -> str:
    """A word; one longer than `longest` may break at punctuation and every few characters."""
    if len(word) <= longest:
        return "".join(character(one) for one in word)
    parts: list[str] = []
    since = 0
    for one in word:
        parts.append(character(one))
        since += 1
        if one in _BREAK_AFTER or since == _BREAK_EVERY:
            parts.append(_BREAK)
            since = 0
    return "".join(parts)


def escape(text: str, longest: int = _LONGEST_WORD) -> str:
    """Visible text, nothing in it a command; words longer than `longest` may break."""
    return "".join(
        " " if token.isspace() and token.isascii() else _word(token, longest)
        for token in _WORD.findall(text)
    )


def _math(node: formula.Node) -> str:  # noqa: PLR0911 (one line per kind of node)
    match node:
        case formula.Row(items):
            return "".join(_math(item) for item in items)
        case formula.Atom("function", text):
            return rf"\{text} "
        case formula.Atom(_, text) if text in symbols.COMMAND_OF and text != "−":
            return rf"\{symbols.COMMAND_OF[text]} "
        case formula.Atom(_, text):
            return {"−": "-", "{": r"\{", "}": r"\}", "%": r"\%"}.get(text, text)
        case formula.Words(text, bold):
            weight = r"\bfseries " if bold else ""
            return rf"\text{{{weight}{escape(text)}}}"
        case formula.Space(command):
            return rf"\{command} "
        case formula.Script(base, sub, sup):
            low = "" if sub is None else f"_{{{_math(sub)}}}"
            return f"{{{_math(base)}}}{low}" + ("" if sup is None else f"^{{{_math(sup)}}}")
        case formula.Fraction(top, bottom):
            return rf"\frac{{{_math(top)}}}{{{_math(bottom)}}}"
        case formula.Root(body):
            return rf"\sqrt{{{_math(body)}}}"
        case formula.Accent(command, body):
            return rf"\{command}{{{_math(body)}}}"


def latex(text: str, longest: int = _LONGEST_WORD) -> str:
    """Inline text as LaTeX; words longer than `longest` characters may break."""
    parts: list[str] = []
    for span in inline.parse(text):
        match span:
            case inline.Text(plain):
                parts.append(escape(plain, longest))
            case inline.Code(code):
                parts.append(rf"\texttt{{{escape(code, longest)}}}")
            case inline.Emphasis(stressed):
                parts.append(rf"\emph{{{escape(stressed, longest)}}}")
            case inline.Math(node):
                parts.append(rf"\({_math(node)}\)")
    return "".join(parts)


def displayed(source: str) -> str:
    """A displayed formula; one outside the subset is shown as its source."""
    try:
        body = _math(formula.parse(source))
    except formula.FormulaError:
        return rf"\begin{{center}}\texttt{{{escape(visible.inline(source))}}}\end{{center}}"
    # TeX takes an empty line inside a displayed formula for an error.
    return f"\\[\n{body}\n\\]" if body else ""


def listing(text: str) -> str:
    """Preformatted text line by line, spaces kept, long lines broken."""
    lines = []
    for line in visible.listing(text).split("\n"):
        kept = "".join("~" * len(t) if t.isspace() else _word(t) for t in _WORD.findall(line))
        lines.append(rf"\strut {kept}\par")
    return "\n".join(lines)


def bookmark(text: str) -> str:
    """`text` for PDF bookmarks and properties: plain ASCII, everything else a question mark."""
    return _PLAIN_PDF.sub("?", inline.plain(text))[:120]
