"""Imports among the files of a Python package."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path


def dependencies(package: Path) -> dict[Path, set[Path]]:
    """Each file of the package and the files of it that it imports, also within functions.

    What is imported for annotations alone (`if TYPE_CHECKING`) does not count: it is never loaded.
    """
    files = {_dotted(path, package): path for path in sorted(package.rglob("*.py"))}
    graph = {}
    for path in files.values():
        imported = (_found(name, files) for name in _imported(path))
        graph[path] = {one for one in imported if one is not None} - {path}
    return graph


def _dotted(path: Path, package: Path) -> str:
    parts = path.relative_to(package.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _imported(path: Path) -> Iterator[str]:
    """Full names: of modules, or of what is in them."""
    for node in _walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield from (f"{node.module}.{name.name}" for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            raise ValueError(f"{path}:{node.lineno}: a relative import")


def _walk(node: ast.AST) -> Iterator[ast.AST]:
    yield node
    for child in ast.iter_child_nodes(node):
        if not (isinstance(child, ast.If) and ast.unparse(child.test) == "TYPE_CHECKING"):
            yield from _walk(child)


def _found(name: str, files: dict[str, Path]) -> Path | None:
    """The file of a module, or the one that the name is imported from."""
    return files.get(name) or files.get(name.rpartition(".")[0])
