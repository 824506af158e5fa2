"""Which tests run which functions of the package, and how long each test takes."""

from __future__ import annotations

import json
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from planting import TESTS, outcome

PACKAGE = TESTS.parent / "python" / "ringassay"


class _Recorder:
    """A plugin of pytest. What a fixture runs counts for every test of the file."""

    def __init__(self, path: Path, folders: tuple[str, ...]) -> None:
        self.path = path
        self.within = tuple(f"{PACKAGE / folder}/" for folder in folders)
        self.test = ""
        self.functions: dict[str, set[str]] = defaultdict(set)
        self.seconds: dict[str, float] = {}

    def _trace(self, frame: FrameType, event: str, arg: object) -> None:
        code = frame.f_code
        if code.co_filename.startswith(self.within):
            self.functions[f"{code.co_filename}:{code.co_firstlineno}"].add(self.test)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> Iterator[None]:
        """Fixtures."""
        return (yield from self._traced(item.nodeid.split("::")[0]))

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Iterator[None]:
        """The test itself."""
        return (yield from self._traced(item.nodeid))

    def _traced(self, test: str) -> Iterator[None]:
        test = test.removeprefix(f"{TESTS.name}/")
        self.test, begin = test, time.monotonic()
        sys.settrace(self._trace)  # type: ignore[arg-type]
        try:
            return (yield)
        finally:
            sys.settrace(None)
            self.seconds[test] = self.seconds.get(test, 0.0) + time.monotonic() - begin

    def pytest_sessionfinish(self) -> None:
        """Writes what was found."""
        found = {function: sorted(tests) for function, tests in self.functions.items()}
        self.path.write_text(json.dumps({"functions": found, "seconds": self.seconds}))


class Reached:
    """The tests that reach a line, the quickest first."""

    def __init__(self, path: Path) -> None:
        found = json.loads(path.read_text())
        self._seconds: dict[str, float] = found["seconds"]
        self._starts: dict[str, dict[int, list[str]]] = defaultdict(dict)
        for function, tests in found["functions"].items():
            name, line = function.rsplit(":", 1)
            self._starts[name][int(line)] = tests

    def tests(self, path: Path, functions: list[int]) -> list[str]:
        """The tests that run a function of `path` that starts at one of those lines (with its
        decorators); if there are none, those that run anything of it."""
        of = self._starts.get(str(path), {})
        found = {t for line in functions for t in of.get(line, ())} or {
            test for tests in of.values() for test in tests
        }
        whole = {test for test in found if "::" not in test}
        single = {test for test in found if "::" in test and test.split("::")[0] not in whole}
        return sorted(single | whole, key=self.seconds)

    def seconds(self, test: str) -> float:
        """How long a test or the tests of a file took."""
        if "::" in test:
            return self._seconds[test]
        return sum(s for name, s in self._seconds.items() if name.split("::")[0] == test)


def learn(path: Path, folders: tuple[str, ...], tests: list[str]) -> tuple[int, str]:
    """Runs the tests unchanged, and writes to `path` what they reach in the package's folders."""
    recorder: Any = _Recorder(path, folders)
    return outcome(None, tests, [recorder])
