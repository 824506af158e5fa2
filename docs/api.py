"""Writes the tables of docs/api.md from the public names of the package.

python docs/api.py [--check]
"""

from __future__ import annotations

import importlib
import inspect
import re
import sys
from pathlib import Path
from types import ModuleType

PAGE = Path(__file__).with_name("api.md")
MODULES = (*("", "bgv", "ckks", "gates", "circuit", "trace", "security", "ring", "challenges"),)
BETWEEN = re.compile(r"(<!-- generated -->\n).*(?=<!-- end -->)", re.DOTALL)


def first_line(thing: object) -> str:
    """What a docstring says first; nothing where there is none of its own."""
    if not (inspect.isclass(thing) or inspect.isroutine(thing) or inspect.ismodule(thing)):
        return ""
    return (inspect.getdoc(thing) or "").partition("\n")[0].replace("|", "\\|")


def table(module: ModuleType) -> str:
    """Its classes and functions, but errors, and names of modules within."""
    rows = []
    for name in sorted(module.__all__, key=str.lower):
        thing = getattr(module, name)
        is_error = inspect.isclass(thing) and issubclass(thing, BaseException)
        if not is_error and (text := first_line(thing)) and not inspect.ismodule(thing):
            rows.append(f"| `{name}` | {text} |")
    return "\n".join(["| name | meaning |", "|---|---|", *rows])


def tables() -> str:
    """A section for each module."""
    found = []
    for name in MODULES:
        full = f"ringassay.{name}".rstrip(".")
        module = importlib.import_module(full)
        found.append(f"\n## {full}\n\n{first_line(module)}\n\n{table(module)}\n")
    return "".join(found)


def page(text: str) -> str:
    """The page with today's tables."""
    return BETWEEN.sub(lambda found: found[1] + tables() + "\n", text)


if __name__ == "__main__":
    now = PAGE.read_text(encoding="utf-8")
    if "--check" in sys.argv:
        sys.exit(now != page(now))
    PAGE.write_text(page(now), encoding="utf-8")
