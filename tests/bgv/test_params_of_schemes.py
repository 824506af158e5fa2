"""`ringassay params SCHEME`: every scheme's chooser, one beside the other."""

from __future__ import annotations

import json
from typing import Any

import pytest
from typer.testing import CliRunner

from ringassay import security
from ringassay.cli.params import app
from ringassay.errors import UserError


def told(*words: object) -> str:
    done = CliRunner().invoke(app, [str(word) for word in words])
    assert done.exit_code == 0, done.exception
    return done.output


def chosen(*words: object) -> dict[str, Any]:
    return json.loads(told(*words, "--json"))


@pytest.mark.parametrize("words", [("fv", "-t", 65537), ("shield",)])
def test_an_entry_in_each_ciphertext(words: tuple[object, ...]) -> None:
    found = chosen(*words, "--depth", 2, "--security", 100)
    assert found["is_secure"]
    assert found["levels"] >= 2
    again = security.estimate(found["n"], found["log2_q"], error_std=2 * found["n"] ** 0.5)
    assert found["security_bits"] == pytest.approx(again.bits, abs=0.01) and again.reaches(100)


@pytest.mark.parametrize("scheme", ["yashe", "f-ntru"])
def test_ntru_is_never_called_secure(scheme: str) -> None:
    found = chosen(scheme, "--depth", 1, "--security", 80)
    assert not found["is_secure"]
    assert found["security_bits"] == 0
    assert "It claims no security: overstretched" in told(scheme, "--depth", 1, "--security", 80)


def test_bfv_holds_vectors() -> None:
    found = chosen("bfv", "--length", 64, "--depth", 1, "-t", 257, "--security", 60)
    assert found["slots"] >= 64
    assert found["log2_failure"] <= -60 and found["rotation_keys"] > 0
    whole = found["log2_q"] + found["log2_p"]
    again = security.estimate(found["n"], whole, error_std=3.2)
    assert found["security_bits"] == pytest.approx(again.bits, abs=0.01) and again.reaches(60)
    assert all(q % found["m"] == 1 for q in found["primes"] + found["special"])


def test_all_side_by_side() -> None:
    words = ("all", "--length", 4, "--depth", 1, "-t", 17, "--security", 50)
    rows = {row["scheme"]: row for row in chosen(*words)["schemes"]}
    assert set(rows) == {"BGV", "BFV", "CKKS", "FV", "YASHE'", "F-NTRU", "SHIELD"}
    assert "bits" in rows["SHIELD"]["refused"]
    assert "real numbers" in rows["CKKS"]["refused"]
    assert all("refused" in row or row["n"] >= 32 for row in rows.values())
    text = told(*words)
    assert "it claims no security: overstretched" in text
    assert "computes with bits" in text


@pytest.mark.parametrize(
    "words",
    [
        ("bfv", "--depth", "2"),
        ("fv", "--depth", "2", "--index", "100"),
        ("fv", "--depth", "2", "--index", "2048"),
        ("bfv", "--depth", "2", "--length", "6", "--index", "127"),
        ("all", "--depth", "2", "--length", "6", "-t", str(2**60)),
    ],
)
def test_what_cannot_be_is_refused(words: tuple[str, ...]) -> None:
    done = CliRunner().invoke(app, list(words))
    assert isinstance(done.exception, UserError), done.output
    assert "--degree" not in str(done.exception)
