"""Writes what ARCHITECTURE.md takes from the code: `python docs/pictures/architecture.py`.

The picture of the layers, and the tables of crates and packages between the page's markers. With
`--check`, nothing is written and the exit code is 1 if something is out of date.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from pathlib import Path

import layers
import plain
from matplotlib import pyplot as plt

PAGE = layers.ROOT / "ARCHITECTURE.md"
IMAGES = layers.ROOT / "docs" / "images"


def table(parts: Iterable[layers.Part]) -> str:
    """A row for each part: where it is, what it is for."""
    rows = (f"| [`{_short(part)}`]({part.path}) | {_escaped(part.purpose)} |\n" for part in parts)
    return f"| | purpose |\n|---|---|\n{''.join(rows)}"


def _short(part: layers.Part) -> str:
    return part.path if part.path.startswith("crates") else part.name


def _escaped(purpose: str) -> str:
    return re.sub(r"([\[\]_])", r"\\\1", purpose)


def page(text: str) -> str:
    """The page with its tables as the code has it."""
    tables = {
        "crates": table(layers.crates().values()),
        "packages": table(part for layer in layers.layers() for part in layer),
    }
    for name, rows in tables.items():
        marked = re.compile(rf"(?<=<!-- {name} -->\n).*?(?=<!-- end of {name} -->)", re.DOTALL)
        text, found = marked.subn(lambda _, rows=rows: rows, text)
        if found != 1:
            raise SystemExit(f"{PAGE.name} has no place for its table of {name}")
    return text


def draw(folder: Path) -> None:
    """Writes the picture into a folder."""
    with plt.rc_context():
        plt.rcdefaults()
        plt.rcParams.update(plain.STYLE)
        plain.save(layers.draw(), folder / layers.NAME)


def main() -> int:
    """The exit code."""
    old = PAGE.read_text(encoding="utf-8")
    new = page(old)
    if "--check" in sys.argv[1:]:
        return int(new != old)
    PAGE.write_text(new, encoding="utf-8")
    draw(IMAGES)
    return 0


if __name__ == "__main__":
    sys.exit(main())
