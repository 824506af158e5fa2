"""The decision as commands print it: terminal, JSON, Markdown."""

from __future__ import annotations

import json

import pytest

from program import Cli
from ringassay.cli.decided import as_markdown
from ringassay.report.document import Cell, Column, Table, literal


def test_compare_ends_with_it(finished: Cli) -> None:
    ended = finished("compare", "plaintext", "original", "--out", "d")
    assert ended.code == 0, ended.err
    lines = ended.lines
    head = next(n for n, line in enumerate(lines) if line.startswith("system "))
    assert "peak MB" in lines[head]
    assert lines[head + 1].startswith("plaintext") and "none" in lines[head + 1]
    assert "plaintext is no candidate: it does not encrypt." in lines


@pytest.mark.parametrize(
    "command", [("compare", "plaintext", "original", "--out", "d"), ("report", "--out", "e")]
)
def test_json_and_markdown(finished: Cli, command: tuple[str, ...]) -> None:
    ended = finished(*command, "--json")
    assert ended.code == 0, ended.err

    def refuse(constant: str) -> float:
        raise AssertionError(f"{constant} is no JSON")

    told = json.loads(ended.out, parse_constant=refuse)
    assert told["html"].endswith("report.html")
    systems = {system["system"]: system for system in told["decision"]["systems"]}
    assert systems["plaintext"]["standing"] == "unencrypted"
    assert systems["original"]["evaluation_ns"] > 0.0
    assert systems["original"]["choose_ns"] is None
    ended = finished(*command, "--markdown")
    assert ended.lines[0].startswith("| system | right | security bits |")
    assert ended.lines[1].startswith("| --- | ---: |")
    assert "report.html" not in ended.out and "report.html" in ended.err
    for line in ended.lines[2:4]:
        assert line.count("|") == 12


def test_a_report_made_again_is_the_same_title_included(finished: Cli) -> None:
    files: list[dict[str, bytes]] = []
    for out in ("once", "again"):
        for form in ("html", "latex"):
            assert finished("report", "--out", out, "--format", form).code == 0
        folder = finished.folder / out
        files.append(
            {str(f.relative_to(folder)): f.read_bytes() for f in folder.rglob("*") if f.is_file()}
        )
    assert files[0] == files[1] and len(files[0]) > 20
    # As `demo` writes it, with the title of its suite at hand.
    assert b"<title>Quick check</title>" in files[0]["report.html"]
    assert b"Quick check" in files[0]["latex/report.tex"]


def test_markdown_of_hostile_names() -> None:
    name = "a|b`c`\n<img src=x> @all [x](http://y) **z**"
    found = Table("", (Column("system"), Column("n", "right", "MB")), ((literal(name), Cell("1")),))
    text = as_markdown(found, [f"Choose {literal(name)}"])
    rows = text.splitlines()
    assert rows[1] == "| --- | ---: |"
    bare = [c for n, c in enumerate(text) if c in "`<>[]*@" and text[n - 1] != "\\"]
    assert not bare
    assert len(rows) == 6 and rows[2].replace("\\|", "").count("|") == 3
