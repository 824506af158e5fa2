"""Haskell: functions and decisions counted on tree-sitter's syntax tree, by argon's rules.

As argon 0.4 counts: a function is every binding of a name, local ones and constants included. Its
complexity is the number of its equations, plus the guards of each equation after the first, plus
one for each `if`, for each alternative after the first of a `case` (also of a lambda) or multi-way
`if`, for each infix `&&` and `||`. The decisions of a local binding count in it and in the binding
around it. Guards of the alternatives of a `case` are not counted, and neither are comprehensions.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from itertools import accumulate

import tree_sitter_haskell
from tree_sitter import Language, Node, Parser

from ringassay.analysis.code.model import Function

_LANGUAGE = Language(tree_sitter_haskell.language())
_BINDINGS = {"function", "bind"}
_TRANSPARENT = {"comment", "haddock", "pragma"}
_OPERATORS = {"&&", "||"}


def functions(text: str) -> tuple[tuple[Function, ...], str]:
    """The functions of a module, and a remark if parts of it could not be read."""
    source = text.encode()
    root = Parser(_LANGUAGE).parse(source).root_node
    walk = _Walk()
    walk.through(root)
    line = walk.error_line()
    remark = f"line {line}: syntax not understood; counted what could be" if line else ""
    return walk.functions(), remark


def literals(text: str) -> str:
    """A module for a counter of lines: literals hidden, everything else kept."""
    source = text.encode()
    waiting, ranges = [Parser(_LANGUAGE).parse(source).root_node], []
    while waiting:
        node = waiting.pop()
        if node.type in {"char", "string"}:
            ranges.append((node.start_byte, node.end_byte))
        else:
            waiting.extend(node.named_children)
    for start, end in sorted(ranges, reverse=True):
        source = source[:start] + b"x" + b"\nx" * source.count(b"\n", start, end) + source[end:]
    return source.decode(errors="replace")


class _Walk:
    """One pass over the tree: equations with their names, decisions with their places."""

    def __init__(self) -> None:
        self._errors: list[tuple[int, int, int]] = []  # first byte, minus the last one, line
        self._bindings: list[tuple[str, list[Node]]] = []
        self._decisions: list[tuple[int, int]] = []  # byte, weight

    def through(self, root: Node) -> None:
        """Visits every node, without recursion: a source may nest as it likes."""
        waiting: list[tuple[Node, str, bool]] = [(root, "", False)]
        while waiting:
            node, scope, head = waiting.pop()
            if node.is_error or node.is_missing:
                self._errors.append((node.start_byte, -node.end_byte, node.start_point.row + 1))
            weight = 0 if head else _weight(node)
            if weight > 0:
                self._decisions.append((node.start_byte, weight))
            children = node.named_children
            if node.type in {"class", "instance"}:
                scope = _joined(scope, _text(node.child_by_field_name("name")))
            names = self._group(children, scope)
            for place, child in enumerate(children):
                inner = names[place] or scope
                waiting.append((child, inner, node.type == "function" and place == 0))

    def error_line(self) -> int:
        """The line of the first error that has no other inside; 0 without an error."""
        errors = sorted(self._errors)
        for place, (_, end, line) in enumerate(errors):
            if place + 1 == len(errors) or errors[place + 1][0] >= -end:
                return line
        return 0

    def _group(self, children: Sequence[Node], scope: str) -> list[str]:
        """Joins neighbouring equations of one name; the full name of each child that is one."""
        names, last = [], ""
        for child in children:
            name = _bound(child) if child.type in _BINDINGS else ""
            if name:
                full = _joined(scope, name)
                if name == last:
                    self._bindings[-1][1].append(child)
                else:
                    self._bindings.append((full, [child]))
                names.append(full)
            else:
                names.append("")
            if child.type not in _TRANSPARENT:
                last = name
        return names

    def functions(self) -> tuple[Function, ...]:
        """The bindings with their complexities."""
        self._decisions.sort()
        places = [place for place, _ in self._decisions]
        sums = [0, *accumulate(weight for _, weight in self._decisions)]
        found = []
        for name, equations in self._bindings:
            complexity = 0
            for equation in equations:
                first = bisect_left(places, equation.start_byte)
                last = bisect_left(places, equation.end_byte)
                guarded = sum(child.type == "match" for child in equation.named_children)
                complexity += max(1, guarded) + sums[last] - sums[first]
            found.append(
                Function(
                    name,
                    equations[0].start_point.row + 1,
                    _last_line(equations[-1]),
                    complexity,
                )
            )
        return tuple(sorted(found, key=lambda f: (f.line, -f.end_line)))


def _weight(node: Node) -> int:
    """The decisions that a node adds by itself."""
    match node.type:
        case "conditional":
            return 1
        case "multi_way_if":
            return sum(child.type == "match" for child in node.named_children) - 1
        case "case" | "lambda_case" | "lambda_cases":
            alternatives = next((c for c in node.named_children if c.type == "alternatives"), None)
            if alternatives is None:
                return 0
            return sum(c.type == "alternative" for c in alternatives.named_children) - 1
        case "infix":
            operator = _text(node.child_by_field_name("operator"))
            return int(operator.rpartition(".")[2] in _OPERATORS)
        case _:
            return 0


def _bound(binding: Node) -> str:
    """The name that an equation binds; "" for a pattern or the statement of a `do`."""
    if binding.child_by_field_name("match") is None:
        return ""
    name = binding.child_by_field_name("name")
    if name is None and binding.type == "function":
        head = binding.named_children[0]
        while head.type == "parens" and head.named_children:
            head = head.named_children[0]
        name = head.child_by_field_name("operator") or head.child_by_field_name("name")
    return _text(name).strip("()` ")


def _text(node: Node | None) -> str:
    return "" if node is None or node.text is None else node.text.decode(errors="replace")


def _joined(scope: str, name: str) -> str:
    return f"{scope}.{name}" if scope else name


def _last_line(node: Node) -> int:
    """The last line of a node; one that ends with a line's end ends on that line."""
    end = node.end_point
    return end.row + (1 if end.column else 0) or 1
