"""Schemes in children of fork, forkserver and spawn, and in threads."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

FOLDER = Path(__file__).parent
HANG_S = 300
SCHEMES = ("bgv", "bfv", "ckks")


def run(program: str, *arguments: object) -> Any:
    """What a program of this folder prints; one that hangs is an error."""
    command = [sys.executable, FOLDER / program, *map(str, arguments)]
    # Threads of numpy's own are none of ours.
    env = {**os.environ, "OPENBLAS_NUM_THREADS": "1"}
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=HANG_S, check=False, env=env
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("method", ["fork", "forkserver", "spawn", "threads"])
def test_operations_are_right_in_every_process(method: str, scheme: str) -> None:
    found = run("methods.py", method, scheme)
    assert found["wrong"] == []
    # Four tasks on two workers, of the parent's order of time: a hang lasts for ever.
    assert found["children_s"] < 12 * found["parent_s"] + 5, found


def test_forks_in_the_middle_of_computations() -> None:
    found = run("storm.py", 45)
    assert found["right"] == 45 and found["rounds"] > 0, found


@pytest.mark.parametrize("scheme", SCHEMES)
def test_no_two_draws_are_alike(scheme: str) -> None:
    found = run("draws.py", scheme, 10_000 if scheme == "bgv" else 1_000)
    for kind, (drawn, distinct) in found.items():
        assert drawn == distinct, (kind, found)


def test_every_computation_is_on_the_threads_that_were_asked_for() -> None:
    before, after = run("threads_used.py")
    assert before == after
