"""What docs/ckks.md, docs/refresh.md and docs/gates.md show is so."""

from __future__ import annotations

from chapters import DOCS, run_sessions


def test_every_session_gives_what_it_shows() -> None:
    run_sessions(DOCS / "ckks.md", least=2)
    run_sessions(DOCS / "refresh.md", least=1)
    run_sessions(DOCS / "gates.md", least=1)
