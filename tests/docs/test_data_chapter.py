"""The session in docs/data.md gives what it shows, and its lists have what there is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from chapters import DOCS, run_sessions

from ringassay.evaluation.data import answers, frames, packing, rows, suffixes
from ringassay.evaluation.given import INPUT_BYTES


def test_the_session(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    run_sessions(DOCS / "data.md", 1)


def test_lists_and_limits_are_those_of_the_program() -> None:
    text = (DOCS / "data.md").read_text(encoding="utf-8")
    table = text.partition("## Tables")[2].partition("Any other file")[0]
    assert set(re.findall(r"`(\.\w+)`", table)) == set(suffixes.TABLES)
    assert all(f"`{form}`" in text for form in frames.FORMS)
    assert f"at most {rows.MOST_ROWS:,} rows" in text
    assert f"its file {INPUT_BYTES >> 30} GiB, its values {rows.MOST_BYTES >> 20} MiB" in text
    assert f"at most\n{packing.MOST_SLOTS} slots" in text and f"`{answers.UNTRIED}`" in text
