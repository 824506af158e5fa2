"""A share of `mutants.py`: stores, suites and descriptions with a few bytes changed."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import mutants
from corpus.case import Result


def test_a_share_of_the_mutants() -> None:
    program = Path(mutants.__file__)
    ended = subprocess.run(
        [sys.executable, program, "--mutants", "60", "--seed", "3"],
        capture_output=True, text=True, timeout=500, check=False,
    )  # fmt: skip
    assert ended.returncode == 0, ended.stdout[-2000:] + ended.stderr[-2000:]
    assert "60 mutants; slowest" in ended.stdout


def test_what_must_not_be_is_noticed() -> None:
    before = Result("m", 0, "ok 48", 0.1, 0.1, 1, [], 0)
    bad = {
        "another result": replace(before, said="ok 47"),
        "traceback": replace(before, said="Traceback"),
        "changed files": replace(before, changed=["x"]),
        "processes": replace(before, survivors=1),
        "time": replace(before, cpu_s=60.0),
        "memory": replace(before, peak_bytes=1 << 30),
        "silent": replace(before, code=2, said="no"),
        "exit code": replace(before, code=1),
    }
    assert mutants.judged("store", before, before) == "same"
    assert {name: name in mutants.judged("store", one, before) for name, one in bad.items()} == (
        dict.fromkeys(bad, True)
    )
