"""Key parameters, inputs and outputs, as docs/formats.md writes them."""

from __future__ import annotations

import pytest

from ringassay.sut.errors import FormatError
from ringassay.sut.texts import KeyParameters, format_output, parse_input


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (b"L=5,D=4.0,K=80", KeyParameters(80, 5, 4.0)),
        (b"L=5,D=4,K=128", KeyParameters(128, 5, 4.0)),
        (b"K=128, L=5 ,D=0.5,T=65537\r\n", KeyParameters(128, 5, 0.5, 65537)),
        (b"80", KeyParameters(80, fan_in=True)),
    ],
)
def test_key_parameters(text: bytes, expected: KeyParameters) -> None:
    assert KeyParameters.parse(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        b"", b"L=5", b"L=5,D=4.0", b"L=5,D=4.0,K=", b"L=05,D=4,K=80", b"L=5,L=5,D=4,K=80",
        b"L=+5,D=4,K=80", b"L=5,D=-4,K=80", b"L=5,D=1e9,K=80", b"L=5,D=nan,K=80",
        b"L=0,D=4,K=80", b"L=131073,D=4,K=80", b"L=5,D=4,K=80,T=1", b"L=5,D=4,K=80,X=1",
        b"L=5,D=4,K=80,T=4611686018427387904", b"L=5;D=4;K=80", b"\xff", b"L=5,D=4,K=80,",
        "L=\u0665,D=4,K=80".encode(), b"99999999999999999999",
    ],
)  # fmt: skip
def test_malformed_key_parameters(text: bytes) -> None:
    with pytest.raises(FormatError):
        KeyParameters.parse(text)


BITS = KeyParameters(80, 3, 1.0)
INTEGERS = KeyParameters(80, 2, 1.0, 257)
SINGLE = KeyParameters(80, fan_in=True)


@pytest.mark.parametrize(
    ("text", "params", "expected"),
    [
        (b"[110,010]", BITS, [[1, 1, 0], [0, 1, 0]]),
        (b" [110, 010]\n", BITS, [[1, 1, 0], [0, 1, 0]]),
        (b"[[1,256],[0,7]]", INTEGERS, [[1, 256], [0, 7]]),
        (b"[0101]", SINGLE, [[0], [1], [0], [1]]),
        (b"[0,1,1]", SINGLE, [[0], [1], [1]]),
    ],
)
def test_inputs(text: bytes, params: KeyParameters, expected: list[list[int]]) -> None:
    assert parse_input(text, params) == expected


@pytest.mark.parametrize(
    ("text", "params"),
    [
        (b"", BITS), (b"[]", BITS), (b"110,010", BITS), (b"[110,010", BITS), (b"[112]", BITS),
        (b"[11]", BITS), (b"[110,]", BITS), (b"[[110]]", BITS), (b"[\xff10]", BITS),
        (b"[[1,257]]", INTEGERS), (b"[[1]]", INTEGERS), (b"[1,2]", INTEGERS),
        (b"[[1,2],[3]]", INTEGERS), (b"[[1,-2]]", INTEGERS), (b"[[01,2]]", INTEGERS),
        (b"[[1,2][3,4]]", INTEGERS), (b"[[[1,2]]]", INTEGERS), (b"[012]", SINGLE),
        (b"[[1,99999999999999999999]]", INTEGERS),
    ],
)  # fmt: skip
def test_malformed_inputs(text: bytes, params: KeyParameters) -> None:
    with pytest.raises(FormatError):
        parse_input(text, params)


def test_outputs() -> None:
    assert format_output([[0, 0, 1]], BITS) == b"001"
    assert format_output([[5, 256]], INTEGERS) == b"[5,256]"
    assert format_output([[1]], SINGLE) == b"1"
    assert format_output([[0, 0, 1], [1, 1, 0]], BITS) == b"001;110"
    assert format_output([[5, 256], [0, 1], [2, 3]], INTEGERS) == b"[5,256];[0,1];[2,3]"
