"""Parameters that the user states, the deepest of an index, and how many threads compute."""

from __future__ import annotations

import json
import subprocess

import numpy as np
import pytest

import ringassay
from program import PROGRAM
from ringassay import _native, bfv, bgv

T = 65537


def params(*arguments):
    return subprocess.run(
        [PROGRAM, "params", "bgv", *arguments], capture_output=True, text=True, check=False
    )


def vectors(length):
    entries = np.arange(length)
    return (entries * entries + 3) % T, (7 * entries + 1) % T


@pytest.mark.parametrize("scheme", [bgv, bfv])
def test_one_product_at_4096(scheme):
    chosen = scheme.choose(2048, 1, slack=0, index=1 << 13, plaintext=T)
    assert (chosen.n, chosen.depth, chosen.slack) == (4096, 1, 0)
    assert chosen.security_bits >= 128
    keys = chosen.keys(0)
    x, y = vectors(2048)
    product = keys.encrypt(x) * keys.encrypt(y)
    assert keys.decrypt(product).tolist() == (x * y % T).tolist()
    with pytest.raises(scheme.ParametersError, match="slack 0"):
        scheme.choose(2048, 1, index=1 << 13, plaintext=T)


@pytest.mark.parametrize("scheme", [bgv, bfv])
def test_the_deepest_of_an_index(scheme):
    deepest = scheme.choose(index=1 << 12, plaintext=257, security=60)
    assert deepest.length == deepest.slots
    assert (deepest.depth >= 1, deepest.slack) == (True, 0)
    assert any("is the deepest for index 4096" in reason for reason in deepest.explanation)
    with pytest.raises(scheme.SchemeError):
        scheme.choose(index=1 << 12, plaintext=257, security=60, depth=deepest.depth + 1, slack=0)
    with pytest.raises(scheme.SchemeError, match="name an index"):
        scheme.choose(64, plaintext=257)
    with pytest.raises(scheme.SchemeError, match="name an index"):
        scheme.choose(depth=1, plaintext=257)


@pytest.mark.parametrize("scheme", [bgv, bfv])
def test_stated_primes_compute_to_the_depth_that_is_said(scheme):
    own = scheme.parameters(
        1 << 11, [40, 38.5, 40], special=[41], plaintext=257, length=128, insist=True
    )
    assert own.is_secure is False
    assert own.facts["digits"] == 3
    primes = own.facts["large" if scheme is bgv else "primes"]
    assert np.allclose(np.log2(np.array(primes, dtype=float)), [40, 38.5, 40], atol=0.01)
    # The same primes, said themselves.
    again = scheme.parameters(
        1 << 11, primes, special=own.facts["special"], plaintext=257, length=128, insist=True
    )
    assert (again.depth, again.save()) == (own.depth, own.save())
    keys = own.keys(0)
    x = np.arange(128) % 257
    product, expected = keys.encrypt(x), x
    for _ in range(int(own.depth or 0)):
        product, expected = product * product, expected * expected % 257
        assert keys.decrypt(product).tolist() == expected.tolist()
    # Loaded again they are parameters like any other.
    assert scheme.Parameters.load(own.save(), 128).depth is None


def test_moduli_are_said_once_and_rightly():
    def refused(message, *arguments, **options):
        with pytest.raises(bgv.ParametersError, match=message):
            bgv.parameters(1 << 11, *arguments, plaintext=257, insist=True, **options)

    refused("stated twice", [45], log2_q=45)
    refused("state Q")
    refused("occurs twice", [(big := bgv_prime()), big])
    refused("no prime", [(1 << 44) + 1])
    refused("cannot be had", [63])
    refused("cannot be had", [12])
    refused("at least one digit", [45], digits=0)
    refused("out of range", log2_q=float("nan"))
    with pytest.raises(bgv.ParametersError, match="come and go"):
        bfv.parameters(1 << 11, [45], small=[30], plaintext=257, insist=True)
    # Less deep than asked: with what to change.
    with pytest.raises(bgv.ParametersError, match=r"more prime.* would carry depth 4"):
        bgv.parameters(1 << 11, [40, 40], plaintext=257, depth=4, security=40)


def bgv_prime():
    chosen = bgv.parameters(1 << 11, [45], plaintext=257, insist=True)
    return chosen.facts["large"][0]


def test_a_plaintext_modulus_of_a_size():
    chosen = bgv.choose(index=1 << 14, depth=0, plaintext_bits=20)
    assert (chosen.plaintext % (1 << 14), chosen.plaintext.bit_length()) == (1, 20)
    assert chosen.slots == 1 << 13
    with pytest.raises(bgv.ParametersError, match="name an index"):
        bgv.choose(4, 1, plaintext_bits=20)


def test_the_command_judges_and_chooses():
    shape = ("--index", "2048", "-t", "257", "--length", "128", "--security", "40")
    own = ("--primes", "40,38.5,40", "--special", "41", "--insist")
    done = params(*shape, *own, "--json")
    assert done.returncode == 0, done.stderr
    facts = json.loads(done.stdout)
    stated = bgv.parameters(
        2048, [40, 38.5, 40], special=[41], plaintext=257, length=128, security=40, insist=True
    )
    assert (facts["large"], facts["depth"]) == (stated.facts["large"], stated.depth)
    text = params(*shape, *own)
    assert f"depth {stated.depth:.1f} is the deepest" in text.stdout
    sizes = params(
        *shape, "--log2-q", "120", "--log2-p", "41", "--digits", "2", "--json", "--insist"
    )
    found = json.loads(sizes.stdout)
    assert abs(found["log2_q"] - 120) < 0.1
    assert found["digits"] == 2
    deepest = json.loads(params(*shape, "--json").stdout)
    assert (deepest["depth"], deepest["slack"]) == (deepest["depth"] // 1, 0)
    less = json.loads(params(*shape, "--most-log2-qp", "70", "--json").stdout)
    assert less["depth"] < deepest["depth"]
    refused = params(*shape, "--primes", "40,40", "--depth", "9")
    assert refused.returncode == 2
    assert "Or insist" in refused.stderr


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--digits", "2", "--length", "4", "--depth", "1"), "--primes or --log2-q"),
        (("--primes", "x", "--index", "64"), "no prime and no size"),
        (("--primes", "40", "--length", "4", "--depth", "1"), "name its --index"),
        (("--primes", "40", "--index", "64", "--most-log2-qp", "9"), "takes no --most-log2-qp"),
        (("-t", "5", "--plaintext-bits", "9", "--index", "64"), "takes no --plaintext-bits"),
        (("--length", "4"), "--index for the deepest"),
    ],
)
def test_what_does_not_go_together_is_said(arguments, said):
    done = params(*arguments)
    assert done.returncode == 2, done.stdout
    assert said in " ".join(done.stderr.split())


def test_threads_change_no_result():
    parameters = bgv.choose(index=1 << 14, depth=4, length=4096, plaintext=T, insist=True)
    keys = parameters.keys(0)
    x, y = vectors(4096)
    a, b = keys.encrypt(x), keys.encrypt(y)
    saved = []
    for count in (1, 2, None):
        with ringassay.threads(count):
            saved.append((a * b - a).save())
    assert saved[0] == saved[1] == saved[2]


def test_threads_hold_until_the_end_of_their_block():
    assert _native.set_threads(None) is None
    with ringassay.threads(3):
        with ringassay.threads(2):
            assert _native.set_threads(2) == 2
        assert _native.set_threads(3) == 3
    assert _native.set_threads(None) is None
    ringassay.threads(1)
    assert _native.set_threads(None) == 1
    with pytest.raises(ValueError, match="at least one"):
        ringassay.threads(0)
