"""Conformance of every kit and adapter: slot programs by hand, compared with docs/programs.md."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest
from kit_host import Pair, packet
from program_oracle import evaluated, program
from slot_circuits import MiniCircuit
from systems import BATCH, PLANNED, ZT, System

X = [0, 1, 2, 65536, 32768, 32769]
Y = [65536, 65535, 3, 65536, 2, 1]


@pytest.fixture(scope="module", params=PLANNED, ids=lambda system: system.name)
def planned(request: pytest.FixtureRequest, argv_of: dict[str, Sequence[str]]) -> Iterator[Pair]:
    """A system that takes programs, with a key for integers."""
    system: System = request.param
    pair = Pair(argv_of[system.name])
    pair.key(BATCH, 4.0, ZT)
    yield pair
    assert pair.client.process.poll() is None and pair.server.process.poll() is None
    pair.close()


INPUTS = ("input 0 0 top", "input 1 1 top")
PROGRAMS = {
    "input": ["input 0 1 top", "output 0 0"],
    "add": [*INPUTS, "add 2 0 1", "output 2 0"],
    "sub": [*INPUTS, "sub 2 0 1", "output 2 0"],
    "neg": ["input 0 0 top", "neg 1 0", "output 1 0"],
    "mul": [*INPUTS, "mul 2 0 1", "output 2 0"],
    "square": ["input 0 0 top", "square 1 0", "output 1 0"],
    "addplain": [
        "plain top 1,-1,0,65536,-65536,7",
        "input 0 0 top",
        "addplain 1 0 0",
        "output 1 0",
    ],
    "mulplain": [
        "plain top 1,-1,0,65536,-65536,7",
        "input 0 0 top",
        "mulplain 1 0 0",
        "output 1 0",
    ],
    "addplain of zeros": ["plain top 0,0,0,0,0,0", "input 0 0 top", "addplain 1 0 0", "output 1 0"],
    "mulplain by t - 1": [
        "plain top 65536,65536,65536,65536,65536,65536",
        "input 0 0 top",
        "mulplain 1 0 0",
        "output 1 0",
    ],
    "encrypt": ["plain top 5,0,-1,65536,2,3", "encrypt 0 0", "output 0 0"],
    "encrypt of zeros": ["plain top 0,0,0,0,0,0", "encrypt 0 0", "output 0 0"],
    "ones, from a later slot": [
        "ones top 7 12",
        "input 0 0 top",
        "mulplain 1 0 0",
        "output 1 7",
    ],
    "a first slot": ["input 0 0 top", "output 0 4"],
    "twice the same operand": [
        "input 0 0 top",
        "add 1 0 0",
        "sub 2 1 0",
        "mul 3 2 2",
        "sub 4 3 0",
        "output 4 0",
    ],
    "a difference of equals": ["input 0 0 top", "sub 1 0 0", "output 1 0"],
    "a sum that cancels": [
        "input 0 0 top",
        "neg 1 0",
        "add 2 0 1",
        "input 3 1 top",
        "add 4 2 3",
        "output 4 0",
    ],
    "an operand after its use": [
        *INPUTS,
        "mul 2 0 1",
        "add 3 2 0",
        "sub 4 3 1",
        "neg 5 4",
        "add 6 5 0",
        "output 6 0",
    ],
    "one wire read twice": ["input 0 0 top", "input 1 0 top", "add 2 0 1", "output 2 0"],
    "a wire that is not read": ["input 0 1 top", "output 0 0"],
    "frees": [
        *INPUTS,
        "add 2 0 1",
        "free 0",
        "sub 0 2 1",
        "free 1",
        "free 2",
        "mul 1 0 0",
        "free 0",
        "neg 0 1",
        "free 1",
        "output 0 0",
    ],
    "as in gf2": ["input 0 0 top", "output 0 0 -32768"],
    "several outputs": [
        *INPUTS,
        "mul 2 0 1",
        "add 3 2 0",
        "output 3 0",
        "output 1 4",
        "output 2 0",
        "output 3 0",
        "output 0 0 -32768",
    ],
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_each_operation(planned: Pair, name: str) -> None:
    text = program(planned.target, PROGRAMS[name])
    planned.ready(text)
    assert planned.evaluate([X, Y]) == evaluated(text, [X, Y])


def test_each_rotation_there_is_a_key_for(planned: Pair) -> None:
    row = planned.target["row"]
    assert planned.target["steps"]
    for step in planned.target["steps"]:
        first = max(0, min(step, row - BATCH))
        text = program(planned.target, ["input 0 0 top", f"rotate 1 0 {step}", f"output 1 {first}"])
        planned.ready(text)
        assert planned.evaluate([X, Y]) == evaluated(text, [X, Y]), step


def test_every_level(planned: Pair) -> None:
    """Primes left out and divided by; inputs that enter lower; operations at the lowest level."""
    top = len(planned.target["noise"]["capacity"]) - 1
    if top == 0:
        pytest.skip("it declares one level")
    for level in range(top):
        # From the highest level, by one division and by all.
        for divide in {0, 1, top - level}:
            lines = [
                f"plain {level} 1,2,3,4,5,-6",
                "input 0 0 top",
                f"lower 1 0 {level} {divide}",
                "free 0",
                f"input 0 1 {level}",
                "add 2 0 1",
                "addplain 3 2 0",
                "output 3 0",
            ]
            text = program(planned.target, lines)
            planned.ready(text)
            assert planned.evaluate([X, Y]) == evaluated(text, [X, Y]), (level, divide)


def test_a_long_program_on_few_registers(planned: Pair) -> None:
    """A thousand operations, each of whose results is freed after its use."""
    lines = [*INPUTS]
    for _ in range(330):
        lines += [
            "add 2 0 1",
            "free 0",
            "sub 0 2 1",
            "free 2",
            "neg 2 0",
            "free 0",
            "neg 0 2",
            "free 2",
        ]
    text = program(planned.target, [*lines, "output 0 0"])
    planned.ready(text)
    assert planned.evaluate([X, Y]) == [x % ZT for x in X]


def test_notes_are_reported_and_a_program_serves_any_number_of_inputs(planned: Pair) -> None:
    text = program(planned.target, PROGRAMS["mul"], notes=["one", "two words"])
    ready = planned.ready(text)
    assert ready.report is not None and ready.report["notes"] == ["one", "two words"]
    for shift in range(3):
        x = [(value + shift) % ZT for value in X]
        assert planned.evaluate([x, Y]) == evaluated(text, [x, Y])


GOOD = [
    "plain top 1,-1,0,65536,-65536,7",
    "input 0 0 top",
    "addplain 1 0 0",
    "free 0",
    "output 1 0",
]
BAD = [
    ("slots 1 ", "slots 2 ", 1),
    ("slots 1 ", "slots 1  ", 1),
    (" batch=6", " batch=0", 1),
    (" batch=6", " batch=06", 1),
    (" registers=2", " registers=3", 6),
    (" registers=2", " registers=99999999999", 1),
    (" wires=2", " wires=1000001", 1),
    (" modulus=65537", " modulus=1", 1),
    (" modulus=65537", " modulus=99999999999999999999", 1),
    ("plain top 1,-1", "plain top 1,-1,1", 2),
    ("plain top 1,-1", "plain top -1", 2),
    ("plain top 1,-1", "plain top 65537,-1", 2),
    ("plain top 1,-1", "plain top +1,-1", 2),
    ("plain top 1,-1", "plain top 1_0,-1", 2),
    ("plain top 1,-1", "plain 999 1,-1", 2),
    ("input 0 0 top", "input 0 2 top", 3),
    ("input 0 0 top", "input 1 0 top", 3),
    ("input 0 0 top", "input 0 0", 3),
    ("input 0 0 top", "input 0 0 top\r", 3),
    ("input 0 0 top", "input 0 0 top 0", 3),
    ("input 0 0 top", "open 0 0 top", 3),
    ("addplain 1 0 0", "addplain 1 7 0", 4),
    ("addplain 1 0 0", "addplain 1 0 1", 4),
    ("addplain 1 0 0", "addplain 1 0 -1", 4),
    ("addplain 1 0 0", "addplain 0 0 0", 4),
    ("addplain 1 0 0", "rotate 1 0 0", 4),
    ("addplain 1 0 0", "rotate 1 0 99999999", 4),
    ("addplain 1 0 0", "lower 1 0 999 0", 4),
    ("addplain 1 0 0", "lower 1 0 top 0", 4),
    ("free 0", "free 2", 5),
    ("free 0", "free 0\nfree 0", 6),
    ("free 0", "free -1", 5),
    ("free 0", "free 0\nneg 0 0", 6),
    ("free 0", "note late", 5),
    ("free 0", "free 0\nplain top 1,2,3,4,5,6", 6),
    ("output 1 0", "output 0 0", 6),
    ("output 1 0", "output 1 99999999", 6),
    ("output 1 0", "output 1 0 9223372036854775808", 6),
    ("output 1 0", "output 1", 6),
    ("output 1 0", "free 1", 7),
    ("output 1 0", "output 1 0\n\n", 7),
    ("output 1 0", "output 1 0\nfree 1", 7),
    ("output 1 0", "output 1 0\noutput 0 0", 7),
    ("output 1 0", "output 1 0\noutput 1 0\nnote late", 8),
]


def test_what_is_no_program_is_refused_with_its_line(planned: Pair) -> None:
    top = str(len(planned.target["noise"]["capacity"]) - 1)
    good = program(planned.target, GOOD)
    fresh = planned.encrypt([X, Y])
    for old, new, line in BAD:
        was, becomes = (part.replace("top", top).encode() for part in (old, new))
        assert good.count(was) == 1, old
        planned.ready(good)
        said = planned.ingest(good.replace(was, becomes))
        assert f"line {line} of the program" in said.message, (new, said.message)
        assert not said.refused
        # The program before is gone as well.
        assert planned.server.ask("EDATA", fresh).message
    long = program(planned.target, GOOD, notes=["x" * 40_000] * 2)
    for bad in (long, b"", b"\xff\n", b"\0" * 1000, good[:-10], good.replace(b"free", b"fr\xffe")):
        assert "of the program" in planned.ingest(bad).message
    planned.ready(good)
    assert planned.evaluate([X, Y]) == evaluated(good, [X, Y])


def test_a_program_of_another_key_is_refused(planned: Pair) -> None:
    target = planned.target
    unknown = next(step for step in range(1, target["row"]) if step not in target["steps"])
    levels = {**target["noise"], "capacity": [*target["noise"]["capacity"], 1.0]}
    others = [
        program({**target, "row": target["row"] // 2}, ["input 0 0 0", "output 0 0"]),
        program({**target, "row": target["row"] * 2}, ["input 0 0 0", "output 0 0"]),
        program({**target, "batch": BATCH - 1}, ["input 0 0 0", "output 0 0"]),
        program({**target, "modulus": 257}, ["input 0 0 0", "output 0 0"]),
        program({**target, "noise": levels}, ["input 0 0 top", "output 0 0"]),
        program(target, ["input 0 0 top", f"rotate 1 0 {unknown}", "output 1 0"]),
    ]
    for text in others:
        assert "key" in planned.ingest(text).message, text
        assert planned.server.ask("EDATA", [b"x", b"y"]).message


def test_circuits_and_programs_mixed(planned: Pair) -> None:
    """A circuit is planned by the kit or refused; what was ingested last is what runs."""
    text = program(planned.target, PROGRAMS["mul"])
    circuit = MiniCircuit(BATCH, 2, ZT)
    circuit.gate("LSUB", 0, 1)
    for _ in range(2):
        planned.ready(text)
        assert planned.evaluate([X, Y]) == evaluated(text, [X, Y])
        said = planned.server.ask("CIRCUIT", circuit.text())
        if said.failed:
            assert said.refused
            assert planned.server.ask("EDATA", planned.encrypt([X, Y])).message
        else:
            assert planned.evaluate([X, Y]) == circuit.evaluate([X, Y])


def test_a_result_that_points_outside(planned: Pair) -> None:
    planned.ready(program(planned.target, PROGRAMS["add"]))
    result = planned.server.ask("EDATA", planned.encrypt([X, Y])).body
    header = bytes(result[0])
    assert len(header) == 20 and header[:5] == b"slot\x01"
    past = (planned.target["row"] - BATCH + 1).to_bytes(4, "little")
    for bad in (
        header[:8] + past + header[12:],
        header[:8] + b"\xff\xff\xff\xff" + header[12:],
        b"slot\x02" + header[5:],
        header[:5] + b"\x02" + header[6:],
        header[:6] + b"\x01" + header[7:],
        header[:-1],
        header + b"\0",
        b"",
    ):
        assert planned.client.ask("EDATA", [bad, result[1]]).message
    assert planned.decrypt(result) == [(x + y) % ZT for x, y in zip(X, Y, strict=True)]


def test_a_hostile_key_leaves_the_server_standing(planned: Pair) -> None:
    key = planned.key(BATCH, 4.0, ZT)
    text = program(planned.target, PROGRAMS["add"])
    for bad in (
        [b"[" * 60000, *key[1:]],
        [key[0].replace(b'"row"', b'"rows"'), *key[1:]],
        [b'{"batch": "x"}', *key[1:]],
        [b"null", *key[1:]],
    ):
        planned.server.tell(packet("KEY", bad))
        assert planned.ingest(text).message
    planned.server.tell(packet("KEY", key))
    planned.ready(text)
    assert planned.evaluate([X, Y]) == evaluated(text, [X, Y])
