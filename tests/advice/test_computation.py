"""Computations from wherever they come."""

from __future__ import annotations

from pathlib import Path

import pytest

from ringassay.advice import Shape, find
from ringassay.advice.computation import ComputationError
from ringassay.circuit import Circuit
from ringassay.errors import UserError
from ringassay.trace import computation

FILE = """\
from ringassay.trace import computation

@computation(length=8, bound=1.0)
def square(x):
    return x * x
"""
CIRCUIT = b"W=2,D=2.0,L=4,T=17\nG2:LMUL(W0,W1)"


def test_a_function_in_a_file(tmp_path: Path) -> None:
    file = tmp_path / "model.py"
    file.write_text(FILE)
    found = find(f"{file}:square", security=80, precision=12)
    assert found.name == "square"
    assert found.precision == 12
    assert "K=80" in found.params and "P=12" in found.params
    assert found.summary["space"] == "real"
    assert find(f"{file}:square", Shape(batch=4)).summary["batch"] == 4


def test_a_function_itself() -> None:
    @computation(length=4, modulus=257)
    def total(x):  # type: ignore[no-untyped-def]
        return x.sum()

    found = find(total)
    assert (found.name, found.origin, found.precision) == ("total", "total", None)
    assert found.summary["modulus"] == 257


def test_a_circuit_and_its_file(tmp_path: Path) -> None:
    file = tmp_path / "c.txt"
    file.write_bytes(CIRCUIT)
    from_file, from_object = find(str(file)), find(Circuit.parse(CIRCUIT))
    assert from_file.circuit.to_bytes() == from_object.circuit.to_bytes()
    assert from_file.params == "L=4,D=2.0,K=128,T=17"


def test_the_library_an_expression_and_a_suite() -> None:
    assert find("adder", Shape(width=8, batch=16)).summary["batch"] == 16
    expression = find("a*b + 3*c^2", Shape(expression=True, modulus=65537, batch=8))
    assert expression.summary["wires"] == 3
    assert find("app-dot:dot-64").summary["batch"] == 64


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("app-dot", "several computations: name one, as in app-dot:dot-16"),
        ("app-dot:dot-65", "has no computation 'dot-65'"),
        ("nothing-of-the-kind", "is no computation"),
        ("absent.toml:x", "cannot be read"),
    ],
)
def test_what_is_none_says_what_there_is(source: str, message: str) -> None:
    with pytest.raises(UserError, match=message):
        find(source)


def test_a_name_that_is_nearly_one_is_answered_with_it() -> None:
    with pytest.raises(ComputationError, match="adder"):
        find("addr")


def test_the_suite_of_a_proof_asks_for_the_same_keys() -> None:
    found = find("app-logistic:logistic-3", precision=15)
    suite = found.suite(("plaintext",))
    (given,) = suite.own
    assert given.precision == 15
    assert given.key == found.params
    assert given.input_count == 3
    other = found.suite(("plaintext",), "L=64,D=9.0,K=128,R=1,P=15.0,M=8.0,G=5.0")
    assert other.own[0].key != found.params
