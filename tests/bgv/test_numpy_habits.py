"""`len`, `**`, refused comparisons: what people who know numpy try."""

from __future__ import annotations

import operator

import numpy as np
import pytest

from ringassay import bgv
from ringassay.ring import Ring, RingError

ORDERS = (operator.lt, operator.le, operator.gt, operator.ge)


def test_powers_are_numpys(case):
    x, t = case.vector(), case.t
    a = case.keys.encrypt(x)
    for exponent in (1, 2, 3, np.int64(4)):
        if exponent > 2 and case.parameters.facts["log2_q"] < 60:
            continue
        expected = [pow(int(v), int(exponent), t) for v in x]
        assert case.opened(a**exponent) == expected, exponent
    assert (a**1).save() == a.save()


def test_powers_take_the_least_depth(bits):
    a = bits.keys.encrypt(1)
    square = a * a
    assert (a**4).budget_bits == pytest.approx((square * square).budget_bits)


def test_powers_that_there_are_not(bits):
    a = bits.keys.encrypt(1)
    for exponent in (0, -1):
        with pytest.raises(bgv.BgvError, match="below 1"):
            a**exponent
    with pytest.raises(TypeError):
        a**0.5


def test_lengths_and_entries(bits):
    a = bits.keys.encrypt(1)
    assert len(a) == bits.parameters.length
    with pytest.raises(TypeError, match="no single entries"):
        list(a)


@pytest.mark.parametrize("compare", ORDERS)
def test_ciphertexts_have_no_order(bits, compare):
    a = bits.keys.encrypt(1)
    for other in (a, 1, np.ones(bits.parameters.length)):
        with pytest.raises(TypeError, match="decrypt them first"):
            compare(a, other)
        with pytest.raises(TypeError, match="decrypt them first"):
            compare(other, a)


@pytest.mark.parametrize("compare", ORDERS)
def test_elements_have_no_order(compare):
    a = Ring(16)(3)
    for other in (a, 3, np.int64(3)):
        with pytest.raises(TypeError, match="no order"):
            compare(a, other)


def test_numbers_of_numpy_are_numbers():
    ring = Ring(15, limbs=2, bits=30)
    a = ring(range(8))
    three = np.int64(3)
    assert three * a == a * three == 3 * a
    assert three + a == a + three == a + 3
    assert three - a == 3 - a
    assert a - three == a - 3
    assert a ** np.int8(3) == a**3
    assert ring(3) == three
    assert np.uint64(2**64 - 1) * a == (2**64 - 1) * a
    assert len(a) == 8


def test_arrays_are_not_multiplied_entry_by_entry():
    """`array * element` was an array of residues, wrong without a word."""
    a = Ring(16)(range(8))
    for array in (np.arange(8), np.ones((1, 8)), [1, 2], 0.5, "3"):
        for act in (operator.mul, operator.add, operator.sub):
            with pytest.raises((RingError, TypeError)):
                act(a, array)
            with pytest.raises((RingError, TypeError)):
                act(array, a)


def test_elements_are_neither_true_nor_false():
    a = Ring(16)(0)
    with pytest.raises(TypeError, match="neither true nor false"):
        bool(a)
    with pytest.raises(TypeError, match="residues"):
        list(a)
