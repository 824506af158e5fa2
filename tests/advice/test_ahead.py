"""What will be measured, said before anything is: nothing starts, nothing is stored."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1]))

from program import Cli
from ringassay.advice import Shape, find, forecast


@pytest.fixture
def cli(tmp_path: Path) -> Cli:
    return Cli(tmp_path)


def test_a_dry_run_leaves_nothing_and_adds_up(cli: Cli) -> None:
    asked = ["advise", "--expression", "a*b", "--batch", 4, "--sut", "bgv", "--sut", "bfv"]
    ended = cli(*asked, "--dry-run", "--json")
    assert ended.code == 0, ended.err
    tasks = ended.json["tasks"]
    assert [task["system"] for task in tasks] == [
        "kernels of our schemes", "ringassay-bfv", "ringassay-bgv",
    ]  # fmt: skip
    assert ended.json["seconds"] == pytest.approx(sum(task["seconds"] for task in tasks))
    assert not list(cli.folder.iterdir())
    refused = cli(*asked, "--dry-run", "--prove", 1)
    assert refused.code == 2 and "--dry-run takes no --prove" in refused.err


def test_a_scheme_is_named_by_its_key(tmp_path: Path) -> None:
    """That of reals is measured like a library, and was looked at under its system's name only."""
    real = find("app-logistic:logistic-3")
    ahead = forecast(real, suts=["ckks"], store=str(tmp_path / "none.db"))
    assert [task.system for task in ahead.tasks] == ["ringassay-ckks"]
    exact = find("a*b", Shape(expression=True, batch=4))
    assert forecast(exact, suts=["fv"], store=str(tmp_path / "none.db")).tasks
    assert json.dumps([task.what for task in ahead.tasks])
