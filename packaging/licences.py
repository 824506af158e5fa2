"""The licences of what is compiled into the wheel: Rust crates, Go modules, each with its text."""

from __future__ import annotations

import json
import os
import re
import subprocess
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

ROOTS = ("ringassay-py", "ringassay-runtime")
OUR_GO = "ringassay/"  # the kit for adapters in Go
NAMES = ("licen", "copying", "notice", "copyright", "unlicense")
INTRODUCTION = """\
ringassay's extension and programs contain the following, under the licences that follow each.
"""


class Part(NamedTuple):
    """A crate or module."""

    name: str
    licence: str
    folder: Path


def third_party(root: Path, *, with_go: bool) -> str:
    """One text; equal texts are printed once, and referred to."""
    parts = sorted({*_crates(root), *(_modules(root / "adapters/lattigo") if with_go else ())})
    printed: dict[str, str] = {}
    lines = [INTRODUCTION]
    for part in parts:
        lines.append(f"{'=' * 80}\n{part.name}\n{part.licence}\n")
        for file in _texts(part.folder):
            text = file.read_text(encoding="utf-8", errors="replace").strip()
            before = printed.setdefault(text, f"{part.name}, {file.name}")
            is_first = before == f"{part.name}, {file.name}"
            lines.append(f"--- {file.name}\n{text}\n" if is_first else f"--- as of {before}\n")
    return "\n".join(lines)


def _texts(folder: Path) -> list[Path]:
    return sorted(
        file for file in folder.iterdir() if file.is_file() and file.name.lower().startswith(NAMES)
    )


def _crates(root: Path) -> Iterator[Part]:
    """What the roots need when they run, directly and indirectly."""
    target = re.search(r"^host: (.+)$", _said(root, "rustc", "-vV"), re.MULTILINE)
    here = ("--filter-platform", target[1]) if target else ()
    metadata = _json(root, "cargo", "metadata", "--format-version", "1", "--locked", *here)
    packages = {package["id"]: package for package in metadata["packages"]}
    needs = {node["id"]: node["deps"] for node in metadata["resolve"]["nodes"]}
    waiting = [name for name, package in packages.items() if package["name"] in ROOTS]
    seen: set[str] = set()
    while waiting:
        current = waiting.pop()
        if current in seen:
            continue
        seen.add(current)
        waiting += [
            each["pkg"]
            for each in needs[current]
            if any(kind["kind"] is None for kind in each["dep_kinds"])
        ]
    for package in (packages[name] for name in seen):
        if package["source"] is not None:  # ours have none
            name = f"{package['name']} {package['version']}"
            licence = package["license"] or "see below"
            yield Part(name, licence, _folder(package, packages.values()))


def _folder(package: Mapping[str, Any], packages: Iterable[Mapping[str, Any]]) -> Path:
    """Where a crate's texts are: its own folder, or that of a crate of the same repository and
    licence, where its authors left them out."""
    own = Path(package["manifest_path"]).parent
    alike = (
        Path(other["manifest_path"]).parent
        for other in packages
        if package["repository"] is not None
        and (other["repository"], other["license"]) == (package["repository"], package["license"])
    )
    return next((folder for folder in (own, *alike) if _texts(folder)), own)


def _modules(folder: Path) -> Iterator[Part]:
    template = "{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}\t{{.Dir}}{{end}}{{end}}"
    listed = _said(folder, "go", "list", "-deps", "-f", template, ".")
    for line in {line for line in listed.splitlines() if line and not line.startswith(OUR_GO)}:
        name, _, at = line.partition("\t")
        yield Part(name, "see below", Path(at))
    goroot = Path(_said(folder, "go", "env", "GOROOT").strip())
    yield Part(f"Go's standard library, {_said(folder, 'go', 'version').strip()}", "", goroot)


def _json(folder: Path, *command: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(_said(folder, *command))
    return found


def _said(folder: Path, *command: str) -> str:
    environment = {**os.environ, "CGO_ENABLED": "0"}
    done = subprocess.run(
        command, cwd=folder, env=environment, check=True, stdout=subprocess.PIPE, text=True
    )
    return done.stdout
