"""Circuits on ciphertexts give what the plaintext evaluator gives."""

from __future__ import annotations

import json

import pytest

from ringassay import bgv
from ringassay.circuit import Circuit


def vectors(text: bytes) -> list[list[int]]:
    """An input's vectors, read by a reader of its own: `[01,10]` or `[[3,4],[5,6]]`."""
    inner = text.decode()[1:-1]
    if inner.startswith("["):
        return json.loads(f"[{inner}]")
    return [[int(bit) for bit in bits] for bits in inner.split(",")]


@pytest.mark.parametrize("seed", range(4))
def test_a_generated_circuit(seed, case):
    t, batch = case.parameters.plaintext, case.parameters.length
    space = {"space": "gf2"} if t == 2 else {"space": "zt", "modulus": t}
    circuit = Circuit.generate(
        {"kind": "mixed", **space, "batch": batch, "width": 6, "depth": "2", "seed": seed}
    )
    data = circuit.random_input(seed)
    inputs = [case.keys.encrypt(vector) for vector in vectors(data)]
    output = bgv.evaluate(circuit, inputs)
    expected = circuit.evaluator().evaluate(data).decode()
    expected = json.loads(expected) if expected.startswith("[") else [int(bit) for bit in expected]
    assert case.opened(output) == expected
    program = case.keys.evaluation.compile(circuit)
    assert program.plan
    assert program.peak_bytes >= 0
    if program.budget_bits is not None:
        assert program.budget_bits == pytest.approx(output.budget_bits)


def test_what_does_not_fit_is_refused(bits):
    def circuit(batch: int, depth: str) -> Circuit:
        return Circuit.generate(
            {
                "kind": "mixed", "space": "gf2", "batch": batch, "width": 4, "depth": depth,
                "seed": 1,
            }
        )  # fmt: skip

    with pytest.raises(bgv.BgvError, match="L=5"):
        bits.keys.evaluation.compile(circuit(5, "2"))
    with pytest.raises(bgv.BgvError):
        bits.keys.evaluation.compile(circuit(18, "30"))
    program = bits.keys.evaluation.compile(circuit(18, "2"))
    with pytest.raises(bgv.BgvError, match="one ciphertext for each wire"):
        program([])
    with pytest.raises(bgv.BgvError, match="no input carries"):
        bgv.evaluate(circuit(18, "2"), [bits.keys.public.encrypt(0)] * 4)
