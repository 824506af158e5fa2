"""docs/api.md has the public names that there are."""

from __future__ import annotations

import subprocess
import sys

from chapters import DOCS

PAGE = DOCS / "api.md"


def test_the_page_is_that_of_the_code() -> None:
    done = subprocess.run([sys.executable, DOCS / "api.py", "--check"], check=False)
    assert done.returncode == 0, "run python docs/api.py"


def test_another_page_is_noticed() -> None:
    sys.path.insert(0, str(DOCS))
    try:
        import api
    finally:
        sys.path.remove(str(DOCS))
    text = PAGE.read_text(encoding="utf-8")
    assert api.page(text.replace("| `choose` |", "| `chosen` |")) == text
    assert "| `choose` |" in text
