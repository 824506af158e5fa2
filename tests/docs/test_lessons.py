"""The numbered lessons in Python run, one after the other, and lead to one another."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from chapters import DOCS, run_sessions

LESSONS = sorted((DOCS / "lessons").glob("[0-9]*.md"))


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda path: path.stem)
def test_every_session_gives_what_it_shows(lesson: Path) -> None:
    run_sessions(lesson, least=5)


def test_they_are_numbered_and_linked() -> None:
    assert [lesson.name[:2] for lesson in LESSONS] == [
        f"{k:02}" for k in range(1, len(LESSONS) + 1)
    ]
    assert len(LESSONS) >= 4
    for lesson, after in pairwise(LESSONS):
        assert f"({after.name})" in lesson.read_text(encoding="utf-8")
