"""The applications that people copy compute what they say, and are short.

Those in Rust are run by the tests of the crate `ringassay`.
"""

from __future__ import annotations

import math
import runpy
import statistics
from pathlib import Path
from typing import Any

import numpy as np
import pytest

ROOT = Path(__file__).parents[2]
PYTHON = ROOT / "examples/applications"
RUST = ROOT / "crates/ringassay/examples"
NAMES = ("private_average", "lookup", "logistic_regression")


def application(name: str) -> dict[str, Any]:
    return runpy.run_path(str(PYTHON / f"{name}.py"))


def test_the_average_is_exact() -> None:
    run = application("private_average")
    mean, variance = run["main"]()
    assert mean == statistics.fmean(run["SALARIES"])
    assert math.isclose(variance, statistics.pvariance(run["SALARIES"]))


@pytest.mark.parametrize("row", [0, 4, 11])
def test_a_lookup_finds_its_row(row: int) -> None:
    run = application("lookup")
    assert run["main"](row) == run["TABLE"][row]


@pytest.mark.parametrize("seed", range(3))
def test_a_probability_is_that_of_the_model(seed: int) -> None:
    run = application("logistic_regression")
    patient = np.random.default_rng(seed).uniform(-1, 1, 8)
    score = float(patient @ run["WEIGHTS"]) + run["BIAS"]
    assert abs(run["main"](patient) - 1 / (1 + math.exp(-score))) < 0.005


def test_each_is_short_in_both_languages() -> None:
    assert {file.stem for file in PYTHON.glob("*.py")} == set(NAMES)
    for file in (*PYTHON.glob("*.py"), *(RUST / f"{name}.rs" for name in NAMES)):
        assert len(file.read_text().splitlines()) <= 60, file
