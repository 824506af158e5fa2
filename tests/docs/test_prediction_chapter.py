"""The sessions of docs/prediction.md give what they show."""

from __future__ import annotations

from chapters import DOCS, run_sessions


def test_sessions_give_what_they_show() -> None:
    run_sessions(DOCS / "prediction.md", least=2)
