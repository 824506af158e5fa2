"""Which tests may be skipped, and the account of those that were: a plugin of pytest.

A reason that `allowed_skips.toml` does not list fails the run; so do more skipped tests than it
allows. With `--never-skip` a test that is skipped because something is missing fails, and tests of
libraries that take long to install are part of the run though they are not installed.
"""

from __future__ import annotations

import importlib.util
import re
import tomllib
from collections import Counter
from collections.abc import Generator, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from ringassay.sut import registry

LIST = Path(__file__).parent / "allowed_skips.toml"


@dataclass(frozen=True)
class Allowed:
    """The reasons that are allowed, as regular expressions that match from their beginning."""

    not_applicable: tuple[str, ...]
    """There is nothing to test: no machine runs these."""
    missing: tuple[str, ...]
    """This machine lacks something, which `make test` would use."""
    most: int
    """So many skipped tests of the first kind at most."""
    elsewhere: tuple[str, ...]
    """Systems whose tests are no part of `make test` where they are not installed."""
    packages: tuple[str, ...]
    """Packages of Python, likewise: files of tests are named after them."""

    @classmethod
    def read(cls, path: Path = LIST) -> Allowed:
        """Those of a file."""
        found = tomllib.loads(path.read_text(encoding="utf-8"))
        kinds = (found[name] for name in ("not_applicable", "missing"))
        reasons = (tuple(one["reason"] for one in kind) for kind in kinds)
        return cls(*reasons, found["most"], tuple(found["elsewhere"]), tuple(found["packages"]))

    def applies(self, reason: str) -> bool:
        """Whether a test that is skipped for it could have run where nothing is missing."""
        return not _matches(self.not_applicable, reason)

    def lists(self, reason: str) -> bool:
        """Whether a test may be skipped for it."""
        return _matches((*self.not_applicable, *self.missing), reason)

    def absent(self) -> set[str]:
        """Systems and packages whose tests are left to another run, because they are not here."""
        here = {status.name for status in registry.status() if status.command is not None}
        found = {name for name in self.packages if importlib.util.find_spec(name) is None}
        return {name for name in self.elsewhere if name not in here} | found


def _matches(patterns: Iterable[str], reason: str) -> bool:
    return any(re.match(pattern, reason) for pattern in patterns)


def reason_of(longrepr: object) -> str:
    """Why a test was skipped, on one line."""
    text = longrepr[2] if isinstance(longrepr, tuple) else str(longrepr)
    return " ".join(str(text).removeprefix("Skipped: ").split())


def account(reasons: Counter[str], allowed: Allowed) -> tuple[list[str], list[str]]:
    """What is said of skipped tests, a line for each reason, and what is wrong with them."""
    lines = [f"{count:4}  {reason}" for reason, count in reasons.most_common()]
    wrong = [
        f"{LIST.name} does not list the reason: {reason}"
        for reason in reasons
        if not allowed.lists(reason)
    ]
    everywhere = sum(count for reason, count in reasons.items() if not allowed.applies(reason))
    if everywhere > allowed.most:
        wrong.append(
            f"{everywhere} tests are skipped on every machine, more than the {allowed.most} that "
            f"{LIST.name} allows"
        )
    return lines, wrong


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--never-skip",
        action="store_true",
        help="fail a test that is skipped because something is missing",
    )


def _left(config: pytest.Config) -> set[str]:
    return set() if config.getoption("--never-skip") else Allowed.read().absent()


def pytest_report_header(config: pytest.Config) -> str | None:
    absent = sorted(_left(config))
    return f"left to make test-libraries: tests of {', '.join(absent)}" if absent else None


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "needs(name): a package that allowed_skips.toml lists")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    absent = _left(config)
    left = [item for item in items if absent & _needs(item)]
    if left:
        config.hook.pytest_deselected(items=left)
        items[:] = [item for item in items if not absent & _needs(item)]


def _needs(item: pytest.Item) -> set[str]:
    """What a test is marked with, and the systems that are its parameters."""
    values = item.callspec.params.values() if hasattr(item, "callspec") else ()
    systems = {str(getattr(value, "name", value)) for value in values}
    return systems | {name for mark in item.iter_markers("needs") for name in mark.args}


def _refuse(config: pytest.Config, report: Any) -> None:
    """Makes a failure of a skipped test, where nothing may be missing."""
    if not (config.getoption("--never-skip") and report.skipped) or hasattr(report, "wasxfail"):
        return
    reason = reason_of(report.longrepr)
    if Allowed.read().applies(reason):
        report.outcome = "failed"
        report.longrepr = f"skipped, where nothing may be missing: {reason}"


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, Any, Any]:
    report = yield
    _refuse(item.config, report)
    return report


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_make_collect_report(collector: pytest.Collector) -> Generator[None, Any, Any]:
    report = yield
    _refuse(collector.config, report)
    return report


def _skipped(config: pytest.Config) -> Counter[str]:
    """The reasons of what was skipped; nothing in a worker of xdist."""
    terminal = config.pluginmanager.get_plugin("terminalreporter")
    if terminal is None or hasattr(config, "workerinput"):
        return Counter()
    return Counter(reason_of(report.longrepr) for report in terminal.stats.get("skipped", []))


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    _, wrong = account(_skipped(session.config), Allowed.read())
    if wrong and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    reasons = _skipped(config)
    if not reasons:
        return
    terminalreporter.section(f"{reasons.total()} skipped, by reason")
    lines, wrong = account(reasons, Allowed.read())
    for line in lines:
        terminalreporter.write_line(line)
    for line in wrong:
        terminalreporter.write_line(line, red=True)
