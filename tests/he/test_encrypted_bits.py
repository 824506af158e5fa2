"""Gates on vectors of encrypted bits."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from ringassay import gates

ALL = list(itertools.product((0, 1), repeat=3))
"""All operands of gates of three."""


@pytest.fixture(scope="module")
def keys():
    return gates.keys()


@pytest.fixture(scope="module")
def operands(keys):
    return [keys.encrypt(column) for column in np.array(ALL).T]


def test_gates_are_those_of_their_tables(keys, operands):
    a, b, c = operands
    tables = {
        "and": (a & b, lambda x, y, _: x & y),
        "or": (a | b, lambda x, y, _: x | y),
        "xor": (a ^ b, lambda x, y, _: x ^ y),
        "not": (~a, lambda x, *_: 1 - x),
        "nand": (a.nand(b), lambda x, y, _: 1 - (x & y)),
        "nor": (a.nor(b), lambda x, y, _: 1 - (x | y)),
        "xnor": (a.xnor(b), lambda x, y, _: 1 - (x ^ y)),
        "select": (a.select(b, c), lambda x, y, z: y if x else z),
        "majority": (gates.majority(operands), lambda *all_three: int(sum(all_three) >= 2)),
        "xor3": (gates.xor3(operands), lambda *all_three: sum(all_three) % 2),
        "twice": ((a & a) ^ (a & a), lambda *_: 0),
    }
    for name, (found, wanted) in tables.items():
        assert keys.decrypt(found) == [wanted(*row) for row in ALL], name


def test_gates_go_on_for_ever(keys):
    bits = keys.encrypt([0, 1, 0, 1])
    ones = keys.encrypt([1, 1, 1, 1])
    for _ in range(30):
        bits = bits ^ ones
    assert keys.decrypt(bits) == [0, 1, 0, 1]
    assert 0 < bits.failure_probability < 2**-128
    assert ones.failure_probability == 0


def test_some_of_the_bits(keys, operands):
    a, _, _ = operands
    assert len(a) == 8
    assert keys.decrypt(a[-1]) == [1]
    assert keys.decrypt(a[2:6]) == [0, 0, 1, 1]
    with pytest.raises(IndexError):
        a[8]


def test_security(keys):
    assert keys.security_bits >= 128
    assert "Keys" not in repr(keys) and "bits" in repr(keys)


def test_what_is_refused(keys, operands):
    a, b, _ = operands
    for wrong in ([2], [], [[0, 1]], ["x"], [0.5], None):
        with pytest.raises(gates.VectorError):
            keys.encrypt(wrong)
    with pytest.raises(gates.SchemeError, match="one length"):
        a & b[:2]
    with pytest.raises(TypeError):
        a & 1
    with pytest.raises(gates.OperandError):
        gates.majority([a, b])
    others = gates.keys()
    with pytest.raises(gates.MismatchError):
        a & others.encrypt([1] * 8)
    with pytest.raises(gates.UndecryptableError):
        # Each bit of another key passes with a quarter of probability.
        keys.decrypt(others.encrypt([1] * 200))
