"""`ringassay params ckks`, `ckks.choose` and `ckks.judge`: chains chosen, explained, judged."""

from __future__ import annotations

import json
import math
import subprocess

import pytest

from program import PROGRAM
from ringassay import ckks


def params(*arguments: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [PROGRAM, "params", "ckks", *map(str, arguments)],
        capture_output=True,
        text=True,
        check=False,
    )


def facts_of(*arguments: object, code: int = 0) -> dict:
    done = params(*arguments, "--json")
    assert done.returncode == code, done.stderr
    (line,) = done.stdout.splitlines()
    return json.loads(line)


def test_a_chain_is_chosen_and_explained():
    found = facts_of("--depth", 7, "--precision", 20, "--range", 1, "--security", 128)
    assert (found["scheme"], found["depth"], len(found["levels"])) == ("CKKS", 7, 8)
    primes = [prime for level in found["levels"] for prime in level] + found["special"]
    assert len(set(primes)) == len(primes)
    assert all(prime % found["m"] == 1 for prime in primes)
    assert found["log2_q"] == pytest.approx(
        sum(math.log2(prime) for level in found["levels"] for prime in level)
    )
    assert found["is_secure"]
    assert all(key["security_bits"] >= 128 for key in found["keys"])
    assert [step["level"] for step in found["steps"]] == list(range(7, -1, -1))
    assert found["steps"][-1]["worst_bits"] >= 20
    assert {other["name"] for other in found["alternatives"]} == {
        "one more level",
        "one more bit of precision",
    }
    text = params("--depth", 7, "--precision", 20)
    assert text.returncode == 0
    for said in ("levels", "bits in the worst slot", "One more level would take", "2020/1533"):
        assert said in text.stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "--depth"),
        (("--depth", 1.5), "no whole number"),
        (
            ("--depth", 3, "--scale", 40),
            "--scale is for --chain",
        ),
        (("--chain", "60,40,60"), "-n"),
        (("--chain", "60,x", "-n", 8192, "--scale", 40), "no list"),
        (("--chain", "60,-40", "-n", 8192, "--scale", 40), "no list"),
        (("--chain", "60,,40", "-n", 8192, "--scale", 40), "no list"),
        (("--chain", "60,60", "-n", 1000, "--scale", 40), "power of two"),
        (("--depth", 7, "-n", 4096), "larger N"),
        (("--depth", 3, "--range", 0), "range"),
        (("--depth", 3, "--range", "nan"), "range"),
    ],
)
def test_what_cannot_be_is_refused(arguments, said):
    done = params(*arguments)
    assert done.returncode == 2
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def test_chains_of_seal_and_lattigo_are_judged():
    sound = facts_of("--chain", "60,40,40,60", "--scale", 40, "-n", 8192)
    assert sound["is_sound"]
    assert (sound["levels"], sound["digits"]) == (2, 3)
    assert len(sound["log2_scales"]) == 3
    weak = facts_of("--chain", "60,40,40,60", "--scale", 40, "-n", 4096, code=1)
    errors = (f["rule"] for f in weak["findings"] if f["severity"] == "error")
    assert next(errors) == "security"
    lattigo = facts_of("--chain", "55,45,45,45/61", "--scale", 45, "-n", 16384)
    assert (lattigo["levels"], lattigo["log2_p"]) == (3, 61)
    # Primes of 60 bits, digit by digit.
    chosen = facts_of("--depth", 1, "--precision", 12, "-n", 8192)
    primes = [level[0] for level in chosen["levels"]] + chosen["special"]
    given = ",".join(map(str, primes))
    again = facts_of("--chain", given, "--scale", chosen["log2_scale"], "-n", 8192)
    assert again["log2_q"] == pytest.approx(chosen["log2_q"])
    large = 2**60 - 2**14 + 1
    assert facts_of("--chain", f"{large},40,60", "--scale", 40, "-n", 8192)["levels"] == 1
    wrong = facts_of("--chain", f"{large + 2},40,60", "--scale", 40, "-n", 8192, code=1)
    assert "primes" in [finding["rule"] for finding in wrong["findings"]]
    text = params("--chain", "40,40,40,60", "--scale", 40, "-n", 8192)
    assert text.returncode == 1
    assert "error (first prime)" in text.stdout
    assert "not sound" in text.stdout


def test_python_says_the_same():
    chosen = ckks.choose(depth=2, precision=15)
    assert chosen.is_secure
    assert chosen.worst_bits >= 15
    assert chosen.average_bits > chosen.worst_bits
    assert f"N = {chosen.n}" in repr(chosen)
    assert "bits in the worst slot" in chosen._repr_html_()
    assert chosen.log2_qp == chosen.log2_q + chosen.log2_p
    found = ckks.judge(8192, [60, 30, 30, 60], scale=40)
    assert not found.is_sound
    rules = {finding.rule for finding in found.findings}
    assert {"scale drift", "overflow"} <= rules
    assert "scale drift" in repr(found)
    assert "scale drift" in found._repr_html_()
    assert ckks.judge(16384, [55, 45, 45], 45, [61]).is_sound
    for wrong in ([], [60] * 200):
        with pytest.raises(ckks.ParametersError):
            ckks.judge(8192, wrong, scale=40)
    with pytest.raises(ckks.ParametersError):
        ckks.choose(depth=100)
    with pytest.raises((ckks.SchemeError, OverflowError)):
        ckks.judge(8192, [60, -1], scale=40)


@pytest.mark.parametrize(
    ("asked", "what"),
    [
        ({"depth": -1}, "depth"),
        ({"depth": 2**70}, "depth"),
        ({"depth": 1, "length": 0}, "length of vectors has to lie between 1"),
        ({"depth": 1, "length": -8}, "length"),
        ({"depth": 1, "degree": -1}, "degree"),
    ],
)
def test_numbers_that_no_parameters_have(asked: dict[str, int], what: str) -> None:
    with pytest.raises(ckks.ParametersError, match=what):
        ckks.choose(**asked)


def test_chains_that_are_refreshed():
    asked = ("--refresh", "--depth", 2)
    found = facts_of(*asked, "--degree", 4096, "--insist")
    assert (found["refreshes"], found["depth"], found["n"]) == (True, 2, 4096)
    assert not found["is_secure"]
    for wrong in (asked, (*asked, "--precision", 20), (*asked, "--ring", "cheaper")):
        refused = params(*wrong, "--degree", 4096)
        assert refused.returncode == 2 and refused.stderr
    assert params("--circuit", "none.txt", "--refresh").returncode == 2
