"""`ringassay params bgv` chooses, explains, refuses."""

from __future__ import annotations

import json
import math
import subprocess

import pytest

from program import PROGRAM
from ringassay.circuit import Circuit


def params(*arguments, cwd=None):
    return subprocess.run(
        [PROGRAM, "params", "bgv", *map(str, arguments)],
        cwd=cwd,
        capture_output=True,
        text=True,
        check=False,
    )


def chosen(*arguments, cwd=None):
    done = params(*arguments, "--json", cwd=cwd)
    assert done.returncode == 0, done.stderr
    (line,) = done.stdout.splitlines()
    return json.loads(line)


def order(p: int, m: int) -> int:
    """The least d with p^d ≡ 1 modulo m."""
    power, d = p % m, 1
    while power != 1:
        power, d = power * p % m, d + 1
    return d


def totient(m: int) -> int:
    result, rest, p = m, m, 2
    while p * p <= rest:
        if rest % p == 0:
            result -= result // p
            while rest % p == 0:
                rest //= p
        p += 1
    return result - result // rest if rest > 1 else result


@pytest.mark.parametrize(("length", "depth", "security"), [(6, 5, 80), (42, 5, 128), (378, 7, 128)])
def test_the_choice_serves_what_was_asked(length, depth, security):
    found = chosen("--length", length, "--depth", depth, "--security", security)
    m = found["m"]
    assert found["n"] == totient(m)
    assert found["slots"] == totient(m) // order(2, m) >= length
    assert found["security_bits"] >= security - 0.1
    assert found["is_secure"] is True
    assert found["log2_failure"] < -100
    primes = found["large"] + found["small"] + found["special"]
    assert all(q % m == 1 and q % 2 == 1 for q in primes)
    # Each level takes at least a few bits; a modulus for the depth cannot be much smaller.
    assert found["log2_q"] > 10 * depth


def test_size_is_smaller_and_security_larger_where_that_is_asked():
    speed = chosen("--length", 6, "--depth", 4)
    size = chosen("--length", 6, "--depth", 4, "--objective", "size")
    weight = [f["n"] * (f["log2_q"] + f["log2_p"]) for f in (size, speed)]
    assert weight[0] <= weight[1]
    strong = chosen("--length", 6, "--depth", 4, "--security", 256)
    assert strong["n"] > speed["n"]


def test_a_plaintext_prime_that_splits_into_many_slots():
    found = chosen("--length", 1024, "--depth", 1, "-t", 65537, "--index", 16384)
    assert (found["m"], found["n"], found["slots"]) == (16384, 8192, 8192)
    assert all(q % (16384 * 65537) == 1 for q in found["large"])


def test_the_table_says_all_and_the_sentences_why():
    done = params("--length", 6, "--depth", 2)
    assert done.returncode == 0, done.stderr
    for name in ("index m", "log2 Q", "log2 P", "security", "failure probability", "slots"):
        assert f"\n{name}" in f"\n{done.stdout}"
    assert "has the least estimated work" in done.stdout
    assert "BELOW" not in done.stdout


def test_less_security_than_asked_is_refused_or_marked():
    asked = ("--length", 378, "--depth", 7, "--index", 5461)
    refused = params(*asked)
    assert refused.returncode == 2
    assert "128 bits of security" in refused.stderr
    assert "Traceback" not in refused.stderr
    insisted = params(*asked, "--insist")
    assert insisted.returncode == 0
    assert "BELOW the 128 asked for" in insisted.stdout
    assert chosen(*asked, "--insist")["is_secure"] is False


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--length", 6), "--depth"),
        (("--depth", 6), "--length"),
        (("--length", 6, "--depth", 2, "--plaintext", 6), "power of a prime"),
        (("--length", 6, "--depth", 2, "--index", 64), "divides"),
        (("--length", 600, "--depth", 2, "--index", 127), "18 slots"),
        (("--length", 6, "--depth", 2, "--index", 6), "use index 3"),
        (("--length", 6, "--depth", 2, "--security", 20), "security"),
        (("--circuit", "missing.txt"), "missing.txt"),
    ],
)
def test_what_cannot_be_is_said(arguments, said, tmp_path):
    done = params(*arguments, cwd=tmp_path)
    assert done.returncode == 2
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def test_length_and_depth_come_from_a_circuit(tmp_path):
    circuit = Circuit.generate(
        {"kind": "mixed", "space": "gf2", "batch": 12, "width": 5, "depth": "4", "seed": 3}
    )
    (tmp_path / "circuit").write_bytes(circuit.to_bytes())
    found = chosen("--circuit", "circuit", "--security", 80, cwd=tmp_path)
    assert found["length"] == 12
    # As its systems are told: rounded up.
    assert found["depth"] == math.ceil(float(circuit.summary()["depth"]))
    assert found["plaintext"] == 2
    deeper = chosen("--circuit", "circuit", "--security", 80, "--depth", 9, cwd=tmp_path)
    assert deeper["log2_q"] > found["log2_q"]
