"""The conjugate-invariant ring: as many real numbers as coefficients, and nothing complex."""

from __future__ import annotations

import json
import math
import subprocess

import numpy as np
import pytest

from program import PROGRAM
from ringassay import _native, ckks

RING = "conjugate-invariant"


@pytest.fixture(scope="module")
def parameters() -> ckks.Parameters:
    """Small and fast: no security is asked for."""
    return ckks.choose(depth=3, precision=15, ring=RING, degree=1024, insist=True)


@pytest.fixture(scope="module")
def keys(parameters) -> ckks.Keys:
    return parameters.keys()


def numbers(parameters: ckks.Parameters, seed: int) -> np.ndarray:
    return np.random.default_rng(seed).uniform(-1, 1, parameters.length)


def check(keys, ciphertext, wanted):
    found = keys.precision(ciphertext, wanted)
    assert found.l2.worst <= ciphertext.noise.worst_error < 2**-8
    assert found.imaginary.worst == 0
    got = keys.decrypt(ciphertext)
    assert np.allclose(got, wanted, atol=ciphertext.noise.worst_error, rtol=0)


def test_a_vector_has_as_many_entries_as_the_ring_has_coefficients(parameters):
    assert parameters.ring == RING
    assert parameters.length == parameters.slots == parameters.n == 1024
    primes = [prime for level in parameters.facts["levels"] for prime in level]
    assert all(prime % (4 * parameters.n) == 1 for prime in primes)
    assert RING in repr(parameters)
    assert RING in parameters._repr_html_()
    standard = ckks.choose(depth=3, precision=15, degree=1024, insist=True)
    assert (standard.ring, standard.slots) == ("standard", 512)
    assert "standard" not in repr(standard)


def test_operators_are_those_of_numpy(parameters, keys):
    x, y = numbers(parameters, 1), numbers(parameters, 2)
    a, b = keys.encrypt(x), keys.encrypt(y)
    for found, wanted in [
        (a + b, x + y),
        (a - 0.25, x - 0.25),
        (y * a, x * y),
        (0.3 * a, 0.3 * x),
        (a * b, x * y),
        (a * b * b - a, x * y * y - x),
        (a.rotate(5), np.roll(x, -5)),
        (a.rotate(-1), np.roll(x, 1)),
        (a.rotate(1024), x),
        (a.sum(), np.full_like(x, x.sum())),
        (a.polynomial(ckks.Polynomial([0.5, 0.25, 0, -0.125])), 0.5 + x / 4 - x**3 / 8),
    ]:
        check(keys, found, wanted)


def test_complex_numbers_are_refused(parameters, keys):
    x = numbers(parameters, 3)
    a = keys.encrypt(x)
    for refused in (a.conjugate, lambda: a * 1j, lambda: a + (0.5 + 0.25j)):
        with pytest.raises(ckks.SchemeError, match="slots are real"):
            refused()
    for refused in (lambda: keys.encrypt(1j * x), lambda: a * (x + 1j), lambda: a + 1j * x):
        with pytest.raises(ckks.VectorError, match="not real"):
            refused()
    # A complex type whose imaginary parts are 0 is real.
    check(keys, keys.encrypt(x.astype(complex)), x)


def test_everything_is_saved_and_loaded(parameters, keys):
    x = numbers(parameters, 4)
    loaded = ckks.Parameters.load(parameters.save())
    assert (loaded.ring, loaded.length) == (RING, parameters.length)
    secret = loaded.load_secret_key(keys.secret.save())
    evaluation = loaded.load_evaluation_keys(keys.evaluation.save())
    a = evaluation.load_ciphertext(keys.encrypt(x).save())
    square = a * a
    got = secret.decrypt(square)
    assert got.dtype == np.float64
    assert np.allclose(got, x * x, atol=square.noise.worst_error, rtol=0)
    standard = ckks.choose(depth=3, precision=15, length=8, degree=1024, insist=True)
    with pytest.raises(ckks.SchemeError):
        standard.load_ciphertext(a.save())


def test_a_circuit_over_reals_is_chosen_for():
    reals = _native.Circuit.parse(b"W=2,D=1.0,L=4,R=1\nG2:LMUL(W0,W1)")
    chosen = ckks.choose_for(reals, 15, ring=RING)
    assert (chosen.ring, chosen.depth, chosen.length) == (RING, 1, 4)
    # Short vectors take less work in the standard ring, long ones in the other.
    assert ckks.choose_for(reals, 15).ring == "standard"
    many = _native.Circuit.parse(b"W=2,D=1.0,L=8192,R=1\nG2:LMUL(W0,W1)")
    chosen = ckks.choose_for(many, 15)
    assert (chosen.ring, chosen.n) == (RING, 8192)
    assert any("the standard ring would take N = 16384" in said for said in chosen.explanation)
    assert ckks.choose_for(many, 15, ring="standard").n == 16384
    complexes = _native.Circuit.parse(b"W=1,D=0.0,L=4,C=1\nG1:LCONJ(W0)")
    with pytest.raises(ckks.SchemeError, match="complex numbers"):
        ckks.choose_for(complexes, 15, ring=RING)
    assert ckks.choose_for(complexes, 15).ring == "standard"


def test_the_command_chooses_it_at_equal_security():
    def facts_of(*arguments: str) -> dict:
        command = [PROGRAM, "params", "ckks", "--depth", "3", "--precision", "20", *arguments]
        done = subprocess.run([*command, "--json"], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    standard, real = facts_of(), facts_of("--ring", RING)
    assert (standard["ring"], real["ring"]) == ("standard", RING)
    assert real["slots"] == real["n"]
    assert standard["slots"] == standard["n"] // 2
    assert min(standard["security_bits"], real["security_bits"]) >= 128
    # The ring of one degree allows the same modulus; the bounds of real slots take a little of it.
    assert real["n"] <= 2 * standard["n"]
    assert real["m"] == 4 * real["n"]
    # Whichever is cheaper: short vectors lie in the standard ring.
    assert facts_of("--ring", "cheaper")["ring"] == "standard"
    assert facts_of("--ring", "cheaper", "--length", "16384")["ring"] == RING
    assert facts_of("--length", "16384")["ring"] == "standard"
    longest = facts_of("--ring", RING, "--length", str(2 * standard["slots"]))
    assert longest["slots"] >= 2 * standard["slots"]
    assert math.log2(longest["n"]) <= 17


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--depth", "3", "--ring", "real"), "real"),
        (("--chain", "60,40,60", "-n", "8192", "--scale", "40", "--ring", RING), "--ring"),
        (("--depth", "3", "--ring", RING, "-n", "131072"), "65536"),
    ],
)
def test_what_cannot_be_is_refused(arguments, said):
    command = [PROGRAM, "params", "ckks", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert said in done.stderr


def test_python_refuses_rings_that_there_are_not():
    with pytest.raises(ckks.SchemeError, match="standard, conjugate-invariant or cheaper"):
        ckks.choose(depth=1, ring="real")  # type: ignore[arg-type]
