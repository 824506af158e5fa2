"""Edges: the declared bound, results that hide nothing, promises, other users' keys, large sums."""

from __future__ import annotations

import operator

import numpy as np
import pytest

from ringassay import bfv, bgv, ckks

LENGTH = 8


@pytest.fixture(scope="module")
def parameters() -> ckks.Parameters:
    """Small and fast: no security is asked for."""
    return ckks.choose(depth=3, precision=20, length=LENGTH, degree=2048, insist=True)


@pytest.fixture(scope="module")
def keys(parameters) -> ckks.Keys:
    return parameters.keys()


@pytest.fixture(scope="module")
def others(parameters) -> ckks.Keys:
    return parameters.keys()


@pytest.fixture(scope="module")
def ramp() -> np.ndarray:
    return np.linspace(-1, 1, LENGTH)


def is_right(keys, ciphertext, wanted) -> bool:
    """Within the stated error."""
    error = np.max(np.abs(np.asarray(keys.decrypt(ciphertext), np.clongdouble) - wanted))
    return bool(error <= ciphertext.noise.worst_error)


STEPS = {
    "a": lambda a, b: a,
    "a*b": lambda a, b: a * b,
    "a*a": lambda a, b: a * a,
    "(a+a)*b": lambda a, b: (a + a) * b,
    "(1+a)*b": lambda a, b: (1 + a) * b,
}


@pytest.mark.parametrize(
    ("depth", "precision", "length"), [(1, 20, 8), (1, 16, 1), (2, 20, 4), (3, 20, 64)]
)
def test_constants_at_the_declared_bound_decrypt(depth, precision, length):
    keys = ckks.choose(depth, precision, 1, 128, length=length).keys()
    ones = np.ones(length)
    for name, step in STEPS.items():
        for _ in range(8):
            result = step(keys.encrypt(ones), keys.encrypt(ones))
            assert is_right(keys, result, step(ones, ones)), name


HIDES_NOTHING = {
    "c - c": lambda c: c - c,
    "c*0": lambda c: c * 0,
    "c*0 + 1": lambda c: c * 0 + 1,
    "c*c - c*c": lambda c: c * c - c * c,
    "c*1e-15": lambda c: c * 1e-15,
    "c*1e-15 + 1": lambda c: c * 1e-15 + 1,
    "c*5e-324": lambda c: c * 5e-324,
    "the polynomial 0": lambda c: c.polynomial(ckks.Polynomial([0.0])),
    "a constant polynomial": lambda c: c.polynomial(ckks.Polynomial([0.5])),
    "c*0 of a vector": lambda c: c * np.zeros(LENGTH),
}


@pytest.mark.parametrize("name", HIDES_NOTHING)
def test_what_hides_nothing_is_not_saved_and_all_else_loads(keys, ramp, name):
    c = keys.encrypt(ramp)
    result = HIDES_NOTHING[name](c)
    try:
        data = result.save()
    except ckks.OperandError as refused:
        assert "hides nothing" in str(refused)
    else:
        # Some randomness is left: with c*c - c*c, that of two relinearisations.
        keys.evaluation.load_ciphertext(data)
        assert name == "c*c - c*c"
    # Hidden by an encryption of 0 of its own, it is saved, loads and is right.
    hidden = result + keys.encrypt(np.zeros(LENGTH))
    loaded = keys.evaluation.load_ciphertext(hidden.save(), is_complex=False)
    assert np.allclose(keys.decrypt(loaded), keys.decrypt(result), atol=1e-4)


def test_results_of_bgv_and_bfv_that_hide_nothing_are_not_saved():
    for scheme in (bgv, bfv):
        keys = scheme.choose(length=6, depth=1, index=1023, insist=True).keys()
        c = keys.encrypt([1, 0, 1, 1, 0, 0])
        with pytest.raises(scheme.OperandError, match="hides nothing"):
            (c - c).save()
        assert keys.decrypt(c - c).tolist() == [0] * 6
        hidden = (c - c) + keys.encrypt([0] * 6)
        assert keys.decrypt(keys.evaluation.load_ciphertext(hidden.save())).tolist() == [0] * 6


