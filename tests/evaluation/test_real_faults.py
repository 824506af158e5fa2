"""Systems over reals that lie, through the real harness: what each must come to."""

from __future__ import annotations

import math

import pytest

from ringassay.evaluation import execute, parse_suite
from ringassay.store import Store, load
from ringassay.sut.command import SutCommand
from ringassay.sut.programs import find_program

SUITE = """
version = 1
name = "reals"
seed = 1
security = 80
suts = ["plaintext"]
[[family]]
name = "mixed"
kind = "mixed"
space = "real"
bound = 1.0
precision = 20
batch = 8
depth = 2
width = 6
outputs = 2
inputs = 3
avoid_constant = true
"""
SLOTS = 16


def outcomes(store: Store, *arguments: str, suite: str = SUITE):
    program = find_program("ringassay-sut")
    assert program is not None
    client, server = ((program, "faulty", role, *arguments) for role in ("client", "server"))
    ended = execute(
        parse_suite(suite), store, [SutCommand("liar", client, server)], probe=False, aa="none"
    )
    assert ended.state == "finished"
    data = load(store, [ended.run])
    return data.evaluations.assign(magnitude=data.circuits.iloc[0]["magnitude"]).sort_values(
        "input"
    )


@pytest.mark.parametrize("point", ["evaluate", "decrypt"])
@pytest.mark.parametrize(
    ("fault", "verdict", "wrong_slots"),
    [
        ("off-by", "imprecise", SLOTS),
        ("nan", "not-finite", 2),
        ("infinite", "not-finite", 2),
        ("empty", "malformed", SLOTS),
        ("wrong-rotate", "wrong", None),
        ("complement", "wrong", None),
    ],
)
def test_each_lie_has_its_outcome(store, point, fault, verdict, wrong_slots):
    found = outcomes(store, "--at", point, "--do", fault)
    if fault == "complement":  # one more in each slot: less than a quarter of a large magnitude
        assert set(found["outcome"]) <= {"wrong", "imprecise"}
    else:
        assert set(found["outcome"]) == {verdict}
    if wrong_slots is not None:
        assert set(found["wrong_slots"]) == {wrong_slots}


def test_how_far_an_answer_is_off_is_measured(store):
    """2^-10 in each slot, relative to magnitudes that the circuit has: about as many bits."""
    found = outcomes(store, "--at", "evaluate", "--do", "off-by")
    # The worst slot is one of the output with the smaller magnitude.
    bits = found["precision_bits"]
    assert (bits > 8).all() and (bits <= 10 + math.log2(found["magnitude"].max())).all()
    assert (bits - bits.iloc[0]).abs().max() < 1e-6


def test_one_slot_of_all_is_found(store):
    """Each of two outputs has one slot that is off by one."""
    found = outcomes(store, "--at", "decrypt", "--do", "wrong-bit")
    assert set(found["wrong_slots"]) == {2}
    assert set(found["outcome"]) <= {"wrong", "imprecise"}


@pytest.mark.parametrize("point", ["encrypt", "evaluate", "decrypt"])
def test_the_answer_before_is_no_answer(store, point):
    found = outcomes(store, "--at", point, "--do", "stale", "--after", "1")
    first, *later = found["outcome"]
    assert first == "ok"
    assert set(later) <= {"wrong", "imprecise"} and later


def test_one_lie_in_two_shows(store):
    found = outcomes(
        store, "--at", "decrypt", "--do", "flaky", "--probability", "1", "--after", "1"
    )
    first, *later = found["outcome"]
    assert first == "ok" and "ok" not in later


def test_an_honest_pair_is_right(store):
    found = outcomes(store, "--at", "decrypt", "--do", "exit1", "--after", "99")
    assert set(found["outcome"]) == {"ok"} and (found["precision_bits"] > 40).all()


@pytest.mark.parametrize(
    ("fault", "verdict"),
    [
        ("off-by", "imprecise"),
        ("nan", "not-finite"),
        ("infinite", "not-finite"),
        ("empty", "malformed"),
    ],
)
def test_lies_over_complex_numbers(store, fault, verdict):
    suite = SUITE.replace('"real"', '"complex"')
    found = outcomes(store, "--at", "decrypt", "--do", fault, suite=suite)
    assert set(found["outcome"]) == {verdict}
