"""Refusals of different kinds are exceptions of different classes."""

from __future__ import annotations

import numpy as np
import pytest

from ringassay import bgv


def test_kinds_are_bgv_errors_and_value_errors():
    kinds = [
        bgv.DataError, bgv.MismatchError, bgv.MissingKeyError, bgv.NoiseError, bgv.OperandError,
        bgv.ParametersError, bgv.UnfitCircuitError, bgv.VectorError,
    ]  # fmt: skip
    for kind in kinds:
        assert issubclass(kind, bgv.BgvError)
        assert issubclass(kind, ValueError)
    for noise in (bgv.NoiseBudgetError, bgv.UndecryptableError):
        assert issubclass(noise, bgv.NoiseError)
    assert not issubclass(bgv.NoiseBudgetError, bgv.UndecryptableError)


def test_noise(bits):
    a = bits.keys.encrypt(1)
    with pytest.raises(bgv.NoiseBudgetError):
        for _ in range(20):
            a = a * a
    with pytest.raises(bgv.UndecryptableError):
        bits.keys.decrypt(bits.parameters.keys(rotation_keys=0).encrypt(bits.vector()))


def test_keys_that_are_missing(bits):
    a = bits.keys.public.encrypt(1)
    for operation in (lambda: a * a, lambda: a.rotate(1), lambda: a**2):
        with pytest.raises(bgv.MissingKeyError):
            operation()
    with pytest.raises(bgv.MissingKeyError):
        bits.parameters.keys(rotation_keys=0).encrypt(1).rotate(1)


def test_operands_of_other_parameters(bits):
    other = bgv.choose(5, 3, index=255, insist=True)
    keys = other.keys(rotation_keys=16)
    a, b = bits.keys.encrypt(1), keys.encrypt(1)
    for operation in (
        lambda: a + b,
        lambda: a - b,
        lambda: a * b,
        lambda: a.select(b, 1),
        lambda: a.using(keys.evaluation),
        lambda: keys.decrypt(a),
        lambda: keys.secret.measure(a),
        lambda: other.load_ciphertext(a.save()),
    ):
        with pytest.raises(bgv.MismatchError):
            operation()


def test_vectors_operands_bytes_and_parameters(bits):
    a = bits.keys.encrypt(1)
    for vector in (np.zeros(17, dtype=int), [2] * 18, [0.5] * 18):
        with pytest.raises(bgv.VectorError):
            bits.keys.encrypt(vector)
    with pytest.raises(bgv.OperandError):
        a**0
    with pytest.raises(bgv.OperandError):
        a ** (2**64)
    with pytest.raises(bgv.DataError):
        bits.parameters.load_ciphertext(b"text")
    for wrong in (
        {"index": 127}, {"index": -1}, {"plaintext": 6}, {"plaintext": 2**70},
        {"length": 10**9}, {"length": 0}, {"length": -8},
    ):  # fmt: skip
        with pytest.raises(bgv.ParametersError):
            bgv.choose(**{"length": 18, "depth": 3} | wrong)


def test_a_ciphertext_says_which_keys_it_carries(bits):
    assert bits.keys.public.encrypt(1).evaluation is None
    a = bits.keys.encrypt(1)
    assert a.evaluation is not None
    assert (a + bits.keys.public.encrypt(1)).evaluation.rotations == a.evaluation.rotations
