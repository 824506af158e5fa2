"""Lists in the documentation and in help have what there is."""

from __future__ import annotations

import re
from pathlib import Path

from ringassay.evaluation.shipped import shipped_suites

ROOT = Path(__file__).resolve().parents[2]


def test_every_suite_that_ships_is_explained() -> None:
    table = (ROOT / "docs" / "suites.md").read_text().partition("```toml")[0]
    assert set(re.findall(r"^\| `([\w-]+)` \|", table, re.MULTILINE)) == set(shipped_suites())


def test_a_calibration_takes_as_long_everywhere() -> None:
    """What help says, what the pages say, and what the default is."""
    settings = (ROOT / "crates" / "calibrate" / "src" / "measure.rs").read_text()
    (default,) = re.findall(r"sample_ns: 100_000, rounds: \d+, seconds: (\d+)\.0", settings)
    command = (ROOT / "python" / "ringassay" / "cli" / "calibrate.py").read_text()
    assert f"about {default} seconds" in command
    assert f"[default: {default}]" in command
    assert re.search(
        rf"ringassay predict calibrate +# [^\n]*: {default} seconds",
        (ROOT / "README.md").read_text(),
    )
    assert f"about {default} seconds" in (ROOT / "docs" / "explore.md").read_text()


def test_the_index_lists_every_page() -> None:
    docs = ROOT / "docs"
    index = (docs / "index.md").read_text(encoding="utf-8")
    linked = set(re.findall(r"\]\(([^)#]+)", index))
    folders = ("*.md", "lessons/*.md", "measurements/*.md")
    pages = {page for folder in folders for page in docs.glob(folder)} - {docs / "index.md"}
    assert {page.relative_to(docs).as_posix() for page in pages} <= linked
