"""`ringassay challenge`, as a user types it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from program import Cli
from ringassay import challenges

VECTORS = Path(__file__).parents[2] / "vectors" / "beacon"
RECORD = VECTORS / "1471449900.xml"
NAME = "chall-id0003-rlwr-m8-q16-p4-l5-own"
MAKE = (
    *("challenge", "generate", "--index", 8, "--modulus", 16, "--p", 4, "--samples", 5),
    *("--epoch", 1471449900, "--offset", 1, "--instances", 4, "--number", 3),
)


@pytest.fixture
def here(tmp_path: Path) -> Cli:
    return Cli(tmp_path)


def test_from_beginning_to_end(here: Cli) -> None:
    made = here(*MAKE)
    assert made.code == 0, made.err
    assert made.out == f"{NAME}: 4 instances, all with their secrets\n"
    again = here(*MAKE)
    assert again.code == 2 and "exists already" in again.err
    assert here("challenge", "verify", NAME).code == 0
    removed = here("challenge", "suppress", NAME, "--beacon", RECORD)
    # 0xbe mod 4.
    assert removed.out == f"{NAME}: the secret of instance 02 is removed\n", removed.err
    assert not (here.folder / NAME / f"{NAME}-02.secret").exists()
    said = here("challenge", "verify", NAME, "--beacon", RECORD)
    assert said.code == 0
    assert "3 instances opened and right" in said.out
    assert "closed: 02, which the beacon chose" in said.out
    solved = here("challenge", "solve-toy", NAME, "--instance", 2, "--json")
    assert solved.code == 0 and len(solved.json["secrets"][0]) == 4
    listed = here("challenge", "list")
    assert NAME in listed.out and "rounding" in listed.out
    (one,) = here("challenge", "list", "--json").json["challenges"]
    assert one["opened"] == [0, 1, 3] and one["p"] == 4


def test_json_of_each(here: Cli) -> None:
    assert here(*MAKE, "--json").json["folder"] == NAME
    value = here.folder / "value"
    value.write_text("03" * 64)
    removed = here("challenge", "suppress", NAME, "--beacon", value, "--json").json
    assert removed == {"folder": NAME, "suppressed": 3, "time_known": False}
    found = here("challenge", "verify", NAME, "--beacon", value, "--json").json
    assert found["right"] and found["closed"] == [3] and found["beacon"]
    other = here.folder / "other"
    other.write_text("02" * 64)
    wrong = here("challenge", "verify", NAME, "--beacon", other, "--json")
    assert wrong.code == 1 and not wrong.json["right"] and "02" in wrong.json["reason"]
    assert "Traceback" not in wrong.err


def test_what_is_wrong_ends_with_1_and_what_cannot_be_with_2(here: Cli) -> None:
    assert here(*MAKE).code == 0
    instance = here.folder / NAME / f"{NAME}-01.instance"
    data = bytearray(instance.read_bytes())
    data[-1] ^= 2
    instance.write_bytes(data)
    for words in (["verify"], ["suppress", "--beacon", RECORD]):
        ended = here("challenge", *words, NAME)
        assert ended.code == 1 and f"{NAME}-01" in ended.err, ended
    assert len(list((here.folder / NAME).glob("*.secret"))) == 4
    instance.unlink()
    ended = here("challenge", "verify", NAME)
    assert ended.code == 1 and "it is missing" in ended.err
    for words, hint in (
        (["verify", "absent"], "No such file"),
        (["verify", "."], "no file *.challenge"),
        (["verify", NAME, "--beacon", NAME], "directory"),
        (["suppress", NAME], "--beacon"),
        (["suppress", NAME, "--beacon", "absent"], "No such file"),
        (["generate", "--epoch", "60"], "--index"),
        (["generate", "--index", "8", "--modulus", "17", "--p", "4"], "--epoch"),
        (["generate", "--index", "8", "--modulus", "17", "--epoch", "60"], "--variance"),
        (["generate", "--index", "8", "--modulus", "17", "--p", "4", "--epoch", "61"], "60 s"),
        (["estimate"], "--index"),
        (["list", "absent"], "no folder"),
        (["solve-toy", NAME, "--instance", "9"], "instances 0 to 3"),
    ):
        ended = here("challenge", *words)
        assert ended.code == 2 and hint in ended.err, ended
        assert "Traceback" not in ended.err


def test_a_record_of_another_time_removes_nothing(here: Cli) -> None:
    assert here(*MAKE).code == 0
    ended = here("challenge", "suppress", NAME, "--beacon", VECTORS / "2-1853305.json")
    assert ended.code == 1 and "of time 1783680960" in ended.err
    assert len(list((here.folder / NAME).glob("*.secret"))) == 4


def test_what_cannot_be_read_is_listed(here: Cli) -> None:
    assert here(*MAKE).code == 0
    (here.folder / "broken").mkdir()
    (here.folder / "broken" / "x.challenge").write_bytes(b"\xff\x1b[31m")
    ended = here("challenge", "list", "--json")
    assert ended.code == 1
    assert [one["folder"] for one in ended.json["unread"]] == ["broken"]
    assert len(ended.json["challenges"]) == 1


def test_an_estimate_is_that_of_the_estimator(here: Cli) -> None:
    words = ("--index", 1024, "--modulus", 769, "--variance", 1 / 128)
    found = here("challenge", "estimate", *words, "--json").json
    assert found["estimate"]["bits"] == challenges.Parameters(1024, 769, 3, 1 / 128).estimate().bits
    assert "bits by" in here("challenge", "estimate", *words).out
    made = here("challenge", "generate", *words, "--epoch", 60, "--instances", 1, "--json").json
    assert here("challenge", "estimate", made["folder"], "--json").json == found
    ended = here("challenge", "estimate", made["folder"], "--samples", 9)
    assert ended.code == 2 and "takes no --samples" in ended.err
    json.dumps(found)
