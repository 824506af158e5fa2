"""docs/netlists.md and docs/tracing.md: sessions run, sizes and programs are what there is."""

from __future__ import annotations

import re
from pathlib import Path

from chapters import DOCS, run_sessions, tokens

from ringassay.cli.library import sizes
from ringassay.cli.netlist_output import FORMATS
from ringassay.trace import load_function, trace

NETLISTS, TRACING = DOCS / "netlists.md", DOCS / "tracing.md"


def test_sessions() -> None:
    run_sessions(NETLISTS, least=1)
    run_sessions(TRACING, least=1)


def test_sizes() -> None:
    text = NETLISTS.read_text(encoding="utf-8")
    found = sizes()
    for one in found:
        assert row(one) in text
    assert len(
        re.findall(r"^\| `[a-z0-9-]+` \| (?:small|shallow|schoolbook) \|", text, re.MULTILINE)
    ) == len(found)


def row(one: dict[str, object]) -> str:
    """A line of the table."""
    figures = [one[name] for name in ("ands", "and_depth", "xors", "inverters")]
    published = one["published"]
    beside = ""
    if isinstance(published, dict):
        beside = " / ".join(str(published[name]) for name in ("ands", "xors", "inverters"))
    cells = [f"`{one['name']}`", one["variant"], *figures, beside]
    return "| " + " | ".join(map(str, cells)).rstrip() + " |"


def test_every_format_is_explained() -> None:
    text = NETLISTS.read_text(encoding="utf-8")
    assert set(re.findall(r"^\| `(\w[\w-]*)` \| [A-Zto]", text, re.MULTILINE)) >= {
        name for name in FORMATS if name != "circuit"
    }


def test_the_programs(tmp_path: Path) -> None:
    for page, depth in ((TRACING, 2), (DOCS.parent / "README.md", 3)):
        programs = [t.content for t in tokens(page) if t.type == "fence" and t.info == "py"]
        (tmp_path / "model.py").write_text(programs[0])
        traced = trace(load_function(f"{tmp_path / 'model.py'}:score"))
        assert traced.circuit.facts()["multiplicative_depth"] == depth
