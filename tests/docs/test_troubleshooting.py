"""docs/troubleshooting.md quotes messages that the programs have."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "docs" / "troubleshooting.md").read_text(encoding="utf-8")
QUOTED = re.findall(r"^\| `([^`]+)` \|", TEXT, re.MULTILINE)


@pytest.fixture(scope="module")
def sources() -> str:
    """All of the programs, with texts that are continued on the next line put together."""
    files = [*(ROOT / "python").rglob("*.py"), *(ROOT / "crates").glob("*/src/**/*.rs")]
    text = "".join(file.read_text(encoding="utf-8") for file in files)
    text = re.sub(r'"\s*\n\s*f?"', "", text)
    return re.sub(r"\\\n\s*", "", text)


def test_there_are_messages() -> None:
    assert len(QUOTED) >= 30
    assert len(set(QUOTED)) == len(QUOTED)


@pytest.mark.parametrize("message", QUOTED)
def test_the_message_exists(message: str, sources: str) -> None:
    assert message in sources


def test_another_message_does_not(sources: str) -> None:
    assert "a message that is nowhere" + " in the programs" not in sources
