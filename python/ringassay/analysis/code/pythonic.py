"""Python: functions and decisions counted on the syntax tree of the interpreter itself."""

from __future__ import annotations

import ast
import warnings

from ringassay.analysis.code.model import Function

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_DECISIONS = (ast.If, ast.IfExp, ast.For, ast.AsyncFor, ast.While, ast.ExceptHandler)
_ERRORS = (SyntaxError, ValueError, RecursionError, MemoryError)


def functions(text: str) -> tuple[tuple[Function, ...] | None, str, frozenset[int]]:
    """The functions, a remark if they could not be counted, the lines of documentation strings.

    Decisions: `if`, `elif`, conditional expressions, `for`, `while`, `except`, every `case` but a
    bare `_`, its guard, every `for` and `if` of a comprehension, every operand of `and` and `or`
    after the first. A lambda belongs to the function around it, a function inside a function is one
    of its own.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(text)
    except _ERRORS as error:
        line = getattr(error, "lineno", None)
        place = f"line {line}: " if line else ""
        return None, f"{place}syntax not understood; functions not counted", frozenset()
    found: list[Function] = []
    documentation: set[int] = set()
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    waiting: list[tuple[ast.AST, str]] = [(tree, "")]
    while waiting:
        node, scope = waiting.pop()
        documentation.update(_docstring(node, lines))
        if isinstance(node, _FUNCTIONS):
            complexity = 1 + sum(map(_complexity, node.body))
            found.append(Function(_joined(scope, node.name), node.lineno, _end(node), complexity))
        if isinstance(node, (*_FUNCTIONS, ast.ClassDef)):
            scope = _joined(scope, node.name)
        waiting.extend((child, scope) for child in ast.iter_child_nodes(node))
    return tuple(sorted(found, key=lambda f: (f.line, -f.end_line))), "", frozenset(documentation)


def _complexity(statement: ast.stmt) -> int:
    """Decisions in a statement, functions defined in it left out."""
    total = 0
    waiting: list[ast.AST] = [statement]
    while waiting:
        node = waiting.pop()
        if isinstance(node, _FUNCTIONS):
            continue
        total += _weight(node)
        waiting.extend(ast.iter_child_nodes(node))
    return total


def _weight(node: ast.AST) -> int:
    match node:
        case ast.BoolOp():
            return len(node.values) - 1
        case ast.comprehension():
            return 1 + len(node.ifs)
        case ast.match_case(pattern=ast.MatchAs(pattern=None, name=None), guard=None):
            return 0
        case ast.match_case():
            return 1 + (node.guard is not None)
        case _:
            return int(isinstance(node, _DECISIONS))


def _docstring(node: ast.AST, lines: list[str]) -> range:
    """The lines of a documentation string that has them for itself."""
    if not isinstance(node, (*_FUNCTIONS, ast.ClassDef, ast.Module)):
        return range(0)
    match node.body:
        case [ast.Expr(value=ast.Constant(value=str())) as first, *_]:
            before = lines[first.lineno - 1].encode()[: first.col_offset]
            after = lines[_end(first) - 1].encode()[first.end_col_offset or 0 :].strip()
            if not before.strip() and (not after or after.startswith(b"#")):
                return range(first.lineno, _end(first) + 1)
    return range(0)


def _end(node: ast.stmt) -> int:
    return node.end_lineno or node.lineno


def _joined(scope: str, name: str) -> str:
    return f"{scope}.{name}" if scope else name
