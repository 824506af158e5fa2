"""Circuits read and evaluated on single bits without the compiled module, compared with it."""

from __future__ import annotations

import random

import pytest
from slot_circuits import GF2_GATES, ZT_GATES, MiniCircuit, random_circuit

from ringassay import _native
from ringassay.sut.bits import Gates, Held, evaluate
from ringassay.sut.circuits import read_circuit


@pytest.mark.parametrize("seed", range(40))
@pytest.mark.parametrize("modulus", [None, 257])
def test_circuits_are_read_as_the_compiled_module_reads_them(
    seed: int, modulus: int | None
) -> None:
    rng = random.Random(seed)
    made = random_circuit(rng, batch=rng.choice((1, 2, 5)), modulus=modulus, wires=3, gates=12)
    text = made.text()
    if seed % 2:
        text += b"\nOUTPUT(W1,G5,G5)"
    native = _native.Circuit.parse(text)
    canonical = native.to_bytes()
    found = read_circuit(canonical)
    want = [(n, g, tuple(ops), c) for n, g, ops, c in native.instructions()]
    assert [(n, g, tuple(ops), c) for n, g, ops, c in found.instructions()] == want
    assert list(found.output_nodes()) == list(native.output_nodes())
    for key in ("space", "modulus", "wires", "batch"):
        assert found.summary()[key] == native.summary()[key]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (b"", 1),
        (b"W=2,D=1,L=2,L=2\nG2:LADD(W0,W1)", 1),
        (b"W=0,D=1,L=2\nG2:LADD(W0,W1)", 1),
        (b"W=2,D=1,L=999999\nG2:LADD(W0,W1)", 1),
        (b"W=2,D=1\nG2:LADD(W0,W1)", 1),
        (b"W=2,D=1,L=2", 1),
        (b"W=2,D=1,L=2\nG2:LADD(W0)", 2),
        (b"W=2,D=1,L=2\nG2:LADD(W0,W2)", 2),
        (b"W=2,D=1,L=2\nG2:LADD(W0,G3)", 2),
        (b"W=2,D=1,L=2\nG2:LADDconst(W0)", 2),
        (b"W=2,D=1,L=2\nG2:LADDconst(W0,[012])", 2),
        (b"W=2,D=1,L=2\nG2:LADDconst(W0,[02])", 2),
        (b"W=2,D=1,L=2\nG2:LROTATE(W0,2)", 2),
        (b"W=2,D=1,L=2\nG2:LPOLY(W0,[1])", 2),
        (b"W=2,D=1,L=2\nG2:LADD(W0,W1)\nG2:LADD(W0,W1)", 3),
        (b"W=2,D=1,L=2\nG2:LADD(W0,W1)\nOUTPUT(G7)", 3),
        (b"W=2,D=1,L=2\nG2:LADD(W0,W1)\nOUTPUT(G2)\nG3:LADD(W0,W1)", 4),
    ],
)
def test_what_is_no_circuit_is_refused_with_its_line(text: bytes, line: int) -> None:
    with pytest.raises(ValueError, match=f"^line {line}: "):
        read_circuit(text)


def _in_the_clear(circuit: MiniCircuit, inputs: list[list[int]]) -> tuple[list[int], int]:
    """By gates on booleans in boxes, so that identity of ciphertexts means what it does."""
    count = 0

    def gate(result: bool) -> list[bool]:
        nonlocal count
        count += 1
        return [result]

    gates = Gates(
        lambda a, b: gate(a[0] and b[0]), lambda a, b: gate(a[0] != b[0]), lambda a: [not a[0]]
    )
    wires = [[Held([bool(bit)]) for bit in vector] for vector in inputs]
    read = read_circuit(_native.Circuit.parse(circuit.text()).to_bytes())
    (output,) = evaluate(read, gates, wires)
    bits = [bit if isinstance(bit, bool) else bit.cipher[0] != bit.negated for bit in output]
    return list(map(int, bits)), count


@pytest.mark.parametrize("seed", range(40))
def test_gates_on_bits_are_what_the_formats_say(seed: int) -> None:
    rng = random.Random(seed)
    circuit = random_circuit(rng, batch=rng.choice((1, 3)), modulus=None, wires=2, gates=10)
    inputs = circuit.random_inputs(rng)
    found, count = _in_the_clear(circuit, inputs)
    assert found == circuit.evaluate(inputs)
    costly = sum(gate in ("LADD", "LMUL") for _, gate, _, _ in circuit.gates)
    assert count <= costly * circuit.batch


def test_dependent_operands_cost_nothing() -> None:
    circuit = MiniCircuit(2, 1, None)
    square = circuit.gate("LMUL", 0, 0)
    contrary = circuit.gate("LADDconst", square, constant=[1, 1])
    circuit.gate("LMUL", contrary, 0)
    assert _in_the_clear(circuit, [[0, 1]]) == ([0, 0], 0)
    assert set(GF2_GATES) < set(ZT_GATES)
