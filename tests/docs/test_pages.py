"""Messages and help name pages that an installed user can open."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from program import Cli
from ringassay import pages

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "python" / "ringassay"
NAMED = re.compile(r"ringassay --page ([a-z-]+)")


def said(file: Path) -> Iterator[tuple[int, str]]:
    """The strings of a module that users may see: no docstrings, but for those of commands."""
    tree = ast.parse(file.read_text("utf-8"))
    hidden = set()
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if not isinstance(body, list):
            continue
        is_command = isinstance(node, ast.FunctionDef) and node.decorator_list
        for place, statement in enumerate(body):
            is_text = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
            if is_text and not (is_command and place == 0 and "cli" in file.parts):
                hidden.add(statement.value)
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in hidden:
            yield node.lineno, node.value


def everything() -> Iterator[tuple[str, str]]:
    for file in sorted(PACKAGE.rglob("*.py")):
        for line, text in said(file):
            yield f"{file.relative_to(ROOT)}:{line}", text


def test_no_message_names_a_file_of_the_sources() -> None:
    assert [place for place, text in everything() if re.search(r"docs/[a-z-]+\.md", text)] == []


def test_every_page_that_is_named_exists() -> None:
    found = {(place, name) for place, text in everything() for name in NAMED.findall(text)}
    assert len(found) > 20
    assert [one for one in sorted(found) if one[1] not in pages.names()] == []


def test_a_page_is_printed_whole(cli: Cli) -> None:
    assert cli("--page", "protocol").out == (ROOT / "docs/protocol.md").read_text("utf-8")
    assert cli("--page", "docs/store.md#tables").out.startswith("# ")


def test_another_name_is_refused_with_near_ones(cli: Cli) -> None:
    near, far = cli("--page", "protocl"), cli("--page", "xyzzy")
    assert near.code == far.code == 2
    assert (
        "do you mean protocol?" in near.err
        and "there are adapter-any-language, advise, " in far.err
    )
