"""The depth of functions over numbers: what approximate arithmetic needs, no more and no less.

Oracle: a reader of the circuit's text in this file, which counts rescalings by hand.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from ringassay.circuit import Circuit
from ringassay.evaluation.judgement import Tolerance, judge
from ringassay.harness import Bounds, Session
from ringassay.sut import registry
from ringassay.trace import trace

L = 8
MATRIX = np.random.default_rng(1).normal(size=(L, L)) / L
PRECISION = 10
SIGMOID = (-2.50739, 0, 5.43402, 0, -4.19407, 0, 1.73496, 0.5)


def goldschmidt(x: Any) -> Any:
    """1 / (1 + x) for small x, by three rounds: factors 1 + e^(2^k)."""
    inverse, error = 1.0 - x, x * x
    for _ in range(3):
        inverse = inverse * (1.0 + error)
        error = error * error
    return inverse


def network(x: Any) -> Any:
    """Two layers with squares between them."""
    hidden = MATRIX @ x
    return MATRIX @ (hidden * hidden) + 0.5


FUNCTIONS: dict[str, tuple[Callable[..., Any], int]] = {
    "sums alone": (lambda x, y: x + y - 0.5, 0),
    "rotations alone": (lambda x: np.roll(x, 1) - x, 0),
    "a constant factor": (lambda x: 0.5 * x + 1, 1),
    "constant of a constant": (lambda x: 0.5 * (0.25 * x + 1), 2),
    "seven constants": (
        lambda x: 0.5 * (0.5 * (0.5 * (0.5 * (0.5 * (0.5 * (0.5 * x + 1) + 1) + 1) + 1) + 1) + 1),
        7,
    ),
    "product and constant": (lambda x, y: 0.5 * (x * y) - x, 2),
    "distance": (lambda u, v: ((u - v) * (u - v)).sum(), 1),
    "a long sum": (lambda x: sum((np.roll(x, k) for k in range(1, L)), x) * x, 1),
    "polynomial of degree 3": (lambda x: np.polyval([0.5, 0.0, -1.25, 2.0], x), 2),
    "polynomial of degree 7": (lambda x: np.polyval(SIGMOID, x), 3),
    "polynomial of degree 8": (lambda x: np.polyval([0.1] * 9, x), 4),
    "linear polynomial": (lambda x: np.polyval([0.5, 1.0], x), 1),
    "power": (lambda x: x**5, 3),
    "choice": (lambda x, y: np.where(np.arange(L) < 3, x, y), 1),
    "matrix": (lambda x: MATRIX @ x, 1),
    "network": (network, 3),
    "goldschmidt": (goldschmidt, 4),
    "outputs of several depths": (lambda x, y: (x + y, x * y * x, 0.5 * y), 2),
    "logistic regression": (lambda x: np.polyval(SIGMOID, (MATRIX[0] @ x + 0.25) / 8), 5),
}


def levels(text: str) -> int:
    """Rescalings on the longest path to an output.

    One for each product, with constants and masks as well; ⌈log2(d + 1)⌉ for a polynomial.
    """
    lines = [line for line in text.splitlines() if line.strip()]
    depths: dict[str, int] = {}
    last = 0
    outputs: list[str] = []
    for line in lines[1:]:
        if line.startswith("OUTPUT"):
            outputs = re.findall(r"[GW]\d+", line)
            continue
        name, _, rest = line.partition(":")
        kind, _, arguments = rest.partition("(")
        below = max(depths.get(node, 0) for node in re.findall(r"[GW]\d+", arguments))
        if kind == "LPOLY":
            degree = arguments.count(",") - 1
            own = degree.bit_length()
        else:
            own = 1 if kind in {"LMUL", "LMULconst", "LSELECT"} else 0
        last = depths[name.strip()] = below + own
    return max((depths.get(node, 0) for node in outputs), default=last)


def declared(circuit: Circuit) -> float:
    """D of the circuit's first line."""
    found = re.search(r"D=([\d.]+)", circuit.to_bytes().decode().splitlines()[0])
    assert found is not None
    return float(found[1])


@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.parametrize("dtype", [float, complex])
def test_depth_is_the_levels_that_rescaling_takes(name: str, dtype: type) -> None:
    function, expected = FUNCTIONS[name]
    circuit = trace(function, L, bound=0.25, dtype=dtype).circuit
    assert levels(circuit.to_bytes().decode()) == expected
    assert declared(circuit) == expected
    assert float(circuit.summary()["depth"]) == expected


def test_integers_keep_the_units_of_hetest() -> None:
    circuit = trace(lambda x: 3 * (x + 1) - x, L, modulus=257).circuit
    assert declared(circuit) == 0.6


@pytest.mark.parametrize("space", ["real", "complex"])
def test_generated_circuits_declare_their_levels(space: str) -> None:
    for seed in range(10):
        config = {
            "kind": "mixed",
            "space": space,
            "bound": 1.0,
            "batch": L,
            "width": 5,
            "depth": "3",
            "seed": seed,
        }
        circuit = Circuit.generate(config)
        assert declared(circuit) == levels(circuit.to_bytes().decode())


def ingested(system: str, circuit: Circuit, depth: int) -> str:
    """How a system ends the circuit under a key of that depth, computed where it takes it."""
    with Session(registry.lookup(system), Bounds()) as session:
        assert session.keygen(circuit.key_parameters(128, depth, PRECISION)).ok
        taken = session.ingest(circuit.to_bytes())
        if not taken.ok:
            return str(taken.detail.get("message", taken.outcome))
        given = circuit.random_input(1)
        for step in (session.encrypt(given), session.evaluate(), session.decrypt()):
            assert step.ok, step
        magnitudes = circuit.summary()["magnitudes"]
        assert magnitudes is not None and step.output is not None
        wanted = circuit.evaluator().evaluate(given)
        found = judge(step.output, wanted, Tolerance(float(PRECISION), tuple(magnitudes)))
        return "right" if found.matches else f"wrong: {found}"


NEEDING = [
    "constant of a constant",
    "distance",
    "polynomial of degree 7",
    "choice",
    "goldschmidt",
    "logistic regression",
]


@pytest.mark.parametrize("system", ["ringassay-ckks", "seal-ckks", "lattigo-ckks"])
@pytest.mark.parametrize("name", NEEDING)
def test_systems_need_just_that_depth(name: str, system: str) -> None:
    try:
        registry.lookup(system)
    except registry.UnavailableSutError as error:
        pytest.skip(str(error))
    function, depth = FUNCTIONS[name]
    circuit = trace(function, L, bound=0.25).circuit
    assert ingested(system, circuit, depth) == "right"
    assert "D" in ingested(system, circuit, depth - 1)
