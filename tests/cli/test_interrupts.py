"""Ctrl-C ends every long command within a second, in silence, and nothing is left."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from interrupted import interrupt

from program import PROGRAM
from ringassay.store import Store

BEGUN_S = 1.5
"""Processor time after which every command has imported what it needs, and computes."""

SOON_S = 1.0
"""Processor time, of which one process has no more than seconds pass."""

LONG = {
    "calibrate": ["predict", "calibrate"],
    "explore": ["explore", "case-study"],
    "explore in processes": ["explore", "case-study", "--no-predict", "--jobs", "2"],
    "predict": ["predict", "panthers"],
    "predict sut": ["predict", "sut", "ringassay-bgv"],
    "bench ring": ["bench", "ring"],
    "bench bgv": ["bench", "bgv"],
    "bench lattice": ["bench", "lattice", "--shapes", "N14", "--no-peers"],
    "params": ["params", "bgv", "--length", "1000", "--depth", "20", "--plaintext", "65537"],
    "challenge": [
        *("challenge", "generate", "--index", "4096", "--modulus", "12289", "--p", "64"),
        *("--samples", "1000", "--instances", "256", "--epoch", "60"),
    ],
    "generate": ["circuit", "generate", "--width", "1000", "--depth", "300", "--batch", "1024"],
}


@pytest.mark.parametrize("name", LONG)
def test_a_long_command_ends(tmp_path: Path, name: str) -> None:
    ended = interrupt([PROGRAM, *LONG[name]], tmp_path, BEGUN_S, group=len(name) % 2 == 0)
    # A benchmark keeps the samples that it has.
    assert ended.code in ({130, -2, 0} if name.startswith("bench") else {130, -2}), ended
    assert "Traceback" not in ended.said, ended
    assert not ended.left, ended
    assert ended.cpu_s < SOON_S, ended
    assert not list(tmp_path.glob("*chall*"))
    store = tmp_path / "ringassay.db"
    if store.exists():
        with Store(store) as opened:
            assert opened.runs() == []


def test_an_interrupted_demo_leaves_the_report_of_before(tmp_path: Path) -> None:
    (tmp_path / "ringassay-demo").mkdir()
    report = tmp_path / "ringassay-demo" / "report.html"
    report.write_text("of before")
    # A new run is stored once its circuits are prepared; the measuring takes minutes.
    ended = interrupt([PROGRAM, "demo"], tmp_path, 6.0)
    assert ended.code in {1, 130}, ended
    assert "no report was written" in ended.said or ended.code == 130, ended
    assert report.read_text() == "of before"
    assert sorted(path.name for path in report.parent.iterdir() if "report" in path.name) == [
        "report.html"
    ]


@pytest.mark.parametrize("after_cpu_s", [0.05, 0.15, 0.3])
def test_not_even_imports_are_interrupted_aloud(tmp_path: Path, after_cpu_s: float) -> None:
    ended = interrupt([PROGRAM, "report"], tmp_path, after_cpu_s)
    # It may be through: there is no store.
    assert ended.code in {130, -2, 4, 2}, ended
    assert "Traceback" not in ended.said, ended


CALLS = {
    "security": "native.max_log2_q(32768, 'ternary', 3.2, 128.0)",
    "circuits": "native.Circuit.generate({'kind': 'mixed', 'seed': 1, 'batch': 64, 'width': 5000,"
    " 'depth': '500'})",
    "primes": "native.find_primes(3, 62, 1000, [])",
}

SCRIPT = """
import sys
from ringassay import _native as native
print("begun", flush=True)
try:
    while True:
        {call}
except KeyboardInterrupt:
    # The next call begins afresh.
    native.find_primes(3, 20, 1, [])
    sys.exit(7)
"""


@pytest.mark.parametrize("name", CALLS)
def test_a_native_call_is_interrupted_and_the_next_is_not(tmp_path: Path, name: str) -> None:
    ended = interrupt([sys.executable, "-c", SCRIPT.format(call=CALLS[name])], tmp_path, 0.5)
    assert ended.code == 7, ended
    assert ended.cpu_s < SOON_S, ended
