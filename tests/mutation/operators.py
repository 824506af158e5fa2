"""Mutants of a module: one operator, constant, condition or boundary of its source is another.

Left alone: texts, annotations, decorators, imports, and what only words an error (`raise`).
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator
from dataclasses import dataclass

_COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
    ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip
_REVERSED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.Gt, ast.LtE: ast.GtE, ast.Gt: ast.Lt, ast.GtE: ast.LtE,
}  # fmt: skip
_COMBINED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Div, ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult, ast.Mod: ast.Mult, ast.Pow: ast.Mult,
    ast.BitAnd: ast.BitOr,
}  # fmt: skip
_CALLED = {"min": "max", "max": "min", "any": "all", "all": "any"}


@dataclass(frozen=True)
class Mutant:
    """The `place`-th node of the source (in the order of `ast.walk`), changed in its `way`."""

    place: int
    way: int
    line: int
    old: str
    new: str


def mutants(source: str) -> list[Mutant]:
    """Every mutant of `source`."""
    tree = ast.parse(source)
    left = _left_alone(tree)
    found = []
    for place, node in enumerate(ast.walk(tree)):
        if id(node) in left:
            continue
        for way, changed in enumerate(_changes(node)):
            old, new = ast.unparse(node), ast.unparse(changed)
            found.append(Mutant(place, way, getattr(node, "lineno", 0), old, new))
    return found


def mutated(source: str, mutant: Mutant) -> ast.Module:
    """`source` with that one change."""
    tree = ast.parse(source)
    node = list(ast.walk(tree))[mutant.place]
    changed = list(_changes(node))[mutant.way]
    return ast.fix_missing_locations(_Replace(node, changed).visit(tree))


class _Replace(ast.NodeTransformer):
    def __init__(self, old: ast.AST, new: ast.AST) -> None:
        self.old, self.new = old, new

    def visit(self, node: ast.AST) -> ast.AST:
        """The other node in the place of the one."""
        return self.new if node is self.old else self.generic_visit(node)


def _left_alone(tree: ast.Module) -> set[int]:
    """The nodes below annotations, decorators and `raise`, and the conditions of typing."""
    roots: list[ast.AST | None] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.AnnAssign | ast.arg):
            roots.append(node.annotation)
        if isinstance(node, ast.FunctionDef):
            roots += [node.returns, *node.decorator_list]
        if isinstance(node, ast.ClassDef):
            roots += node.decorator_list
        if isinstance(node, ast.Raise | ast.JoinedStr):
            roots.append(node)
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            roots.append(node)
    return {id(below) for root in roots if root for below in ast.walk(root)}


def _changes(node: ast.AST) -> Iterator[ast.AST]:
    """`node` as it is not."""
    match node:
        case ast.Compare(ops=ops):
            for table in (_COMPARED, _REVERSED):
                for at, op in enumerate(ops):
                    if type(op) in table:
                        other = copy.copy(node)
                        other.ops = [*ops[:at], table[type(op)](), *ops[at + 1 :]]
                        yield other
        case ast.BinOp(op=op) if type(op) in _COMBINED:
            yield ast.BinOp(node.left, _COMBINED[type(op)](), node.right)
        case ast.BoolOp(op=op, values=values):
            yield ast.BoolOp(ast.Or() if isinstance(op, ast.And) else ast.And(), values)
        case ast.UnaryOp(op=ast.Not() | ast.USub(), operand=operand):
            yield operand
        case ast.Constant(value=bool(value)):
            yield ast.Constant(not value)
        case ast.Constant(value=int(value)):
            yield ast.Constant(value + 1)
        case ast.Constant(value=float(value)):
            yield ast.Constant(2.0 * value if value else 1.0)
        case ast.If(test=test) | ast.IfExp(test=test) if not isinstance(test, ast.Compare):
            other = copy.copy(node)
            other.test = ast.UnaryOp(ast.Not(), test)
            yield other
        case ast.Call(func=ast.Name(id=called)) if called in _CALLED:
            other = copy.copy(node)
            other.func = ast.Name(_CALLED[called], ast.Load())
            yield other
