"""Conformance of every kit and adapter: circuits, compared with the definition of the gates."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

import pytest
from kit_host import Pair
from slot_circuits import GF2_GATES, ZT_GATES, MiniCircuit, random_circuit
from systems import OWN, PLANNED, ZT, System


@pytest.fixture(scope="module", params=[*PLANNED, *OWN], ids=lambda system: system.name)
def any_pair(
    request: pytest.FixtureRequest, argv_of: dict[str, Sequence[str]]
) -> Iterator[tuple[Pair, System]]:
    system: System = request.param
    pair = Pair(argv_of[system.name])
    yield pair, system
    pair.close()


def _gate(circuit: MiniCircuit, name: str) -> None:
    t = circuit.modulus or 2
    if name == "LROTATE":
        for amount in range(circuit.batch):
            last = circuit.wires + len(circuit.gates) - 1 if circuit.gates else 0
            circuit.gate(name, last, constant=amount)
        return
    operands = (0, 1) if name in ("LADD", "LSUB", "LMUL", "LSELECT") else (0,)
    constant = None
    if name == "LSELECT":
        constant = [j % 2 for j in range(circuit.batch)]
    elif name.endswith("const"):
        constant = [(0, t - 1, 1)[j % 3] for j in range(circuit.batch)]
    circuit.gate(name, *operands, constant=constant)


@pytest.mark.parametrize("modulus", [None, ZT])
def test_every_gate_and_random_circuits(any_pair: tuple[Pair, System], modulus: int | None) -> None:
    pair, system = any_pair
    if modulus is None and "gf2" not in pair.client.hello["spaces"]:
        pytest.skip("a space that it does not have")
    for batch in system.batches:
        _try_every_gate(pair, system, batch, modulus)


def _try_every_gate(pair: Pair, system: System, batch: int, modulus: int | None) -> None:
    pair.key(batch, 4.0, modulus)
    rng = random.Random(f"{batch} {modulus}")
    names = GF2_GATES if modulus is None else ZT_GATES
    circuits = []
    for name in names:
        circuit = MiniCircuit(batch, 2, modulus)
        _gate(circuit, name)
        circuits.append(circuit)
    for _ in range(4 if system.encrypts else 40):
        circuits.append(random_circuit(rng, batch=batch, modulus=modulus, wires=2, gates=6))
    ran = 0
    for circuit in circuits:
        try:
            said = pair.ingest(circuit)
        except ValueError as deep:  # the planner refuses, which these circuits may deserve
            assert "too deep" in str(deep)
            continue
        if said.refused:
            continue
        assert said.kind == "CIRCUIT", said.body
        t = modulus or 2
        for inputs in (circuit.random_inputs(rng), [[t - 1] * batch] * 2, [[0] * batch] * 2):
            assert pair.evaluate(inputs) == circuit.evaluate(inputs)
        ran += 1
    assert ran >= len(names) + 2, batch


def test_dependent_operands_and_depth(any_pair: tuple[Pair, System]) -> None:
    """x^16 by squaring, by products of equal nodes, and sums that double a hundred times."""
    pair, _ = any_pair
    pair.key(4, 6.0, ZT)
    power = MiniCircuit(4, 1, ZT)
    x = 0
    for _ in range(4):
        x = power.gate("LMUL", x, x)
    power.gate("LSUB", power.gate("LADD", x, x), x)
    double = MiniCircuit(4, 1, ZT)
    x = 0
    for _ in range(16):
        x = double.gate("LADD", x, x)
    for circuit in (power, double):
        pair.ready(circuit)
        for inputs in ([[0, 1, 2, 65536]], [[3, 256, 257, 40000]]):
            assert pair.evaluate(inputs) == circuit.evaluate(inputs)
