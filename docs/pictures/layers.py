"""The layers of the code, as Cargo and the contract of lint-imports state them: facts and picture.

A crate's row is one above the highest that it needs; arrows that follow from others are left out.
"""

from __future__ import annotations

import ast
import json
import re
import subprocess
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from placing import COLUMNS, Place, places_of
from plain import GREY, PALE_BLUE, PALE_GREEN, PALE_ORANGE, arrow, box, canvas, write

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "python" / "ringassay"
NAME = "layers.svg"


@dataclass(frozen=True)
class Part:
    """A crate or a package: what it is for, and which others it needs."""

    name: str
    path: str
    purpose: str
    needs: frozenset[str] = frozenset()


@cache
def crates() -> dict[str, Part]:
    """The crates of the workspace by name, each after those that it needs."""
    command = ["cargo", "metadata", "--no-deps", "--format-version=1", "--locked", "--offline"]
    told = subprocess.run(command, cwd=ROOT, check=True, capture_output=True).stdout
    packages = {package["name"]: package for package in json.loads(told)["packages"]}
    found = {}
    for name, package in packages.items():
        needs = (one["name"] for one in package["dependencies"] if one["kind"] is None)
        found[name] = Part(
            name,
            str(Path(package["manifest_path"]).parent.relative_to(ROOT)),
            f"{package['description']}.",
            frozenset(needs) & packages.keys(),
        )
    return dict(sorted(found.items(), key=lambda item: (_row(item[0], found), item[0])))


def _row(name: str, parts: dict[str, Part]) -> int:
    """The length of the longest chain of needs below a crate."""
    return max((_row(one, parts) + 1 for one in parts[name].needs), default=0)


def _below(name: str, parts: dict[str, Part]) -> set[str]:
    """Whatever a crate needs, directly or not."""
    direct = parts[name].needs
    return {*direct, *(one for needed in direct for one in _below(needed, parts))}


def _direct(name: str, parts: dict[str, Part]) -> set[str]:
    """What a crate needs and reaches by no other crate."""
    needs = parts[name].needs
    return {one for one in needs if not any(one in _below(other, parts) for other in needs - {one})}


def layers() -> list[list[Part]]:
    """The layers of the Python package, lowest first."""
    stated = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    (contract,) = stated["tool"]["importlinter"]["contracts"]
    return [[_package(name) for name in layer.split(" | ")] for layer in contract["layers"][::-1]]


def _package(name: str) -> Part:
    path = PACKAGE / name.removeprefix("ringassay.")
    file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    head = ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or ""
    purpose = " ".join(head.partition("\n\n")[0].split())
    return Part(name, str((path if path.is_dir() else file).relative_to(ROOT)), purpose)


def head(crate: Part) -> str:
    """The first paragraph of a crate's own documentation."""
    source = ROOT / crate.path / "src"
    file = next(one for one in (source / "lib.rs", source / "main.rs") if one.exists())
    paragraph = re.match(r"(?://! .+\n)+", file.read_text(encoding="utf-8"))
    lines = () if paragraph is None else paragraph[0].splitlines()
    return re.sub(r"\\(\W)", r"\1", " ".join(line.removeprefix("//! ") for line in lines))


ROW, WIDTH, HEIGHT = 7.4, 8.2, 3.6
EDGE, RIGHT = 55.0, 83.0
"""Packages are drawn between these."""


def draw() -> Figure:
    """Crates on the left, packages on the right; whatever is needed lies below."""
    parts, stack = crates(), layers()
    needs = {name: _direct(name, parts) for name in parts}
    places = places_of({name: _row(name, parts) for name in parts}, needs)
    rows = 1 + max(row for _, row in places.values())
    height = ROW * rows + 4
    figure, axes = canvas(height / 10)
    write(axes, EDGE / 2, height - 2, "Rust crates", weight="bold")
    write(axes, (EDGE + RIGHT) / 2, height - 2, "Python packages", weight="bold")
    for name, below in needs.items():
        for needed in sorted(below):
            _needs(axes, places[name], places[needed])
    for name, place in places.items():
        x, y = _middle(place)
        box(axes, (x - WIDTH / 2, y - HEIGHT / 2), (WIDTH, HEIGHT), PALE_BLUE)
        axes.patches[-1].set_zorder(2)
        write(axes, x, y, name.removeprefix("ringassay-"), fontsize=8.5, zorder=3)
    step = ROW * rows / len(stack)
    for level, layer in enumerate(stack):
        names = ", ".join(part.name.removeprefix("ringassay.") for part in layer)
        bottom = step * level + (step - HEIGHT) / 2
        fill = PALE_ORANGE if level else PALE_GREEN
        box(axes, (EDGE, bottom), (RIGHT - EDGE - 0.5, HEIGHT), fill)
        size = 8.5 if len(names) < 45 else 6.0
        write(axes, (EDGE + RIGHT) / 2, bottom + HEIGHT / 2, names, fontsize=size)
    return figure


def _middle(place: Place) -> tuple[float, float]:
    gap = (EDGE - WIDTH - 2.5) / (COLUMNS - 1)
    return 0.5 + WIDTH / 2 + gap * place[0], ROW * (place[1] + 0.5)


def _needs(axes: Axes, above: Place, below: Place) -> None:
    """An arrow from box to box, behind all boxes."""
    (x, y), (to_x, to_y) = _middle(above), _middle(below)
    arrow(axes, (x, y - HEIGHT / 2), (to_x, to_y + HEIGHT / 2))
    axes.patches[-1].set(color=GREY, linewidth=0.8, mutation_scale=7, zorder=1)
