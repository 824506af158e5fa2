"""Conformance of every system over reals: slot programs by hand, compared with docs/programs.md."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest
from real_oracle import program
from real_pair import RealPair
from systems import BATCH, REALS, System

KEY = f"L={BATCH},D=3.0,K=128,R=1,P=20,M=4,G=4"
X = [1.0, -1.0, 0.5, -0.001, 0.0, 0.3]
Y = [-1.0, -1.0, 0.25, 1e-7, 1.0, -0.7]


@pytest.fixture(scope="module", params=REALS, ids=lambda system: system.name)
def pair(request: pytest.FixtureRequest, argv_of: dict[str, Sequence[str]]) -> Iterator[RealPair]:
    system: System = request.param
    pair = RealPair(argv_of[system.name], KEY, (X, Y))
    yield pair
    for one in (pair.client, pair.server):
        assert one.process.poll() is None, "the session has ended"
        one.kill()


INPUTS = ("input 0 0 top", "input 1 1 top")
PROGRAMS = {
    "input": ["input 0 1 top", "output 0 0"],
    "a lower input": ["input 0 1 top-1", "output 0 0"],
    "add": [*INPUTS, "add 2 0 1", "output 2 0"],
    "sub": [*INPUTS, "sub 2 0 1", "output 2 0"],
    "neg": ["input 0 0 top", "neg 1 0", "output 1 0"],
    "mul": [*INPUTS, "mul 2 0 1", "output 2 0"],
    "square": ["input 0 0 top", "square 1 0", "output 1 0"],
    "addplain": ["plain top 1,-1,0,1e-6,0.5,-3", "input 0 0 top", "addplain 1 0 0", "output 1 0"],
    "mulplain": ["plain top 1,-1,0,1e-6,0.5,-3", "input 0 0 top", "mulplain 1 0 0", "output 1 0"],
    "addplain of zeros": ["plain top 0,0,0,0,0,0", "input 0 0 top", "addplain 1 0 0", "output 1 0"],
    "ones, from a later slot": ["ones top 7 13", "input 0 0 top", "mulplain 1 0 0", "output 1 7"],
    "a first slot": ["input 0 0 top", "output 0 4"],
    "encrypt": ["plain top 1,-1,0,1e-6,0.5,-3", "encrypt 0 0", "output 0 0"],
    "encrypt of zeros": ["plain top 0,0,0,0,0,0", "encrypt 0 0", "output 0 0"],
    "a difference of equals": ["input 0 0 top", "sub 1 0 0", "output 1 0"],
    "a product of equals": ["input 0 0 top", "mul 1 0 0", "output 1 0"],
    "a sum that cancels": [*INPUTS, "neg 2 0", "add 3 0 2", "add 4 3 1", "output 4 0"],
    "to the lowest level": [
        *INPUTS,
        "mul 2 0 1",
        "square 3 2",
        "lower 4 0 top-2 1",
        "mul 5 3 4",
        "lower 6 0 0 1",
        "sub 7 5 6",
        "output 7 0",
    ],
    "lowered by one": [*INPUTS, "mul 2 0 1", "lower 3 0 top-1 1", "add 4 2 3", "output 4 0"],
    "rows at two levels": [
        "plain top 0.5,0.25,-0.5,1,-1,0",
        "plain top-1 0.1,0.2,0.3,0.4,0.5,0.6",
        "input 0 0 top",
        "mulplain 1 0 0",
        "addplain 2 1 1",
        "mulplain 3 2 1",
        "output 3 0",
    ],
    "several outputs": [
        *INPUTS,
        "mul 2 0 1",
        "output 2 0",
        "output 1 3",
        "output 2 1",
        "output 0 0",
    ],
    "frees": [*INPUTS, "add 2 0 1", "free 0", "sub 0 2 1", "free 1", "free 2", "output 0 0"],
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_each_operation(pair: RealPair, name: str) -> None:
    pair.check(program(pair.target, PROGRAMS[name]))


def test_each_rotation_there_is_a_key_for(pair: RealPair) -> None:
    row = pair.target["row"]
    assert pair.target["steps"]
    for step in pair.target["steps"]:
        first = max(0, min(step, row - BATCH))
        lines = ["input 0 0 top", f"rotate 1 0 {step}", f"output 1 {first}"]
        pair.check(program(pair.target, lines))


def test_a_program_serves_any_number_of_inputs(pair: RealPair) -> None:
    text = program(pair.target, PROGRAMS["mul"])
    for vectors in ([X, Y], [Y, X], [[0.0] * BATCH] * 2, [[1.0] * BATCH, [-1.0] * BATCH]):
        pair.check(text, *vectors)


def test_what_the_key_says_of_itself(pair: RealPair) -> None:
    said = pair.report["parameters"]
    assert said["scheme"] == "CKKS" and said["n"] == 2 * pair.target["row"]
    assert said["security_bits"] >= 128 and said["precision_bits"] == 20
    assert 24 <= said["log2_scale"] < said["log2_q"] < said["log2_qp"]
    assert pair.target["levels"] >= 4


def test_what_is_no_program_is_refused_with_its_line(pair: RealPair) -> None:
    lines = ["plain top 0.5,1,-1,0,0.25,1", "input 0 0 top", "mulplain 1 0 0", "output 1 0"]
    good = program(pair.target, lines)
    top = pair.target["levels"] - 1
    for old, new, line in [
        ("reals 1 ", "reals 2 ", 1),
        ("reals 1 ", "slots 1 ", 1),
        (" registers=2", " registers=3", 5),
        (f"plain {top} 0.5,1", f"plain {top} nan,1", 2),
        (f"plain {top} 0.5,1", f"plain {top} 1", 2),
        (f"plain {top} 0.5,1", "plain 999 0.5,1", 2),
        ("input 0 0", "input 0 9", 3),
        ("mulplain 1 0 0", "mulplain 1 0 7", 4),
        ("mulplain 1 0 0", f"lower 1 0 {top} 1", 4),
        ("mulplain 1 0 0", "lower 1 0 0 0", 4),
        ("output 1 0", "output 1 0 -5", 5),
        ("output 1 0", "output 1 99999999", 5),
    ]:
        assert good.count(old.encode()) == 1, old
        pair.ready(good)
        said = pair.server.ask("PROGRAM", good.replace(old.encode(), new.encode()))
        assert f"line {line} of the program" in said.message, (new, said.message)
        # The program before is gone as well.
        assert pair.server.ask("EDATA", pair.encrypt([X, Y])).message
    pair.check(good)


def test_a_program_of_another_key_is_refused(pair: RealPair) -> None:
    target = pair.target
    unknown = next(step for step in range(1, target["row"]) if step not in target["steps"])
    for text in (
        program({**target, "row": target["row"] // 2}, ["input 0 0 0", "output 0 0"]),
        program({**target, "batch": BATCH - 1}, ["input 0 0 0", "output 0 0"]),
        program({**target, "levels": target["levels"] + 1}, ["input 0 0 top", "output 0 0"]),
        program(target, ["input 0 0 top", f"rotate 1 0 {unknown}", "output 1 0"]),
    ):
        assert "key" in pair.server.ask("PROGRAM", text).message
        assert pair.server.ask("EDATA", [b"x", b"y"]).message


def test_damaged_and_foreign_results(pair: RealPair) -> None:
    pair.ready(program(pair.target, PROGRAMS["add"]))
    header, ciphertext = (bytes(chunk) for chunk in pair.result([X, Y]))
    past = (pair.target["row"] - BATCH + 1).to_bytes(4, "little")
    for bad in ([header[:8] + past + header[12:], ciphertext], [b"", ciphertext], [header, b""],
                [header], [header, ciphertext[: len(ciphertext) // 2]]):  # fmt: skip
        assert pair.decrypt(bad).message
    assert pair.decrypt([header, ciphertext]).kind == "PDATA"
    first, second = pair.encrypt([X, Y])
    for bad in ([first], [first, second, first], [first, b""], [first, second[:-100]]):
        assert pair.server.ask("EDATA", bad).message


def test_inputs_out_of_range_and_malformed(pair: RealPair) -> None:
    for text in (b"[[2,0,0,0,0,0]]", b"[[nan,0,0,0,0,0]]", b"[[0]]", b"[[0,0,0,0,0,0]", b""):
        assert pair.client.ask("PDATA", text).message


def test_keys_that_cannot_be_had(pair: RealPair) -> None:
    for asked in (
        KEY.replace("K=128", "K=1000000"),
        KEY.replace("D=3.0", "D=500.0"),
        KEY.replace("P=20", "P=200"),
        KEY.replace(f"L={BATCH}", "L=131072"),
        "L=6,D=3.0,K=128",
    ):
        said = pair.client.ask("KEY", asked.encode())
        assert said.message and said.refused, (asked, said.body)
    assert pair.client.ask("KEY", b"L=6").message
    pair.key()
    pair.check(program(pair.target, PROGRAMS["add"]))
