"""`ringassay advise`: from a file to proven advice."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from interrupted import interrupt

from program import PROGRAM, Cli
from ringassay.sut import registry

MODEL = """\
import numpy as np
from ringassay.trace import computation

@computation(length=8, bound=1.0)
def score(x):
    return np.array([0.5, -0.25, 0.125, 1, 1, -1, 0.75, 0.5]) @ x + 0.25 * x[::-1] ** 2
"""
LIBRARIES = ("lattigo-ckks", "seal-ckks")


def libraries() -> list[str]:
    there = {status.name for status in registry.status() if status.command is not None}
    return [name for name in LIBRARIES if name in there]


def test_a_function_is_advised_on_and_proven(cli: Cli) -> None:
    if not libraries():
        pytest.skip("no library for reals runs here")
    (cli.folder / "model.py").write_text(MODEL)
    asked = ["advise", "model.py:score", "--security", 80, "--precision", 10]
    only = [word for name in libraries() for word in ("--sut", name)]
    ended = cli(*asked, *only, "--sut", "fv", "--prove", 1, "--json", "--out", "page")
    assert ended.code == 0, ended.err
    # The run's events come before the answer.
    found = [line for line in ended.lines if '"ranking"' in line]
    advice = json.loads(found[-1])
    assert {one["system"] for one in advice["ranking"]} == set(libraries())
    for one in advice["ranking"]:
        assert set(one["cost"]["ns"]) == {"keys", "ingest", "encrypt", "evaluate", "decrypt"}
        assert one["total_ns"] == pytest.approx(sum(one["cost"]["ns"].values()))
        assert one["security_bits"] >= 79.9
        assert one["precision_bits"] >= 10
        assert one["basis"] == "runs" and one["samples"] > 5
        assert one["cost"]["key_bytes"] > one["cost"]["ciphertext_bytes"] > 0
    (excluded,) = advice["excluded"]
    assert excluded["system"] == "ringassay-fv"
    assert excluded["reason"] == "computes with integers, not with reals"
    (proven,) = advice["proof"]["proven"]
    assert (proven["right"], proven["answers"], proven["proven_rank"]) == (3, 3, 1)
    assert proven["precision_bits"] >= 10
    # Measured a minute ago on the same machine: a factor of two is a disturbance, no prediction.
    assert -0.5 < proven["error"] < 1.0
    assert proven["predicted_total_ns"] == advice["ranking"][0]["total_ns"]
    page = (cli.folder / "page" / "report.html").read_text()
    assert "Predictions beside the truth" in page and "Excluded" in page
    # What is stored is used again, and nothing is measured.
    again = cli(*asked, *only)
    assert again.code == 0, again.err
    assert "measuring" not in again.err
    assert again.out.startswith("Use ")
    # A limit excludes, with its figures.
    none = cli(*asked, *only, "--memory", "1MB", "--time", "2ms")
    assert none.code == 1
    assert "1.00 MB are allowed" in none.out and "2.00 ms are allowed" in none.out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "which computation?"),
        (["app-dot:dot-16", "--expression", "a*b"], "takes no --expression"),
        (["app-dot:dot-17"], "no computation 'dot-17'"),
        (["app-dot:dot-16", "--memory", "much"], "a size such as 2GB"),
        (["app-dot:dot-16", "--time", "soon"], "a time such as 30s"),
        (["app-dot:dot-16", "--sut", "nobody"], "no system under test is called 'nobody'"),
    ],
)
def test_what_cannot_be_advised_on_leaves_nothing(
    cli: Cli, arguments: list[str], message: str
) -> None:
    ended = cli("advise", *arguments)
    assert ended.code == 2
    assert message in " ".join(ended.err.split())
    assert not list(Path(cli.folder).iterdir())


def test_ctrl_c_ends_it_within_a_second(tmp_path: Path) -> None:
    command = [PROGRAM, "advise", "app-dot:dot-64", "--sut", "bgv"]
    ended = interrupt(command, tmp_path, 2.5)
    assert ended.code in {130, -2}, ended
    assert "Traceback" not in ended.said, ended
    assert not ended.left, ended
    assert ended.cpu_s < 1.0, ended
