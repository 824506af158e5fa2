"""Renders the tables of the pages in this folder from the results in data/.

    python docs/measurements/tables.py            # rewrites the pages
    python docs/measurements/tables.py --check    # fails if a page or a result is broken

A result is a CSV file. Its first lines state its circumstances (`# command: …`, `# machine: …`,
`# recorded: …`, the day on which it was written down, perhaps `# note: …`). A page takes it by a
comment, in which TOML may select and rename:

    <!-- table lattice-n14-ckks
    columns = ["operation", "ringassay, ms"]
    rows = ["encode", "decode"]
    -->
    <!-- end -->
"""

from __future__ import annotations

import csv
import re
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
BLOCK = re.compile(r"(<!-- table ([\w-]+)\n?(.*?)-->\n)(.*?)(<!-- end -->)", re.DOTALL)
STATED = ("command", "machine", "recorded")
CIRCUMSTANCES = (*STATED, "note")
DATE = re.compile(r"\d{4}-\d\d-\d\d")


class BrokenError(Exception):
    """A result or a page that says nothing reliable."""


@dataclass(frozen=True)
class Result:
    """A table, and how it came to be."""

    circumstances: dict[str, str]
    header: list[str]
    rows: list[list[str]]


def read(file: Path) -> Result:
    """The result in a file; `BrokenError` if a circumstance or a cell is missing."""
    if not file.is_file():
        raise BrokenError(f"{file.name}: there is no such result")
    lines = file.read_text(encoding="utf-8").splitlines()
    stated = [line.removeprefix("# ").partition(": ") for line in lines if line.startswith("# ")]
    circumstances = {key: value.strip() for key, _, value in stated}
    missing = [key for key in STATED if not circumstances.get(key)]
    if missing:
        raise BrokenError(f"{file.name}: {', '.join(missing)} not stated")
    if not DATE.fullmatch(circumstances["recorded"]):
        raise BrokenError(f"{file.name}: recorded is no date")
    header, *rows = csv.reader(line for line in lines if not line.startswith("# "))
    for row in rows:
        if len(row) != len(header):
            raise BrokenError(f"{file.name}: {len(row)} cells in place of {len(header)}: {row}")
    if not rows:
        raise BrokenError(f"{file.name}: no rows")
    return Result(circumstances, header, rows)


def render(result: Result, options: dict[str, Any], before: Result | None = None) -> str:
    """The table in Markdown, above it those of its circumstances that the table before has not."""
    columns = _columns(result, options.get("columns"))
    rows = result.rows
    for name, value in options.get("where", {}).items():
        at = _columns(result, [name])[0]
        rows = [row for row in rows if row[at] == value]
    if wanted := options.get("rows"):
        rows = [_row(rows, columns[0], name) for name in wanted]
    if not rows:
        raise BrokenError(f"no row is left by {options}")
    caption = _caption(result.circumstances, before.circumstances if before else {})
    names = options.get("names", [result.header[at] for at in columns])
    table = [names, *([row[at] for at in columns] for row in rows)]
    lines = ["|".join(["", *(f" {_escaped(cell)} " for cell in row), ""]) for row in table]
    lines.insert(1, "|---" * len(names) + "|")
    return f"{caption}.\n\n" + "\n".join(lines) + "\n"


def rendered(text: str, data: Path) -> str:
    """A page with its tables made anew."""

    before: Result | None = None

    def table(found: re.Match[str]) -> str:
        nonlocal before
        begin, name, options, _, end = found.groups()
        result = read(data / f"{name}.csv")
        made = begin + render(result, tomllib.loads(options), before) + end
        before = result
        return made

    return BLOCK.sub(table, text)


def wrong(folder: Path) -> list[str]:
    """Pages that differ from their results, broken results, and results without a page."""
    found, used = [], set()
    for page in sorted(folder.glob("*.md")):
        text = page.read_text(encoding="utf-8")
        used |= {match[2] for match in BLOCK.finditer(text)}
        if len(BLOCK.findall(text)) != text.count("<!-- table "):
            found.append(f"{page.name}: a table without an end")
        if re.sub(BLOCK, "", text).count("\n|"):
            found.append(f"{page.name}: a table that is typed")
        try:
            if rendered(text, folder / "data") != text:
                found.append(f"{page.name}: not as rendered: run `make docs`")
        except BrokenError as broken:
            found.append(f"{page.name}: {broken}")
    for file in sorted((folder / "data").glob("*.csv")):
        try:
            read(file)
        except BrokenError as broken:
            found.append(str(broken))
        if file.stem not in used and not _is_linked(folder, file.name):
            found.append(f"{file.name}: no page takes it")
    return found


def _caption(stated: dict[str, str], before: dict[str, str]) -> str:
    """The circumstances, without those of the table before if it has all of the same kinds."""
    told = {kind: stated[kind] for kind in CIRCUMSTANCES if kind in stated}
    repeated = {kind for kind in told if told[kind] == before.get(kind)}
    if not repeated or told.keys() != before.keys() & set(CIRCUMSTANCES):
        repeated = set()
    parts = [_said(kind, text) for kind, text in told.items() if kind not in repeated]
    if repeated:
        parts.append("otherwise as the table before" if parts else "As the table before")
    return "; ".join(parts)


def _said(kind: str, text: str) -> str:
    if kind != "command":
        return text
    return f"Command {text}" if text.startswith("not recorded") else f"`{text}`"


def _is_linked(folder: Path, name: str) -> bool:
    return any(f"(data/{name})" in page.read_text("utf-8") for page in folder.glob("*.md"))


def _columns(result: Result, names: list[str] | None) -> list[int]:
    if names is None:
        return list(range(len(result.header)))
    for name in names:
        if name not in result.header:
            raise BrokenError(f"no column {name!r} among {result.header}")
    return [result.header.index(name) for name in names]


def _row(rows: list[list[str]], at: int, name: str) -> list[str]:
    for row in rows:
        if row[at] == name:
            return row
    raise BrokenError(f"no row {name!r}")


def _escaped(cell: str) -> str:
    return cell.replace("|", "\\|")


def main() -> None:
    """Rewrites the pages, or checks them."""
    if "--check" in sys.argv[1:]:
        if found := wrong(HERE):
            sys.exit("\n".join(found))
        return
    for page in sorted(HERE.glob("*.md")):
        page.write_text(rendered(page.read_text("utf-8"), HERE / "data"), encoding="utf-8")


if __name__ == "__main__":
    main()
