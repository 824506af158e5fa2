"""Every word that the README says of isolation is a claim with a test that there is."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ROW = re.compile(r"^\| (.+) \| ((?:`[^`]+::\w+`(?:, )?)+) \|$", re.MULTILINE)
DEFINED = {".py": r"^ *def {}\(", ".rs": r"^ *(?:pub )?fn {}\("}


def claims() -> list[tuple[str, list[str]]]:
    table = (ROOT / "tests/docs/isolation_claims.md").read_text(encoding="utf-8")
    return [(claim, re.findall(r"`([^`]+)`", tests)) for claim, tests in ROW.findall(table)]


def test_the_claims_are_the_words_of_the_readme() -> None:
    paragraph = re.search(r"^Whatever a system does.*?(?=\n\n)", README, re.MULTILINE | re.DOTALL)
    assert paragraph is not None
    said = re.sub(r" \(\[[^\]]*\]\([^)]*\)\)\.$", "", " ".join(paragraph[0].split()))
    assert " ".join(claim for claim, _ in claims()) == said


def test_the_tests_are_there() -> None:
    named = [test for _, tests in claims() for test in tests]
    assert len(named) >= 20
    missing = [test for test in named if not exists(test)]
    assert not missing
    assert not exists("tests/docs/test_isolation_claims.py::test_that_is_not")


def exists(test: str) -> bool:
    file, _, name = test.partition("::")
    path = ROOT / file
    pattern = DEFINED[path.suffix].format(name)
    return path.is_file() and re.search(pattern, path.read_text(), re.MULTILINE) is not None


README = (ROOT / "README.md").read_text()
