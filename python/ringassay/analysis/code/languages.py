"""Which languages are measured, and which paths are tests or other people's code."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

MEASURED = ("Haskell", "C++", "C", "Rust", "Go", "Python")
"""The languages whose functions are counted, in the order of the tables."""

_KINDS = {"C++ Header": "C++", "C++ Module": "C++"}
_HEADER = "C Header"

# Patterns in the syntax of .gitignore, as the languages' own tools find tests and benchmarks.
TESTS = (
    "test/", "tests/", "testing/", "bench/", "benches/", "benchmark/", "benchmarks/", "fuzz/",
    "*_test.go", "test_*.py", "*_test.py", "conftest.py", "tests.rs", "*Spec.hs", "*_test.c",
    "*_test.cc", "*_test.cpp",
)  # fmt: skip
VENDORED = (
    "vendor/", "vendored/", "third_party/", "third-party/", "thirdparty/", "external/", "extern/",
    "node_modules/", "site-packages/", "_deps/", "dist-newstyle/", ".stack-work/",
)  # fmt: skip


def c_headers(counted: Iterable[str]) -> str:
    """The language of a code base's `.h` files: C++ unless it has more C than C++ sources.

    `counted` is tokei's language of every file.
    """
    files = Counter(kind(one) for one in counted if one != _HEADER)
    return "C" if files["C"] > files["C++"] or not files["C++"] else "C++"


def kind(counted: str, headers: str = "C") -> str:
    """The language as the tables name it, of tokei's name for it."""
    return headers if counted == _HEADER else _KINDS.get(counted, counted)
