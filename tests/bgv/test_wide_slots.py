"""Slots modulo t of 31 to 60 bits: BGV and BFV against Python's integers."""

from __future__ import annotations

import random

import numpy as np
import pytest
from wide_slots import campaign

from ringassay import bfv, bgv

# Primes of 31, 37, 50, 59 and 60 bits.
MODULI = (
    1_073_750_017,
    137_438_822_401,
    1_125_899_904_679_937,
    576_460_752_302_473_217,
    1_152_921_504_606_748_673,
)


@pytest.fixture(scope="module", params=[bgv, bfv], ids=["bgv", "bfv"])
def scheme(request):
    return request.param


def test_random_circuits_are_right_or_refused():
    counts = campaign(60, seed=5)
    assert counts["circuits"] == 60
    assert counts["gates right"] > 300
    assert counts["plans right"] > 30


@pytest.mark.parametrize("t", MODULI)
def test_products_sums_and_rotations(scheme, t):
    depth = 1 + MODULI.index(t) % 3
    parameters = scheme.choose(
        length=8, depth=depth, slack=0, plaintext=t, index=256, security=40, insist=True
    )
    keys = parameters.keys()
    draw = random.Random(t)
    x, y = [[draw.randrange(t) for _ in range(8)] for _ in range(2)]
    a, b = keys.encrypt(x), keys.encrypt(y)
    value, clear = a * b, [i * j % t for i, j in zip(x, y, strict=True)]
    for _ in range(depth - 1):
        value, clear = value * a, [i * j % t for i, j in zip(clear, x, strict=True)]
    assert keys.decrypt(value).tolist() == clear
    assert keys.decrypt(value + a).tolist() == [(i + j) % t for i, j in zip(clear, x, strict=True)]
    assert keys.decrypt(x - value).tolist() == [(j - i) % t for i, j in zip(clear, x, strict=True)]
    assert keys.decrypt(value.rotate(3)).tolist() == np.roll(np.array(clear, object), -3).tolist()
    loaded = keys.evaluation.load_ciphertext(value.save())
    assert keys.decrypt(loaded + b).tolist() == [(i + j) % t for i, j in zip(clear, y, strict=True)]


def test_secure_parameters_and_why_they_have_such_primes():
    parameters = bgv.choose(length=1, depth=1, plaintext=MODULI[0])
    assert parameters.security_bits >= 128
    assert any("multiplies messages" in reason for reason in parameters.explanation)
    keys = parameters.keys()
    a = keys.encrypt([MODULI[0] - 2])
    assert keys.decrypt(a * a + a).tolist() == [2]


def test_what_is_larger_is_refused(scheme):
    with pytest.raises(bgv.ParametersError, match=r"between 2 and 2\^60"):
        scheme.choose(length=1, depth=1, plaintext=2**60)
    with pytest.raises(bgv.ParametersError, match="to 60 bits"):
        scheme.choose(depth=1, index=64, plaintext_bits=61)
