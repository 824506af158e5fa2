"""Conformance of every system over complex numbers: slot programs of docs/programs.md by hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest
from real_oracle import program
from real_pair import RealPair
from systems import BATCH, REALS, System

KEY = f"L={BATCH},D=3.0,K=128,C=1,P=20,M=4,G=4"
X = [1 + 0j, -1j, 0.5 - 0.5j, -0.001 + 1e-7j, 0j, 0.6 + 0.8j]
Y = [-1 + 0j, 1j, 0.25 + 0.5j, 1e-7 - 0.5j, 0.7 - 0.7j, -0.7 + 0j]


@pytest.fixture(scope="module", params=REALS, ids=lambda system: system.name)
def pair(request: pytest.FixtureRequest, argv_of: dict[str, Sequence[str]]) -> Iterator[RealPair]:
    system: System = request.param
    pair = RealPair(argv_of[system.name], KEY, (X, Y))
    yield pair
    for one in (pair.client, pair.server):
        assert one.process.poll() is None, "the session has ended"
        one.kill()


INPUTS = ("input 0 0 top", "input 1 1 top")
ROW = "plain top 1,-1i,0,1e-6+1e-6i,0.5-0.5i,-3"
PROGRAMS = {
    "input": ["input 0 1 top", "output 0 0"],
    "add": [*INPUTS, "add 2 0 1", "output 2 0"],
    "sub": [*INPUTS, "sub 2 0 1", "output 2 0"],
    "neg": ["input 0 0 top", "neg 1 0", "output 1 0"],
    "mul": [*INPUTS, "mul 2 0 1", "output 2 0"],
    "square": ["input 0 0 top", "square 1 0", "output 1 0"],
    "conjugate": ["input 0 0 top", "conjugate 1 0", "output 1 0"],
    "conjugate twice": ["input 0 0 top", "conjugate 1 0", "conjugate 2 1", "output 2 0"],
    "conjugate of a product": [*INPUTS, "mul 2 0 1", "conjugate 3 2", "output 3 0"],
    "conjugate at the lowest level": [
        "input 0 0 top", "lower 1 0 0 1", "conjugate 2 1", "output 2 0",
    ],
    "squared absolute values": ["input 0 0 top", "conjugate 1 0", "mul 2 0 1", "output 2 0"],
    "addplain": [ROW, "input 0 0 top", "addplain 1 0 0", "output 1 0"],
    "mulplain": [ROW, "input 0 0 top", "mulplain 1 0 0", "output 1 0"],
    "mulplain by i": [
        "plain top 1i,1i,1i,1i,1i,1i", "input 0 0 top", "mulplain 1 0 0", "output 1 0",
    ],
    "a row of reals": ["plain top 1,-1,0,2,3,-3", "input 0 0 top", "addplain 1 0 0", "output 1 0"],
    "addplain of zeros": ["plain top 0,0,0,0,0,0", "input 0 0 top", "addplain 1 0 0", "output 1 0"],
    "ones, from a later slot": ["ones top 7 13", "input 0 0 top", "mulplain 1 0 0", "output 1 7"],
    "encrypt": [ROW, "encrypt 0 0", "conjugate 1 0", "output 1 0"],
    "to the lowest level": [
        *INPUTS, "mul 2 0 1", "square 3 2", "lower 4 0 top-2 1", "mul 5 3 4", "lower 6 0 0 1",
        "sub 7 5 6", "output 7 0",
    ],
    "several outputs": [*INPUTS, "mul 2 0 1", "output 2 0", "output 1 3", "output 0 0"],
}  # fmt: skip


@pytest.mark.parametrize("name", PROGRAMS)
def test_each_operation(pair: RealPair, name: str) -> None:
    pair.check(program(pair.target, PROGRAMS[name]))


def test_each_rotation_there_is_a_key_for(pair: RealPair) -> None:
    row = pair.target["row"]
    for step in pair.target["steps"]:
        first = max(0, min(step, row - BATCH))
        lines = ["input 0 0 top", f"rotate 1 0 {step}", f"output 1 {first}"]
        pair.check(program(pair.target, lines))


def test_what_the_key_says_of_itself(pair: RealPair) -> None:
    assert pair.target["complex"] is True
    assert pair.report["parameters"]["conjugation_keys"] == 1


def test_what_is_no_program_is_refused_with_its_line(pair: RealPair) -> None:
    lines = ["plain top 0.5-1i,1,-1i,0,0.25,1", "input 0 0 top", "conjugate 1 0", "output 1 0"]
    good = program(pair.target, lines)
    for old, new, line in [
        ("complex 1 ", "reals 1 ", 2),
        ("0.5-1i,", "0.5-1j,", 2),
        ("0.5-1i,", "-1i+0.5,", 2),
        ("0.5-1i,", "", 2),
        ("conjugate 1 0", "conjugate 1 7", 3 + 1),
        ("conjugate 1 0", "conjugate 1 0 0", 3 + 1),
        ("output 1 0", "output 1 0 -5", 5),
    ]:
        assert good.count(old.encode()) == 1, old
        pair.ready(good)
        said = pair.server.ask("PROGRAM", good.replace(old.encode(), new.encode()))
        assert f"line {line} of the program" in said.message, (new, said.message)
    pair.check(good)


def test_reals_and_complex_numbers_have_keys_of_their_own(pair: RealPair) -> None:
    real = {**pair.target, "complex": False}
    assert (
        "key" in pair.server.ask("PROGRAM", program(real, ["input 0 0 top", "output 0 0"])).message
    )
    pair.asked = KEY.replace("C=1", "R=1")
    target = pair.target
    pair.key()
    try:
        assert "complex" not in pair.target
        text = program(target, ["input 0 0 top", "output 0 0"])
        assert "key" in pair.server.ask("PROGRAM", text).message
    finally:
        pair.asked = KEY
        pair.key()


def test_inputs_out_of_range_and_malformed(pair: RealPair) -> None:
    for text in (
        b"[[0.8+0.8i,0,0,0,0,0]]", b"[[1j,0,0,0,0,0]]", b"[[i,0,0,0,0,0]]", b"[[1i+0,0,0,0,0,0]]",
        b"[[nan,0,0,0,0,0]]", b"[[0]]",
    ):  # fmt: skip
        assert pair.client.ask("PDATA", text).message, text
    assert pair.client.ask("PDATA", b"[[0.6+0.8i,-1i,1,0,0,0+0i],[0,0,0,0,0,0]]").kind == "EDATA"
