"""Documents and decisions are the same whichever backend of the kernels computes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from program import PROGRAM
from ringassay import _native

OUTPUTS = Path(__file__).with_name("outputs.py")
BACKENDS: list[str] = _native.backends()["available"]


def on(backend: str, *command: object) -> str:
    """What a command prints with a backend."""
    done = subprocess.run(
        [*map(str, command)],
        env={**os.environ, "RINGASSAY_BACKEND": backend, "COLUMNS": "200"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"{backend}: {done.stdout}{done.stderr}"
    return done.stdout


def test_pages_show_what_every_backend_gives() -> None:
    """Sessions give what they show; commands, choices and plans give the same."""
    all_found: list[dict[str, Any]] = [
        json.loads(on(backend, sys.executable, OUTPUTS)) for backend in BACKENDS
    ]
    first = all_found[0]
    assert sum("params" in place for place in first) >= 5
    # It names the exit code, then what was printed or why it was refused.
    assert all(len(text) > 100 for place, text in first.items() if place.startswith("params"))
    for backend, found in zip(BACKENDS, all_found, strict=True):
        for place, said in found.items():
            assert said == first[place], f"{place}: differs on {backend} and {BACKENDS[0]}"


@pytest.mark.parametrize("backend", BACKENDS)
def test_this_machine_is_asked_for_by_an_option_that_says_so(backend: str) -> None:
    request = ("params", "bgv", "--length", 64, "--depth", 3)
    told = on(backend, PROGRAM, *request, "--for-this-machine")
    assert f"the costs of transforms on {backend}, as was asked for" in told
    assert "avx2, the reference" in on(backend, PROGRAM, *request)


def test_costs_decide_where_they_are_asked_for() -> None:
    """Otherwise the tests above could not fail."""
    request = ("params", "bgv", "--length", 64, "--depth", 3, "--json")
    indices = {
        backend: json.loads(on(backend, PROGRAM, *request, "--for-this-machine"))["m"]
        for backend in BACKENDS
    }
    assert json.loads(on("portable", PROGRAM, *request))["m"] == 6425
    if "avx2" in indices:
        assert indices["avx2"] == 6425
    if "avx512" in indices:
        assert indices["avx512"] != 6425


def test_the_option_is_refused_where_no_index_is_ranked() -> None:
    done = subprocess.run(
        [PROGRAM, "params", "bgv", "--for-this-machine", "--length", "64", "--index", "8191"],
        capture_output=True, text=True, check=False, env={**os.environ, "COLUMNS": "200"},
    )  # fmt: skip
    assert done.returncode == 2
    assert "--index takes no --for-this-machine" in " ".join(done.stderr.split())
