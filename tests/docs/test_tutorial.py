"""The commands of docs/tutorial.md work, in their order; docs/index.md leaves no page out."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from chapters import DOCS, tokens

BUILDS = re.compile(r"^(make|source)\b")


def test_the_commands_of_the_tutorial_work_in_their_order(tmp_path: Path) -> None:
    """All of them, in one folder, but for those that build what the tests run in."""
    fences = [t for t in tokens(DOCS / "tutorial.md") if t.type == "fence" and t.info == "sh"]
    lines = "".join(fence.content for fence in fences).splitlines()
    script = "\n".join(line for line in lines if not BUILDS.match(line))
    path = f"{Path(sys.executable).parent}:/usr/bin:/bin"
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", script],
        cwd=tmp_path,
        env={"PATH": path, "HOME": str(tmp_path), "COLUMNS": "200"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("010100") > 1, "in the clear, and encrypted"
    assert "SHIELD" in done.stdout
    for made in ("mine.toml", "report/report.html", "comparison/report.html", "answers.csv"):
        assert (tmp_path / made).exists(), made
    assert list((tmp_path / "export").iterdir())
    rows = (tmp_path / "answers.csv").read_text().splitlines()
    assert len(rows) == 1 + 3 and "plaintext,plaintext error" in rows[0]


def test_every_page_is_listed() -> None:
    index = (DOCS / "index.md").read_text(encoding="utf-8")
    pages = {str(page.relative_to(DOCS)) for page in DOCS.rglob("*.md")} - {"index.md"}
    missing = {page for page in pages if f"({page}" not in index}
    assert missing == set()


def test_the_readme_offers_what_there_is() -> None:
    """Commands that it names exist, with their options."""

    from ringassay.cli.commands import COMMANDS, load

    text = (DOCS.parent / "README.md").read_text(encoding="utf-8")
    named = re.findall(r"^ +(?:\$ )?ringassay ([a-z]+)([^#\n]*)", text, re.MULTILINE)
    assert len(named) > 15
    for command, rest in named:
        assert command in COMMANDS, command
        group = load(command)
        known = {option for one in _commands(group) for p in one.params for option in p.opts}
        for option in re.findall(r"(?<= )--[a-z0-9-]+", rest):
            assert option in known, (command, option)


def _commands(group: object) -> list:
    inner = getattr(group, "commands", {})
    return [group, *inner.values()]
