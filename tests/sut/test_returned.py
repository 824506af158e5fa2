"""What authors return: every wrong type is named with the method, right ones pass as they are."""

from __future__ import annotations

import array
from fractions import Fraction

import numpy as np
import pytest

from ringassay.sut import returned
from ringassay.sut.errors import Failed
from ringassay.sut.texts import KeyParameters


class MyClient:
    pass


ZT = KeyParameters(128, 3, 2.0, 17)
BITS = KeyParameters(128, 3, 2.0)


@pytest.mark.parametrize(
    ("value", "params", "message"),
    [
        (None, ZT, "returned None (is a `return` missing?); wanted are 3 integers from 0 to 16"),
        ("123", ZT, "returned a str;"),
        (7, ZT, "returned an int;"),
        ([1.0, 2.0, 3.0], ZT, "returned a float in slot 0;"),
        ([1, 2, Fraction(3)], ZT, "returned a Fraction in slot 2;"),
        (np.array([1.0, 2.0, 3.0]), ZT, "returned a float64 in slot 0;"),
        ([1, 2], ZT, "returned 2 values; wanted are 3 integers from 0 to 16: none may miss"),
        ([1, 2, 3, 0], ZT, "returned 4 values; wanted are 3 integers from 0 to 16: cut what"),
        ([1, 2, 17], ZT, "returned 17 in slot 2; wanted are 3 integers from 0 to 16: reduce it"),
        ([1, -2, 3], ZT, "returned -2 in slot 1;"),
        ([1, 0, 2], BITS, "returned 2 in slot 2; wanted are 3 integers from 0 to 1: reduce it"),
    ],
)
def test_a_vector_that_is_none_is_explained(value, params, message):
    with pytest.raises(Failed) as told:
        returned.vector(MyClient(), "decrypt", value, params)
    assert str(told.value).startswith("MyClient.decrypt ") and message in str(told.value)


@pytest.mark.parametrize(
    "value",
    [[1, 0, 1], (1, 0, 1), np.array([1, 0, 1]), [True, False, True], array.array("i", [1, 0, 1])],
)
def test_any_vector_of_integers_passes(value):
    assert returned.vector(MyClient(), "decrypt", value, BITS) == [1, 0, 1]


def test_one_vector_or_several() -> None:
    assert returned.outputs(MyClient(), "decrypt", [1, 0, 1], BITS) == [[1, 0, 1]]
    assert returned.outputs(MyClient(), "decrypt", np.array([1, 0, 1]), BITS) == [[1, 0, 1]]
    several = [[1, 0, 1], (0, 0, 0), np.array([1, 1, 1])]
    assert returned.outputs(MyClient(), "decrypt", several, BITS) == [
        [1, 0, 1], [0, 0, 0], [1, 1, 1]
    ]  # fmt: skip
    for wrong in ([[1, 0, 1], [1, 0]], [[1, 0, 1], 3], [[[1, 0, 1]]], [], "101"):
        with pytest.raises(Failed, match=r"MyClient\.decrypt returned"):
            returned.outputs(MyClient(), "decrypt", wrong, BITS)


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (None, "returned None (is a `return` missing?); wanted are a list of chunks of bytes"),
        ("text", "returned a str;"),
        ([], "returned no chunk;"),
        ([b"a", "b"], "returned a str as chunk 1;"),
        ([b"a", 3], "returned an int as chunk 1;"),
        (b"abc", "put it into a list"),
    ],
)
def test_chunks_that_are_none_are_explained(value, message):
    with pytest.raises(Failed) as told:
        returned.chunks(MyClient(), "encrypt", value)
    assert str(told.value).startswith("MyClient.encrypt ") and message in str(told.value)


def test_chunks_pass_as_they_are():
    chunks = [b"a", bytearray(b"b"), memoryview(b"c")]
    assert returned.chunks(MyClient(), "encrypt", chunks) is chunks
    assert returned.chunks(MyClient(), "keygen", b"key", single=True) == [b"key"]
