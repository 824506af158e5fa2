"""Runs tests in a process of its own, in which one module is imported with a change.

No file changes. What tests run in further processes has no change.
"""

from __future__ import annotations

import ast
import contextlib
import importlib.machinery
import importlib.util
import io
import multiprocessing
import os
import signal
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from types import CodeType
from typing import Any

# Imported once, here: what every test needs, and nothing that is changed.
import hypothesis  # noqa: F401
import pandas  # noqa: F401
import pytest
import scipy.optimize
import scipy.stats  # noqa: F401
import sqlalchemy  # noqa: F401
import statsmodels.api  # noqa: F401

import ringassay.store  # noqa: F401

TESTS = Path(__file__).parents[1]
SURVIVES, NOTICED = 0, 1


@dataclass(frozen=True)
class Change:
    """What the source of a module becomes."""

    module: str
    edit: Callable[[str], str | ast.Module]


class _Loader(importlib.machinery.SourceFileLoader):
    change: Change

    def get_code(self, fullname: str) -> CodeType:
        """The code of the changed source."""
        changed = self.change.edit(Path(self.path).read_text())
        return compile(changed, self.path, "exec")


class _Finder:
    """Finds that module first."""

    def __init__(self, change: Change) -> None:
        self.change = change

    def find_spec(
        self, name: str, path: object, target: object = None
    ) -> importlib.machinery.ModuleSpec | None:
        """The module with its change; None for all others."""
        if name != self.change.module:
            return None
        found = importlib.machinery.PathFinder.find_spec(name, path)  # type: ignore[arg-type]
        assert found is not None and found.origin is not None
        loader = _Loader(name, found.origin)
        loader.change = self.change
        return importlib.util.spec_from_file_location(name, found.origin, loader=loader)


def _run(change: Change | None, tests: Iterable[str], plugins: list[Any], told: Any) -> None:
    os.setpgid(0, 0)
    if change is not None:
        sys.meta_path.insert(0, _Finder(change))  # type: ignore[arg-type]
    said = io.StringIO()
    options = ["-q", "--tb=no", "-p", "no:cacheprovider", *(["-x"] if change else [])]
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        code = pytest.main([*(str(TESTS / test) for test in tests), *options], plugins=plugins)
    failed = [line for line in said.getvalue().splitlines() if line.startswith(("FAILED", "ERROR"))]
    told.send((int(code), failed[0].split(" ")[1] if failed else said.getvalue()[-300:]))


def outcome(
    change: Change | None,
    tests: Iterable[str],
    plugins: list[Any] | None = None,
    seconds: float | None = None,
) -> tuple[int, str]:
    """The exit code of pytest, and the first test that failed; NOTICED if time ran out."""
    fork = multiprocessing.get_context("fork")
    here, there = fork.Pipe()
    child = fork.Process(target=_run, args=(change, tests, plugins or [], there))
    child.start()
    there.close()
    if here.poll(seconds):
        try:
            code, said = here.recv()
        except EOFError:
            code, said = -1, "the tests ended without a result"
    else:
        code, said = NOTICED, "no end"
        with contextlib.suppress(ProcessLookupError):
            os.killpg(child.pid or 0, signal.SIGKILL)
    child.join()
    return code, said
