"""HTML and LaTeX say the same: every text of every table, caption and paragraph is in both."""

from __future__ import annotations

import re

from ringassay.report.document import Document, Figure, Table
from ringassay.report.latex.text import latex
from ringassay.report.markup import inline

from .page_reader import Page, whole


def plain_tables(document: Document) -> list[list[list[str]]]:
    tables = []
    for block in document.blocks():
        if isinstance(block, Table):
            rows = [[inline.plain(cell.text) for cell in row] for row in block.cells()]
            tables.append(rows or [["no rows"]])
    return tables


def normal(text: str) -> str:
    """Without the spacing of formulas, which each rendering does its own way."""
    return re.sub(r"[\s^_]", "", text)


def test_html_tables_are_the_documents(document: Document, page: str) -> None:
    got = [[[normal(cell) for cell in row] for row in table[1:]] for table in Page(page).tables]
    expected = [
        [[normal(cell) for cell in row] for row in table] for table in plain_tables(document)
    ]
    assert got == expected


def test_latex_tables_are_the_documents(document: Document, files: dict[str, bytes]) -> None:
    source = whole(files)
    bodies = re.findall(r"\\endlastfoot\n(.*?)\\end\{longtable\}", source, re.DOTALL)
    tables = [block for block in document.blocks() if isinstance(block, Table)]
    assert len(bodies) == len(tables)
    for table, body in zip(tables, bodies, strict=True):
        rows = re.split(r" \\\\\*?\n", body.strip("\n") + "\n")
        assert rows.pop() == ""
        if not table.rows:
            assert "no rows" in body
            continue
        assert len(rows) == len(table.rows)
        for row, cells in zip(rows, table.cells(), strict=True):
            shown = row.removeprefix("{}").split(" & ")
            bare = [re.sub(r"^\\textcolor\{\w+\}\{(.*)\}$", r"\1", cell) for cell in shown]
            assert bare == [latex(cell.text) for cell in cells]


def test_captions_are_in_both_in_order(
    document: Document, page: str, files: dict[str, bytes]
) -> None:
    source = whole(files)
    captions = re.findall(
        r"\\caption(?:of\{figure\})?\{(.*?)\}(?:\\label\{[a-z0-9:-]*\}\\\\\*)?$",
        source,
        re.MULTILINE,
    )
    numbered = [block for block in document.blocks() if isinstance(block, Table | Figure)]
    assert captions == [latex(block.caption) for block in numbered]
    shown = [c for c in Page(page).captions if re.match(r"(Table|Figure) \d+\.", c)]
    counts = {"Table": 0, "Figure": 0}
    expected = []
    for block in numbered:
        kind = type(block).__name__
        counts[kind] += 1
        expected.append(f"{kind} {counts[kind]}. {inline.plain(block.caption)}")
    assert shown == expected


def test_every_figure_is_in_both(document: Document, page: str, files: dict[str, bytes]) -> None:
    count = len(list(document.figures()))
    source = whole(files)
    names = re.findall(r"\\includegraphics\[[^]]*\]\{([^}]*)\}", source)
    assert len(names) == len(set(names)) == count
    assert set(names) <= set(files)
    plots = [a for t, a in Page(page).elements if t == "div" and a.get("class") == "plot"]
    assert len(plots) == count
