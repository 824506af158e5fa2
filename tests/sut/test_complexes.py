"""Complex numbers as the Python kit reads and writes them."""

from __future__ import annotations

import math
import subprocess

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringassay.sut.complexes import format_complex, parse_complex
from ringassay.sut.errors import Failed, FormatError
from ringassay.sut.libraries import PACKAGE, python_with
from ringassay.sut.returned import vector
from ringassay.sut.slots.read import read_program
from ringassay.sut.slots.run import Prepared
from ringassay.sut.slots.target import RealTarget, parse_target
from ringassay.sut.texts import KeyParameters, format_output, parse_input

COMPLEX = b"L=2,D=1,K=80,C=2,P=20,M=4,G=1"
PARAMS = KeyParameters.parse(COMPLEX)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("0.5", 0.5), ("-2i", -2j), ("0.5-2i", 0.5 - 2j), ("1e-7+1E+2i", 1e-7 + 100j),
        ("1+-2i", 1 - 2j), ("0+1i", 1j), ("-0-0i", 0), ("1e5-3i", 1e5 - 3j),
    ],
)  # fmt: skip
def test_what_is_a_number(text, number):
    found = parse_complex(text)
    assert found == number
    assert math.copysign(1, found.real) * found.real >= 0 or found.real < 0
    assert parse_complex(format_complex(found)) == found


@pytest.mark.parametrize(
    "text",
    ["", "i", "+1", "1+", "1+i", "1i+1", "1+2", "1i+2i", "1++2i", "1--2i", "1j", "1+2ii", "nan",
     "1e400i", "1+1e400i", "(1+2i)", "1 +2i", "1+02i", "01", "+1i", "1" * 200],
)  # fmt: skip
def test_what_is_none(text):
    assert parse_complex(text) is None


NUMBERS = st.floats(allow_nan=False, allow_infinity=False)


@given(NUMBERS, NUMBERS)
def test_every_number_comes_back(re, im):
    assert parse_complex(format_complex(complex(re, im))) == complex(re, im)


def test_key_parameters_inputs_and_outputs():
    assert PARAMS.reals is not None and PARAMS.reals.is_complex and PARAMS.reals.bound == 2
    assert parse_input(b"[[1.2+1.6i,-1i],[0,2]]", PARAMS) == [[1.2 + 1.6j, -1j], [0, 2]]
    for text in (b"[[1.5+1.5i,0]]", b"[[1j,0]]", b"[[1]]", b"[[nan,0]]", b"[[1+1i,0],[0]]"):
        with pytest.raises(FormatError):
            parse_input(text, PARAMS)
    assert format_output([[0.5 - 1j, 2], [1j, 0]], PARAMS) == b"[0.5-1.0i,2.0];[1.0i,0.0]"
    for text in (b"L=2,D=1,K=80,C=2", b"L=2,D=1,K=80,C=2,R=2,P=20,M=4,G=1"):
        with pytest.raises(FormatError):
            KeyParameters.parse(text)


def test_what_methods_return():
    assert vector(None, "decrypt", [1, 0.5j], PARAMS) == [1, 0.5j]
    for wrong in ([1], ["x", 1], None):
        with pytest.raises(Failed, match="2 complex numbers"):
            vector(None, "decrypt", wrong, PARAMS)
    real = KeyParameters.parse(b"L=2,D=1,K=80,R=2,P=20,M=4,G=1")
    with pytest.raises(Failed, match="2 real numbers"):
        vector(None, "decrypt", [1, 0.5j], real)


PROGRAM = b"""complex 1 batch=2 row=4 levels=1 wires=1 registers=3
plain 0 0.5-1i,2i
input 0 0 0
conjugate 1 0
addplain 2 1 0
output 2 0
"""


class Clear:
    """Slots in the clear."""

    def encode(self, row, level):
        assert level == 0
        return row

    def add_plain(self, a, plain):
        return [x + y for x, y in zip(a, plain, strict=True)]


class Conjugating(Clear):
    """Likewise."""

    def conjugate(self, a):
        return [x.conjugate() for x in a]


def test_programs_conjugate():
    program = read_program(PROGRAM)
    assert program.is_complex
    program.check_key(RealTarget(2, 4, 1, [], is_complex=True))
    with pytest.raises(Failed, match="kind of numbers"):
        program.check_key(RealTarget(2, 4, 1, []))
    (found,) = Prepared(program, Conjugating()).run(lambda wire, level: [1 + 1j, 2j, 3, 4 - 1j])
    assert found == [1.5 - 2j, 0, 3.5 - 1j, 4 + 3j]
    with pytest.raises(Failed, match="does not conjugate"):
        Prepared(program, Clear()).run(lambda wire, level: [1j] * 4)


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        (b"complex 1", b"complex 2", 1), (b"complex 1", b"reals 1", 2), (b"0.5-1i", b"0.5-1j", 2),
        (b"0.5-1i,", b"", 2), (b"conjugate 1 0", b"conjugate 1 5", 4), (b"2i\n", b"i\n", 2),
    ],
)  # fmt: skip
def test_one_thing_wrong_is_named_with_its_line(old, new, line):
    with pytest.raises(Failed, match=f"line {line} of the program"):
        read_program(PROGRAM.replace(old, new))
    reals = PROGRAM.replace(b"complex 1", b"reals 1").replace(b"0.5-1i,2i", b"0.5,2")
    with pytest.raises(Failed, match="only complex numbers have a conjugate"):
        read_program(reals)


def test_targets_say_that_they_are_complex():
    for target in (RealTarget(2, 4, 3, [1]), RealTarget(2, 4, 3, [1], is_complex=True)):
        assert parse_target(target.json()) == target
        assert (b"complex" in target.json()) == target.is_complex


_OPENFHE = f"""
import sys
sys.path.insert(0, sys.argv[1])
from ringassay.sut.errors import Refused
from ringassay.sut.openfhe.reals import RealClient
from ringassay.sut.texts import KeyParameters
try:
    RealClient().make_keys(KeyParameters.parse({COMPLEX!r}))
except Refused as refused:
    print(refused)
"""


def test_openfhe_refuses_complex_numbers():
    python = python_with("openfhe", "openfhe")
    if python is None:
        pytest.skip("openfhe-ckks cannot run here: it is not installed")
    command = [python, "-I", "-c", _OPENFHE, str(PACKAGE.parent)]
    said = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "real numbers" in said.stdout
