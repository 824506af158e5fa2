"""Pytest imports test modules by their base names: two of one name stop the whole run."""

from collections import Counter
from pathlib import Path

TESTS = Path(__file__).parent


def test_modules_outside_packages_have_names_of_their_own():
    names = Counter(
        file.name
        for file in TESTS.rglob("*.py")
        if not (file.parent / "__init__.py").exists() and file.name != "conftest.py"
    )
    assert {name: count for name, count in names.items() if count > 1} == {}
