"""Which tests may be skipped, and the account of those that were: a plugin of pytest.

A reason that `allowed_skips.toml` does not list fails the run; so do more skipped tests than it
allows. With `--never-skip` a test that is skipped because something is missing fails.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Generator, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

LIST = Path(__file__).parent / "allowed_skips.toml"


@dataclass(frozen=True)
class Allowed:
    """The reasons that are allowed, as regular expressions that match from their beginning."""

    not_applicable: tuple[str, ...]
    """There is nothing to test: no machine runs these."""
    elsewhere: tuple[str, ...]
    """`make test` does without what they need; another target runs them."""
    missing: tuple[str, ...]
    """This machine lacks something, which `make test` would use."""
    most: int
    """So many skipped tests of the first two kinds at most."""

    @classmethod
    def read(cls, path: Path = LIST) -> Allowed:
        """Those of a file."""
        found = tomllib.loads(path.read_text(encoding="utf-8"))
        names = ("not_applicable", "elsewhere", "missing")
        return cls(*(tuple(one["reason"] for one in found[name]) for name in names), found["most"])

    def applies(self, reason: str) -> bool:
        """Whether a test was skipped that could have run where nothing is missing."""
        return not _matches(self.not_applicable, reason)

    def counts(self, reason: str) -> bool:
        """Whether a test is skipped for it on every machine."""
        return _matches((*self.not_applicable, *self.elsewhere), reason)

    def lists(self, reason: str) -> bool:
        """Whether a test may be skipped for it."""
        return self.counts(reason) or _matches(self.missing, reason)


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
    everywhere = sum(count for reason, count in reasons.items() if allowed.counts(reason))
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
