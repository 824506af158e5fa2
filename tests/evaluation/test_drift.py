"""Two real systems, through the harness, while the machine becomes slower and slower."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import numpy as np

from ringassay.evaluation import execute, parse_suite
from ringassay.store import load
from ringassay.sut.command import SutCommand

SUT = Path(__file__).with_name("drifting_sut.py")
SUITE = """
version = 1
name = "drift"
seed = 11
security = 80
repetitions = 2
key_sharing = "batch"
suts = ["a"]
[[family]]
name = "sums"
kind = "single"
space = "zt"
modulus = 17
gate = "LADD"
batch = 4
levels = [1, 2, 3]
width = [2, 3, 4, 5]
inputs = 2
"""


def command(name: str, epoch_ns: int, factor: float) -> SutCommand:
    def argv(role: str) -> tuple[str, ...]:
        return (sys.executable, str(SUT), role, str(epoch_ns), str(factor))

    return SutCommand(name, argv("client"), argv("server"), handshake="required")


def test_drift_falls_on_both_and_the_planted_factor_is_found(store):
    suite = parse_suite(SUITE)
    epoch_ns = time.monotonic_ns()
    suts = [command("a", epoch_ns, 1.0), command("b", epoch_ns, 1.5)]
    ended = execute(suite, store, suts)
    rows = load(store, [ended.run]).evaluations
    assert set(ended.outcomes) == {"ok"}
    cases = ["circuit", "input", "repetition"]
    times = {
        name: of.set_index(cases)["evaluate_cpu_ns"].astype(float)
        for name, of in rows.groupby("sut")
    }

    def ratio(one: str, other: str) -> float:
        return float(np.exp(np.log(times[one] / times[other]).dropna().mean()))

    # By how much the second of two that follow one another would have been slower: the two halves.
    own = rows[rows["sut"] == "a"].sort_values("sequence")["evaluate_cpu_ns"].astype(float)
    halves = own.iloc[len(own) // 2 :].mean() / own.iloc[: len(own) // 2].mean()
    assert halves > 1.1, "the machine did not become slower: nothing is shown"
    assert abs(np.log(ratio("b", "a") / 1.5)) < np.log(halves) / 2
    assert abs(np.log(ratio("a (again)", "a"))) < np.log(halves) / 2
    waited = rows["idle_cpu_ns"].dropna()
    assert len(waited) >= 10 and (waited == 0).all()