@pytest.mark.parametrize("largest", [float("nan"), -1.0, -0.1, float("inf"), -float("inf")])
def test_promises_that_nothing_keeps_are_refused(keys, ramp, largest):
    with pytest.raises(ckks.OperandError, match="finite number from 0"):
        keys.encrypt(ramp).within(largest)


def test_a_promise_that_is_kept_narrows_the_bound(keys, ramp):
    small = keys.encrypt(ramp / 8).within(0.125)
    assert small.noise.largest == pytest.approx(0.125)
    assert is_right(keys, small, ramp / 8)


def test_imaginary_parts_are_not_dropped(keys, ramp):
    data = keys.encrypt(ramp * 1j).save()
    loaded = keys.evaluation.load_ciphertext(data, is_complex=False)
    with pytest.raises(ckks.OperandError, match="is_complex=True"):
        keys.decrypt(loaded)
    assert is_right(keys, keys.evaluation.load_ciphertext(data), ramp * 1j)
    real = keys.evaluation.load_ciphertext(keys.encrypt(ramp).save(), is_complex=False)
    assert keys.decrypt(real).dtype == np.float64


def test_operands_of_different_users_are_refused(parameters, keys, others, ramp):
    ours, theirs = keys.encrypt(ramp), others.encrypt(ramp)
    # As a server has them, which never saw the keys made.
    received = [
        parameters.load_evaluation_keys(user.evaluation.save()).load_ciphertext(x.save())
        for user, x in ((keys, ours), (others, theirs))
    ]
    for a, b in [(ours, theirs), (keys.secret.encrypt(ramp), theirs), received]:
        for operation in (operator.add, operator.sub, operator.mul):
            with pytest.raises(ckks.MismatchError, match="another user"):
                operation(a, b)
    with pytest.raises(ckks.MismatchError, match="another user"):
        keys.public.encrypt(ramp).using(others.evaluation)
    # Of one user, whatever way they came.
    back = keys.evaluation.load_ciphertext(ours.save())
    total = back + keys.secret.encrypt(ramp) + keys.public.encrypt(ramp) + received[0]
    assert is_right(keys, total, 4 * ramp)


def test_security_of_few_bits_is_chosen():
    for security in (40, 43, 45):
        for degree in (2048, 4096):
            chosen = ckks.choose(1, 20, security=security, degree=degree)
            assert chosen.security_bits >= security


def test_the_worst_error_is_that_of_what_is_delivered(keys, ramp):
    c = keys.encrypt(ramp)
    for x, wanted in [
        (c * 1e-300, ramp * np.longdouble(1e-300)),
        (c * 5e-324, ramp * np.longdouble(5e-324)),
        (c * 2.0**-1070, ramp * np.longdouble(2) ** -1070),
        (c + 2.0**30, ramp.astype(np.longdouble) + 2.0**30),
    ]:
        assert x.noise.worst_error > 0
        assert is_right(keys, x, wanted)
    precise = ckks.choose(1, 60, length=LENGTH, degree=2048, insist=True).keys()
    third = precise.encrypt(np.full(LENGTH, 1.0)) * (1 / 3)
    # Of 60 bits asked for, doubles deliver 53.
    assert 2.0**-55 < third.noise.worst_error < 2.0**-50
    assert is_right(precise, third, np.longdouble(1 / 3))


def test_sums_within_their_budget_decrypt_beyond_127_bits():
    keys = ckks.choose(8, 30, length=LENGTH, degree=4096, insist=True).keys()
    x = np.linspace(-1, 1, LENGTH)
    total, power = keys.encrypt(x), 1.0
    while total.noise.budget_bits > 1.5:
        total, power = total + total, 2 * power
    assert power > 2.0**89
    found = keys.decrypt(total)
    error = np.max(np.abs(found - power * x))
    assert error <= total.noise.worst_error < 2.0**-20 * power
    scaled = keys.encrypt(x) * 1e15
    assert is_right(keys, scaled, x * np.longdouble(1e15))


def test_a_range_that_products_exceed_is_explained():
    keys = ckks.choose(length=4, depth=2, precision=20, range=8).keys()
    a, b, c = (keys.encrypt([v] * 4) for v in (1.1, 2.2, 3.0))
    with pytest.raises(ckks.NoiseBudgetError, match=r"within\(8\)"):
        a * b * c
    assert is_right(keys, (a * b).within(8) * c, np.longdouble(1.1) * 2.2 * 3.0)
