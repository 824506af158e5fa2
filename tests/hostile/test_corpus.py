"""Strangers' files, each with the outcome it must have: `corpus/driver.py` runs what it makes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from corpus import driver
from corpus.case import Case, Result

HERE = Path(__file__).parent / "corpus"

CPU_S = 5.0
PEAK_BYTES = 500_000_000
KINDS = sorted(driver.KINDS)


@pytest.fixture(scope="module", params=KINDS)
def ended(
    request: pytest.FixtureRequest, measured: Path, tmp_path_factory: pytest.TempPathFactory
) -> list[tuple[Case, Result]]:
    """The cases of a kind, with what came of them."""
    kind = request.param
    done = subprocess.run(
        [sys.executable, HERE / "driver.py", tmp_path_factory.mktemp(kind), kind],
        env={**os.environ, "CORPUS_STORE": str(measured), "COLUMNS": "200"},
        capture_output=True, text=True, timeout=600, check=True,
    )  # fmt: skip
    cases = list(driver.KINDS[kind]())
    results = [Result(**json.loads(line)) for line in done.stdout.splitlines()]
    assert [one.name for one in results] == [one.name for one in cases]
    return list(zip(cases, results, strict=True))


def test_every_file_has_the_outcome_that_is_required(ended: list[tuple[Case, Result]]) -> None:
    assert {case.name: reason for case, result in ended if (reason := problem(case, result))} == {}


def problem(case: Case, result: Result) -> str | None:
    """What is not as required."""
    for is_bad, said in (
        ("Traceback" in result.said, "a traceback"),
        (result.code != case.code, f"exit code {result.code} for {case.code}"),
        (case.said not in result.said, f"does not say {case.said!r}"),
        (case.code != 0 and not result.said.strip(), "says nothing"),
        (bool(result.changed), f"changed {result.changed}"),
        (result.survivors > 0, f"{result.survivors} processes left"),
        (result.cpu_s > CPU_S, f"{result.cpu_s:.1f} s"),
        (result.peak_bytes > PEAK_BYTES, f"{result.peak_bytes / 1e6:.0f} MB"),
        (any(sign in result.said for sign in "\x1b\x9b\u202e"), "acts on the terminal"),
    ):
        if is_bad:
            return f"{said}: {result.said[-400:]}"
    return None


def test_there_are_many_and_of_every_kind() -> None:
    count = Counter(case.name for kind in driver.KINDS.values() for case in kind())
    assert set(count.values()) == {1} and count.total() >= 180
    assert all(sum(1 for _ in kind()) >= 30 for kind in driver.KINDS.values())


def test_what_a_case_does_is_noticed(tmp_path: Path) -> None:
    """The judge itself: a file changed, code that ran, a process left, a traceback."""
    case = Case("c", ())
    good = {"name": "c", "code": 2, "said": "error: no", "cpu_s": 1.0, "wall_s": 1.0}
    fine = Result(**good, peak_bytes=1, changed=[], survivors=0)
    assert problem(case, fine) is None
    (tmp_path / "a").write_text("1")
    (tmp_path / "l").symlink_to("a")
    before = driver.tree(tmp_path)
    (tmp_path / "canary").touch()
    (tmp_path / "a").write_text("2")
    (tmp_path / "l").unlink()
    (tmp_path / "l").symlink_to("b")
    after = driver.tree(tmp_path)
    assert sorted({name for name, _ in before.items() ^ after.items()}) == ["a", "canary", "l"]
    child = subprocess.Popen(["sleep", "30"], start_new_session=True)
    assert driver.of_session(child.pid) == 1
    child.kill()
    child.wait()
    assert driver.of_session(child.pid) == 0
