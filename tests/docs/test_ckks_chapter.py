"""What docs/ckks.md and docs/refresh.md show is so."""

from __future__ import annotations

from chapters import DOCS, run_sessions


def test_every_session_gives_what_it_shows() -> None:
    run_sessions(DOCS / "ckks.md", least=2)
    run_sessions(DOCS / "refresh.md", least=1)
