#!/usr/bin/env python3
"""Runs all tests, two at a time, and prints the slowest, as a table for docs/testing.md.

Usage: .venv/bin/python scripts/slowest_tests.py [COUNT]
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
# What the test programs of stable Rust tell only when asked so.
RUST = ["cargo", "test", "--workspace", "--locked", "--", "-Zunstable-options", "--report-time"]
PYTHON = [
    *(sys.executable, "-m", "pytest", "--numprocesses=2", "--dist=loadfile"),
    *("--durations=0", "--durations-min=0.1"),
]


def lines(command: list[str], **environment: str) -> Iterator[str]:
    """What a command prints, on both streams."""
    with subprocess.Popen(
        command,
        cwd=ROOT,
        env={**os.environ, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as process:
        assert process.stdout is not None
        yield from process.stdout
    if process.returncode:
        sys.exit(f"{' '.join(command)}: exit code {process.returncode}")


def rust() -> Iterator[tuple[float, str]]:
    """Seconds and name of each test of the crates."""
    # The unit tests of a crate come first; programs of integration tests do not name it.
    crate = ""
    for line in lines(RUST, RUSTC_BOOTSTRAP="1"):
        if found := re.search(r"unittests src/lib\.rs \(.*/ringassay_(\w+)-", line):
            crate = found[1]
        if found := re.match(r"test (\S+) \.\.\. ok <([\d.]+)s>", line):
            yield float(found[2]), f"{crate}: {found[1]}"


def python() -> Iterator[tuple[float, str]]:
    """Likewise of the package; what a fixture takes counts for the test that made it."""
    seconds: dict[str, float] = {}
    for line in lines(PYTHON):
        if found := re.match(r"([\d.]+)s (?:call|setup|teardown) +(\S+)", line):
            seconds[found[2]] = seconds.get(found[2], 0.0) + float(found[1])
    for name, spent in seconds.items():
        yield spent, name


def main() -> None:
    """Prints the table."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 50
    found = sorted([*rust(), *python()], reverse=True)[:count]
    print("| seconds | test |\n|---|---|")
    for spent, name in found:
        print(f"| {spent:.1f} | `{name}` |")


if __name__ == "__main__":
    main()
