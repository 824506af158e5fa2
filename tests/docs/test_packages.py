"""What `scripts/packages.py` asks of crates that are published."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path

PATH = Path(__file__).parents[2] / "scripts" / "packages.py"
READMES = ("README.md", "crates/ringassay/README.md")
SPEC = importlib.util.spec_from_file_location("packages", PATH)
assert SPEC is not None
assert SPEC.loader is not None
packages = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(packages)


def test_ours_lack_nothing_and_are_documented() -> None:
    published = packages.published()
    assert packages.faults(published) == []
    documented = (PATH.parents[1] / "docs" / "crates.md").read_text(encoding="utf-8")
    for package in published:
        assert f"`{package['name']}`" in documented


def test_what_is_missing_is_named() -> None:
    (ring,) = (p for p in packages.published() if p["name"] == "ringassay-ring")
    assert "states no keywords" in packages.faults([ring | {"keywords": []}])[0]
    alone = " ".join(packages.faults([ring]))
    assert "depends on ringassay-kernels, which is not published" in alone


def test_the_readme_shows_what_the_crate_runs() -> None:
    """The crate's own readme is compiled and run by its tests."""
    readme, ours = ((PATH.parents[1] / part).read_text("utf-8") for part in READMES)
    block = re.search(r"```rust\n.*?```\n", ours, re.DOTALL)
    assert block is not None
    assert block[0] in readme
