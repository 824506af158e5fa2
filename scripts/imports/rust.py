"""Imports among the files of a Rust crate, found by reading its text.

Not a compiler: names are resolved by `mod`, `use` and paths; macros are text. What is not found so
(another crate, a local name) counts as nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

_NOISE = re.compile(
    r'//[^\n]*|/\*.*?\*/|b?r(#*)".*?"\1|b?"(?:\\.|[^"\\])*"|b?\'(?:\\.[^\']*|[^\'\\])\'', re.DOTALL
)
_MODULE = re.compile(r"((?:#\[[^\]]*\]\s*)*)(?:pub(?:\([^)]*\))?\s+)?mod\s+(\w+)\s*(;|\{)")
_USE = re.compile(r"(pub(?:\([^)]*\))?\s+)?\buse\s+([^;]+);")
_PATH = re.compile(r"(?<![\w:])(?:r#)?([a-z_]\w*(?:::\w+)+)")
_MOST_ALIASES = 20


@dataclass
class _Module:
    """A module with a file of its own."""

    path: tuple[str, ...]
    file: Path
    text: str = ""
    children: set[str] = field(default_factory=set)
    names: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """What `use` brings in: name to path."""
    exported: set[str] = field(default_factory=set)
    """Those of `pub use`."""
    globs: list[tuple[str, ...]] = field(default_factory=list)


def dependencies(entry: Path) -> dict[Path, set[Path]]:
    """Each file of the crate with this lib.rs or main.rs, and the files of it that it needs."""
    modules: dict[tuple[str, ...], _Module] = {}
    _read(entry, (), modules)
    return {one.file: _needed(one, modules) - {one.file} for one in modules.values()}


def _read(file: Path, path: tuple[str, ...], modules: dict[tuple[str, ...], _Module]) -> None:
    text = _NOISE.sub(" ", file.read_text())
    one = modules[path] = _Module(path, file)
    folder = file.parent if not path or file.name == "mod.rs" else file.with_suffix("")
    kept, end = [], 0
    for match in _MODULE.finditer(text):
        attributes, name, opening = match.groups()
        if match.start() < end:
            continue
        kept.append(text[end : match.start()])
        end = match.end()
        if opening == "{":
            if re.search(r"cfg\(test", attributes):
                end = _closing(text, match.end())
            continue
        child = next(
            (p for p in (folder / f"{name}.rs", folder / name / "mod.rs") if p.exists()), None
        )
        if child is not None and not re.search(r"cfg\(test", attributes):
            one.children.add(name)
            _read(child, (*path, name), modules)
    text = "".join([*kept, text[end:]])
    for match in _USE.finditer(text):
        for full, name in _leaves(re.sub(r"\s+", " ", match[2]).strip()):
            if name == "*":
                one.globs.append(_absolute(full, one))
                continue
            one.names[name] = _absolute(full, one)
            if match[1]:
                one.exported.add(name)
    one.text = _USE.sub(" ", text)


def _closing(text: str, start: int) -> int:
    depth = 1
    for match in re.compile(r"[{}]").finditer(text, start):
        depth += 1 if match[0] == "{" else -1
        if not depth:
            return match.end()
    return len(text)


def _leaves(tree: str, before: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], str]]:
    """The paths of a `use` tree, each with the name that it brings in."""
    head, brace, rest = tree.partition("{")
    if brace:
        parts = (*before, *(one.strip() for one in head.split("::") if one.strip()))
        for branch in _branches(rest[: rest.rindex("}")]):
            yield from _leaves(branch, parts)
        return
    path, _, alias = tree.partition(" as ")
    parts = (*before, *(one.strip() for one in path.split("::") if one.strip()))
    if parts[-1] == "*":
        yield parts[:-1], "*"
        return
    parts = parts[:-1] if parts[-1] == "self" and len(parts) > 1 else parts
    yield parts, alias.strip() or parts[-1]


def _branches(text: str) -> Iterator[str]:
    depth, start = 0, 0
    for at, letter in enumerate(text):
        depth += {"{": 1, "}": -1}.get(letter, 0)
        if letter == "," and not depth:
            yield text[start:at].strip()
            start = at + 1
    if text[start:].strip():
        yield text[start:].strip()


def _absolute(path: tuple[str, ...], one: _Module) -> tuple[str, ...]:
    """A path from the crate's root; `("::", …)` for one that leads out of the crate."""
    here, parts = one.path, list(path)
    if parts[0] == "crate":
        return tuple(parts[1:])
    if parts[0] in one.children:
        return (*here, *parts)
    if parts[0] not in ("self", "super"):
        return ("::", *parts)
    while parts and parts[0] in ("self", "super"):
        here = here[:-1] if parts.pop(0) == "super" else here
    return (*here, *parts)


def _home(
    path: tuple[str, ...], modules: dict[tuple[str, ...], _Module], hops: int = 0
) -> tuple[_Module, bool] | None:
    """The module that defines what a path names, and whether the path names the module itself."""
    if path[:1] == ("::",) or hops > _MOST_ALIASES:
        return None
    at: tuple[str, ...] = ()
    for depth, name in enumerate(path):
        one = modules[at]
        if name in one.children:
            at = (*at, name)
            continue
        if name in one.names:
            return _home((*one.names[name], *path[depth + 1 :]), modules, hops + 1)
        for glob in one.globs:
            inner = _home((*glob, *path[depth:]), modules, hops + 1)
            if inner is not None and _defines(inner[0], path[-1]):
                return inner
        return one, False
    return modules[at], True


def _defines(one: _Module, name: str) -> bool:
    return bool(re.search(rf"\b{re.escape(name)}\b", one.text))


def _needed(one: _Module, modules: dict[tuple[str, ...], _Module]) -> set[Path]:
    found: set[Path] = set()

    def need(path: tuple[str, ...]) -> None:
        home = _home(path, modules)
        # Of a module that is only named, what is used of it counts.
        if home is not None and not home[1]:
            found.add(home[0].file)

    for name, path in one.names.items():
        if name not in one.exported or _defines(one, name):
            need(path)
    for glob in one.globs:
        home = _home(glob, modules)
        if home is not None and home[0].file.parent != one.file.parent:
            found.add(home[0].file)
    for match in _PATH.finditer(one.text):
        parts = tuple(match[1].split("::"))
        if parts[0] in one.names:
            need((*one.names[parts[0]], *parts[1:]))
        elif parts[0] in ("crate", "self", "super") or parts[0] in one.children:
            need(_absolute(parts, one))
    return found
