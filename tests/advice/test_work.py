"""Slot programs, counted; circuits for calibration."""

from __future__ import annotations

import re

import pytest

from ringassay.advice.samples import Needs, small_circuits
from ringassay.advice.work import CONSTANT, Chain, gates, planned
from ringassay.circuit import Circuit
from ringassay.sut.slots.target import Noise, RealTarget, Target

PROGRAM = b"""slots 1 batch=2 row=4 modulus=17 levels=2 wires=2 registers=5
note 4 operations; 31 bits of noise budget left by the planner's figures
plain 1 3,-4
input 0 0 1
input 1 1 1
mul 2 0 1
free 0
free 1
mulplain 3 2 0
rotate 4 3 1
lower 0 4 0 1
output 0 2 -5
"""


def test_operations_are_weighted_by_the_primes_of_their_level() -> None:
    found = planned(PROGRAM, Chain(primes=4, special=1, levels=2))
    # Level 1 has 4 primes, level 0 two; a key switch with one special prime takes 4 * 5.
    assert dict(found.work) == {
        CONSTANT: 1.0,
        "input": 2.0,
        "mul": 4.0,
        "mul switch": 20.0,
        "mulplain": 4.0,
        "rotate": 4.0,
        "rotate switch": 20.0,
        "lower": 4.0,
        "output": 2.0,
    }
    assert (found.rows, found.wires, found.outputs, found.span) == (4.0, 2, 1, 1)
    # Registers 2, 3, 4 at 4 primes each when register 0 is written with 2.
    assert found.live == 14.0


def test_digits_are_as_large_as_the_special_primes_together() -> None:
    assert Chain(primes=6, special=3, levels=6).switching(5) == 2 * 9
    assert Chain(primes=6, special=3, levels=6).switching(0) == 1 * 4
    assert Chain(primes=6, special=0, levels=6).switching(5) == 6 * 7


def test_products_of_reals_end_a_level_lower() -> None:
    target = RealTarget(batch=4, row=16, levels=5, steps=(1, -1, 2, -2))
    circuit = Circuit.parse(b"W=1,D=3.0,L=4,R=1\nG1:LMUL(W0,W0)\nG2:LMUL(G1,G1)")
    found = planned(circuit.slot_program(target.json()), Chain(primes=5, special=1, levels=5))
    assert found.span == 2
    # Squares at levels 2 and 1: three primes, and two.
    assert found.work["square"] == 5.0
    assert found.work["output"] == 1.0


def test_conjugates_are_priced_as_rotations() -> None:
    target = RealTarget(batch=4, row=16, levels=2, steps=(1, -1, 2, -2), is_complex=True)
    circuit = Circuit.parse(b"W=1,D=0.0,L=4,C=1\nG1:LCONJ(W0)\nG2:LROTATE(G1,1)")
    found = planned(circuit.slot_program(target.json()), Chain(primes=2, special=1, levels=2))
    assert found.work["rotate"] == 2.0
    assert found.work["rotate switch"] == 2 * 1 * 2
    assert "conjugate" not in found.work


def zt(batch: int = 8, products: bool = True) -> Circuit:
    gate = "LMUL(W0,W1)" if products else "LADD(W0,W1)"
    text = f"W=2,D=4.0,L={batch},T=65537\nG2:{gate}\nG3:LROTATE(G2,1)\nG4:LADD(G2,G3)"
    return Circuit.parse(text.encode())


def bits() -> Circuit:
    return Circuit.parse(b"W=2,D=4.0,L=8\nG2:LMUL(W0,W1)\nG3:LADD(G2,W0)\nG4:LMUL(G3,W1)")


SPACES = {
    "zt": zt(),
    "bits": bits(),
    "reals": Circuit.parse(b"W=1,D=3.0,L=8,R=1\nG1:LMUL(W0,W0)\nG2:LROTATE(G1,1)\nG3:LADD(G1,G2)"),
    "complex": Circuit.parse(b"W=1,D=3.0,L=8,C=1\nG1:LMUL(W0,W0)\nG2:LCONJ(G1)\nG3:LADD(G1,G2)"),
    "sums": zt(products=False),
    "one slot": Circuit.parse(b"W=2,D=2.0,L=1,T=17\nG2:LMUL(W0,W1)"),
}


@pytest.mark.parametrize("name", SPACES)
def test_small_circuits_are_like_the_computation(name: str) -> None:
    summary = SPACES[name].summary()
    found = list(small_circuits(summary))
    assert len({circuit.to_bytes() for circuit in found}) == len(found) > 2
    for circuit in found:
        own = circuit.summary()
        assert (own["space"], own["batch"], own["modulus"]) == (
            summary["space"],
            summary["batch"],
            summary["modulus"],
        )
        assert own["multiplicative_depth"] <= summary["multiplicative_depth"]
        circuit.evaluator().evaluate(circuit.random_input(1))
    for gate, count in summary["counts"].items():
        if count:
            # A conjugate takes what a rotation takes.
            kind = "LROTATE" if gate == "LCONJ" else gate
            assert any(circuit.summary()["counts"][kind] for circuit in found), gate


def test_every_operation_of_a_program_is_in_one_of_the_small_circuits() -> None:
    noise = Noise(
        capacity=[1000.0], fresh=10.0, key_switch=12.0, multiply=("sum", 20.0), multiply_plain=25.0
    )
    for name in ("zt", "bits", "sums"):
        circuit = SPACES[name]
        modulus = circuit.summary()["modulus"] or 65537
        target = Target(8, 4096, modulus, (1, -1, 2, -2, 4, -4), noise).json()
        chain = Chain(primes=5, special=1, levels=1)
        asked = planned(circuit.slot_program(target), chain).work
        known = {
            key
            for small in small_circuits(circuit.summary())
            for key, count in planned(small.slot_program(target), chain).work.items()
            if count
        }
        assert set(asked) <= known, name


def test_products_of_bits_are_not_folded_away() -> None:
    noise = Noise(
        capacity=[1000.0], fresh=10.0, key_switch=12.0, multiply=("sum", 20.0), multiply_plain=25.0
    )
    target = Target(8, 4096, 65537, (1, -1, 2, -2, 4, -4), noise).json()
    first = next(small_circuits(bits().summary()))
    program = first.slot_program(target)
    assert len(re.findall(rb"^(?:mul|square) ", program, re.MULTILINE)) >= 2


def test_needs_follow_from_gates() -> None:
    needs = Needs.of(zt().summary())
    assert (needs.products, needs.rotations, needs.constants, needs.depth) == (True, True, False, 1)
    assert Needs.of(zt().summary(), span=3).depth == 3
    assert not Needs.of(SPACES["one slot"].summary()).rotations


def test_gates_are_counted_where_nothing_else_is_known() -> None:
    found = gates(zt().summary())
    assert found["LMUL"] == 1.0
    assert found["input"] == 2.0
    assert "LSELECT" not in found
