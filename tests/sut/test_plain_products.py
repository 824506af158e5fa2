"""Chains of products with known rows: right, or refused as too deep, under every key.

Their noise depends on how a library encodes rows: one that does not centre coefficients loses more
bits with every product than with the first (docs/findings/openfhe.md).
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from kit_host import Pair
from slot_circuits import MiniCircuit
from systems import PLANNED, ZT, MissingError, System

BATCH, KEYS, PRODUCTS = 24, 8, range(2, 8)
LIBRARIES = [one for one in PLANNED if one.encrypts]


@pytest.mark.parametrize("system", LIBRARIES, ids=[one.name for one in LIBRARIES])
def test_right_or_refused(system: System, tmp_path: Path) -> None:
    try:
        argv = system.argv(tmp_path)
    except MissingError as missing:
        pytest.skip(str(missing))
    rng = random.Random(24)
    pair, answered = Pair(argv), 0
    try:
        for _ in range(KEYS):
            pair.key(BATCH, 2.0, ZT)
            for length in PRODUCTS:
                circuit = MiniCircuit(BATCH, 1, ZT)
                for place in range(length):
                    row = [rng.randrange(ZT) for _ in range(BATCH)]
                    circuit.gate("LMULconst", place, constant=row)
                try:
                    pair.ready(circuit)
                except ValueError as refused:  # by the planner
                    assert "too deep" in str(refused)
                    break
                inputs = circuit.random_inputs(rng)
                assert pair.evaluate(inputs) == circuit.evaluate(inputs), length
                answered += 1
    finally:
        pair.close()
    assert answered >= KEYS
