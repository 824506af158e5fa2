"""`ringassay security` says what the library says, over ranges, and refuses what it cannot."""

from __future__ import annotations

import json
from typing import Any

import pytest
from typer.testing import CliRunner

from ringassay import security
from ringassay.cli.numbers import numbers
from ringassay.cli.security import app
from ringassay.errors import UserError


def told(*words: object, code: int = 0) -> str:
    done = CliRunner().invoke(app, [str(word) for word in words], catch_exceptions=True)
    assert done.exit_code == code, done.output
    return done.output


def as_json(*words: object) -> Any:
    return json.loads(told(*words, "--json"))


def test_one_key_has_every_row() -> None:
    found = as_json("-n", 1024, "--log2-q", 27)
    expected = security.estimate(1024, 27)
    assert found["bits"] == expected.bits
    assert [row["attack"] for row in found["attacks"]] == [a.attack for a in expected.attacks]
    text = told("-n", 1024, "--log2-q", 27)
    assert all(attack.attack in text for attack in expected.attacks)
    assert "26 by the guidelines of 2024, 27 by the standard of 2018" in text


def test_every_combination_of_ranges_is_estimated() -> None:
    words = ("-n", "1024,2048", "--log2-q", "30:50:10", "--secret", "ternary,gaussian-3.19")
    found = as_json(*words)["points"]
    assert len(found) == 12
    for point in found:
        key = security.Key(point["n"], point["log2_q"], point["secret"])
        assert point["bits"] == security.estimate_key(key).bits
    lines = told(*words).splitlines()
    notes = [line for line in lines if line.startswith("note: ")]
    assert len(lines) - len(notes) == 13
    assert len(notes) == len(set(notes)) <= 1


def test_the_largest_modulus_and_the_smallest_dimension() -> None:
    found = as_json("-n", 2048, "--security", 192)
    assert found["max_log2_q"] == security.max_log2_q(2048, 192)
    assert (found["guidelines_2024"], found["standard_2018"]) == (36, 37)
    found = as_json("--log2-q", 36, "--security", 192)
    assert found["min_n"] == security.min_dimension(36, 192)


def test_too_little_security_ends_in_1() -> None:
    told("-n", 1024, "--log2-q", 27, "--security", 128, code=1)
    told("-n", 1024, "--log2-q", 26, "--security", 128)
    keys = ("--key", "n=1024,log2-q=26", "--key", "index=2048,log2-q=27,secret=sparse-64")
    assert "those of the weakest" in told(*keys, "--security", 128, code=1)
    found = as_json(*keys)
    assert found["bits"] == min(key["bits"] for key in found["keys"])


@pytest.mark.parametrize(
    "words",
    [
        (),
        ("-n", "1024", "--index", "5", "--log2-q", "27"),
        ("--key", "n=1024"),
        ("--key", "n=1024,log2-q=27,colour=red"),
        ("--key", "n=1024,log2-q=27", "-n", "1024"),
        ("--key", "n=1024:2048,log2-q=27"),
        ("-n", "1024.5", "--log2-q", "27"),
        ("--log2-q", "27", "--problem", "ntru"),
        ("-n", "1024:2023", "--log2-q", "20:40"),
        ("-n", "1:100000000", "--log2-q", "20"),
    ],
)
def test_what_does_not_fit_together_is_refused(words: tuple[str, ...]) -> None:
    done = CliRunner().invoke(app, list(words))
    assert isinstance(done.exception, UserError), done.output
    assert done.exception.exit_code == 2


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("5", [5]),
        ("4096,8192", [4096, 8192]),
        ("100:200:50", [100, 150, 200]),
        ("1:3", [1, 2, 3]),
        ("0.1:0.3:0.1,7", [0.1, 0.2, 0.3, 7]),
        ("100:199:50", [100, 150]),
    ],
)
def test_numbers_ranges_and_lists(text: str, found: list[float]) -> None:
    assert numbers(text, "-n") == found


@pytest.mark.parametrize(
    "text", ["", "x", "1:", "3:1", "1:2:0", "1:2:3:4", "nan", "1:1e17", "1e99"]
)
def test_what_is_no_number(text: str) -> None:
    with pytest.raises(UserError, match="-n"):
        numbers(text, "-n")
