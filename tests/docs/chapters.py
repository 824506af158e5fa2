"""Chapters of the documentation whose Python sessions are run."""

from __future__ import annotations

import doctest
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token

DOCS = Path(__file__).resolve().parents[2] / "docs"


def tokens(chapter: Path) -> list[Token]:
    """The chapter, parsed."""
    text = chapter.read_text(encoding="utf-8")
    return MarkdownIt("commonmark").enable("table").parse(text)


def run_sessions(chapter: Path, least: int) -> None:
    """Runs every Python block, one after the other, with the same names.

    Fails unless each gives what it shows, and there are at least so many.
    """
    names: dict[str, object] = {}
    parser, runner = doctest.DocTestParser(), doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    fences = [t for t in tokens(chapter) if t.type == "fence" and t.info == "python"]
    assert len(fences) >= least
    for fence in fences:
        line = fence.map[0] + 1 if fence.map else 0
        session = parser.get_doctest(fence.content, names, chapter.name, str(chapter), line)
        assert session.examples, f"line {line}: a Python block without a session"
        session.globs = names
        said: list[str] = []
        outcome = runner.run(session, out=said.append, clear_globs=False)
        assert outcome.failed == 0, "".join(said)
