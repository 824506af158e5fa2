"""Every link and every picture of the documentation leads somewhere."""

import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from urllib.parse import unquote

import pytest
from markdown_it import MarkdownIt
from markdown_it.token import Token

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
ELSEWHERE = re.compile(r"[a-z][a-z0-9+.-]*:")
IN_HTML = re.compile(r"""(?:href|src)=["']([^"']+)["']""")


@cache
def tokens(page: Path) -> tuple[Token, ...]:
    parser = MarkdownIt("commonmark").enable("table")
    return tuple(parser.parse(page.read_text(encoding="utf-8")))


def inline(page: Path) -> Iterator[Token]:
    for token in tokens(page):
        yield token
        yield from token.children or []


def targets(page: Path) -> Iterator[str]:
    """What the page links to and shows."""
    for token in inline(page):
        if token.type in {"html_block", "html_inline"}:
            yield from IN_HTML.findall(token.content)
        for name in ("href", "src"):
            if (target := token.attrGet(name)) is not None:
                yield str(target)


@cache
def anchors(page: Path) -> frozenset[str]:
    """The anchors that GitHub gives to the headings of a page."""
    found: list[str] = []
    for before, token in pairwise(tokens(page)):
        if before.type == "heading_open":
            parts = [t.content for t in token.children or [] if t.type in {"text", "code_inline"}]
            slug = re.sub(r"[^\w\- ]", "", "".join(parts).lower()).replace(" ", "-")
            found.append(slug if slug not in found else f"{slug}-{found.count(slug)}")
    return frozenset(found)


def broken(page: Path) -> list[str]:
    bad = []
    for target in targets(page):
        if ELSEWHERE.match(target):
            continue
        path, _, anchor = unquote(target).partition("#")
        file = (page.parent / path).resolve() if path else page
        if not file.exists() or not file.is_relative_to(ROOT):
            bad.append(f"{target}: there is no such file")
        elif anchor and (file.suffix != ".md" or anchor not in anchors(file)):
            bad.append(f"{target}: there is no such heading")
    return bad


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_and_pictures_resolve(page: Path) -> None:
    assert broken(page) == []


def test_there_are_links_to_look_at() -> None:
    ring = list(targets(ROOT / "docs" / "ring.md"))
    assert sum(target.startswith("images/") for target in ring) >= 6
    assert "#the-transform" in ring


def test_broken_ones_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(globals(), "ROOT", tmp_path)
    page = tmp_path / "page.md"
    page.write_text(
        "# One `two`, three\n\n# One `two`, three\n\n[a](#one-two-three) [b](#one-two-three-1) "
        "[c](#four) [d](page.md#nine) ![e](none.svg) [f](https://example.org)\n"
        "<img src='gone.png'> [g](../outside.md)\n"
    )
    wrong = [text.split(":")[0] for text in broken(page)]
    assert wrong == ["#four", "page.md#nine", "none.svg", "gone.png", "../outside.md"]


def test_the_page_of_a_package_index_has_no_relative_links() -> None:
    text = (ROOT / "packaging" / "README.md").read_text(encoding="utf-8")
    assert re.findall(r"\]\((?!https?://)", text) == []
