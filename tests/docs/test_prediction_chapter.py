"""The sessions of docs/explore.md give what they show."""

from __future__ import annotations

from chapters import DOCS, run_sessions


def test_sessions_give_what_they_show() -> None:
    run_sessions(DOCS / "explore.md", least=1)
