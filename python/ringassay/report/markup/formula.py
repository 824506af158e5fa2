"""Formulas: a small, closed subset of LaTeX math, read into a tree and written from the tree.

Read are letters, numbers, operators, `^` and `_`, groups, `\\frac`, `\\sqrt`, `\\text`, `\\mathrm`,
`\\mathbf`, `\\hat`, `\\bar`, `\\left`, `\\right`, spaces, and the names in `symbols`. Everything
else is a `FormulaError`. No command of the source reaches LaTeX unless this module wrote it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from ringassay.report.markup import symbols

_TOKEN = re.compile(
    r"\s*(?:\\(?P<command>[A-Za-z]+|[,:;{}%])|(?P<number>\d+(?:\.\d+)?)|(?P<character>\S))"
)
_BRACED = re.compile(r"\s*\{([^{}\\$]*)\}")
_OPERATORS = frozenset("+-=<>/()[]|,.:;!'−")
_SPACED = frozenset("=≈<>≤≥+−·×∝∈")
_DEEPEST = 24


class FormulaError(ValueError):
    """The formula is outside the subset; the message says where and what was expected."""


@dataclass(frozen=True, slots=True)
class Row:
    """Nodes one after the other."""

    items: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Atom:
    """One symbol: an identifier, a number, an operator, or the name of a function."""

    kind: Literal["identifier", "number", "operator", "function"]
    text: str


@dataclass(frozen=True, slots=True)
class Words:
    """Text within a formula, upright or bold."""

    text: str
    bold: bool = False


@dataclass(frozen=True, slots=True)
class Space:
    """A space, by its LaTeX command without the backslash."""

    command: str


@dataclass(frozen=True, slots=True)
class Script:
    """A base with subscript, superscript or both."""

    base: Node
    sub: Node | None
    sup: Node | None


@dataclass(frozen=True, slots=True)
class Fraction:
    """Numerator over denominator."""

    top: Node
    bottom: Node


@dataclass(frozen=True, slots=True)
class Root:
    """A square root."""

    body: Node


@dataclass(frozen=True, slots=True)
class Accent:
    """A hat or a bar over a node."""

    command: Literal["hat", "bar"]
    body: Node


Node = Row | Atom | Words | Space | Script | Fraction | Root | Accent


class _Reader:
    def __init__(self, source: str) -> None:
        self.source = source
        self.at = 0

    def fail(self, expected: str) -> FormulaError:
        return FormulaError(f"at character {self.at + 1} of {self.source!r}: expected {expected}")

    def peek(self) -> re.Match[str] | None:
        return _TOKEN.match(self.source, self.at)

    def peek_character(self) -> str:
        token = self.peek()
        return (token["character"] or "") if token else ""

    def row(self, depth: int, closing: str) -> Row:
        if depth > _DEEPEST:
            raise self.fail(f"at most {_DEEPEST} nested groups")
        items: list[Node] = []
        while (token := self.peek()) is not None:
            if token["character"] == "}":
                if not closing:
                    raise self.fail("no closing brace here")
                self.at = token.end()
                return Row(tuple(items))
            items.append(self.scripted(depth))
        if closing:
            raise self.fail("a closing brace")
        return Row(tuple(items))

    def scripted(self, depth: int) -> Node:
        base = Row(()) if self.peek_character() in ("^", "_") else self.atom(depth)
        scripts: dict[str, Node] = {}
        while (mark := self.peek_character()) in ("^", "_"):
            if mark in scripts:
                raise self.fail(f"only one {mark} per symbol")
            self.at = self.source.index(mark, self.at) + 1
            scripts[mark] = self.atom(depth)
        return Script(base, scripts.get("_"), scripts.get("^")) if scripts else base

    def atom(self, depth: int) -> Node:
        token = self.peek()
        if token is None:
            raise self.fail("a symbol")
        start, self.at = self.at, token.end()
        if (number := token["number"]) is not None:
            return Atom("number", number)
        if (command := token["command"]) is not None:
            return self.command(command, depth)
        character = token["character"]
        if character == "{":
            return self.row(depth + 1, "}")
        if character in _OPERATORS:
            return Atom("operator", "−" if character == "-" else character)
        if character.isascii() and character.isalpha():
            return Atom("identifier", character)
        if (known := symbols.COMMAND_OF.get(character)) is not None:
            kind: Literal["identifier", "operator"]
            kind = "identifier" if known in symbols.LETTERS else "operator"
            return Atom(kind, character)
        self.at = start
        raise self.fail("a letter, number or operator")

    def command(self, name: str, depth: int) -> Node:  # noqa: PLR0911 (one line per command)
        if name in symbols.LETTERS:
            return Atom("identifier", symbols.LETTERS[name])
        if name in symbols.OPERATORS:
            return Atom("operator", symbols.OPERATORS[name])
        if name in symbols.FUNCTIONS:
            return Atom("function", name)
        if name in symbols.SPACES:
            return Space(name)
        if name in ("{", "}", "%"):
            return Atom("operator", name)
        if name in ("bmod", "mod"):
            return Words(" mod ")
        if name in ("left", "right"):
            return self.atom(depth)
        if name in ("text", "mathrm", "mathbf", "operatorname"):
            return self.words(bold=name == "mathbf")
        if name in ("frac", "dfrac", "tfrac"):
            return Fraction(self.argument(depth), self.argument(depth))
        if name == "sqrt":
            return Root(self.argument(depth))
        if name in ("hat", "bar"):
            return Accent("hat" if name == "hat" else "bar", self.argument(depth))
        raise self.fail(f"a known command instead of \\{name}")

    def argument(self, depth: int) -> Node:
        if depth > _DEEPEST:
            raise self.fail(f"at most {_DEEPEST} nested commands")
        return self.atom(depth + 1)

    def words(self, *, bold: bool) -> Words:
        braced = _BRACED.match(self.source, self.at)
        if braced is None:
            raise self.fail("plain text in braces")
        self.at = braced.end()
        return Words(braced[1], bold)


def parse(source: str) -> Node:
    """The tree of `source`; raises `FormulaError` when it is outside the subset."""
    return _Reader(source.strip()).row(0, "")


def plain(node: Node) -> str:  # noqa: PLR0911 (one line per kind of node)
    """The formula on one line of characters, for alternative texts."""
    match node:
        case Row(items):
            return "".join(plain(item) for item in items).strip()
        case Atom(kind, text):
            return f" {text} " if kind == "operator" and text in _SPACED else text
        case Words(text):
            return text
        case Space():
            return " "
        case Script(base, sub, sup):
            low = f"_{plain(sub)}" if sub is not None else ""
            return plain(base) + low + (f"^{plain(sup)}" if sup is not None else "")
        case Fraction(top, bottom):
            return f"({plain(top)})/({plain(bottom)})"
        case Root(body):
            return f"√({plain(body)})"
        case Accent(_, body):
            return plain(body)
