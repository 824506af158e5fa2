"""The application suites: each answers as a definition says that shares no code with it."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from ringassay.circuit import Circuit
from ringassay.cli.run import find_suite
from ringassay.evaluation import execute
from ringassay.evaluation.judgement import Tolerance, judge
from ringassay.evaluation.outputs import vectors_of
from ringassay.evaluation.own import specs
from ringassay.evaluation.shipped import shipped_suites
from ringassay.store import Store, load
from ringassay.sut.registry import lookup

P = 65537
Q = 4295294977
Vector = list[int]


def each(a: Vector, b: Vector, op: Callable[[int, int], int], t: int = P) -> Vector:
    return [op(x, y) % t for x, y in zip(a, b, strict=True)]


def dot(a: Vector, b: Vector) -> list[Vector]:
    return [[sum(each(a, b, lambda x, y: x * y)) % P] * len(a)]


def product(a: Vector, b: Vector) -> list[Vector]:
    n = 8
    return [
        [sum(a[i * n + k] * b[k * n + j] for k in range(n)) % P for i in range(n) for j in range(n)]
    ]


def public_product(x: Vector) -> list[Vector]:
    import numpy as np

    matrix = np.random.default_rng(64).integers(-128, 128, (64, 64)).tolist()
    return [[sum(m * v for m, v in zip(row, x, strict=True)) % P for row in matrix]]


def rows_product(*vectors: Vector) -> list[Vector]:
    *rows, x = vectors
    entries = [sum(a * b for a, b in zip(row, x, strict=True)) % P for row in rows]
    return [entries + [0] * (len(x) - len(rows))]


def logistic(degree: int) -> Callable[..., list[list[float]]]:
    import numpy as np

    weights = np.random.default_rng(3).uniform(-0.12, 0.12, 64).tolist()
    odd = {
        3: (1.20096, -0.81562),
        5: (1.53048, -2.3533056, 1.3511295),
        7: (1.73496, -4.19407, 5.43402, -2.50739),
    }[degree]

    def regression(x: list[float]) -> list[list[float]]:
        z = (math.fsum(w * v for w, v in zip(weights, x, strict=True)) + 0.25) / 8
        value = 0.5 + math.fsum(c * z ** (2 * k + 1) for k, c in enumerate(odd))
        # The polynomials are near the logistic function on [-8, 8].
        assert abs(value - 1 / (1 + math.exp(-8 * z))) < {3: 0.12, 5: 0.07, 7: 0.04}[degree]
        return [[value] * len(x)]

    return regression


def chi_squared(n0: Vector, n1: Vector, n2: Vector) -> list[Vector]:
    results: list[Vector] = [[], [], [], []]
    for a, b, c in zip(n0, n1, n2, strict=True):
        values = (
            (4 * a * c - b * b) ** 2,
            2 * (2 * a + b) ** 2,
            (2 * a + b) * (2 * c + b),
            2 * (2 * c + b) ** 2,
        )
        for result, value in zip(results, values, strict=True):
            result.append(value % Q)
    return results


def roberts(image: Vector) -> list[Vector]:
    n, size = 64, 64 * 64
    at = lambda place: image[place % size]  # noqa: E731
    return [
        [((at(i) - at(i + n + 1)) ** 2 + (at(i + 1) - at(i + n)) ** 2) % P for i in range(size)]
    ]


def selected(*parts: Vector) -> list[Vector]:
    import numpy as np

    table = np.random.default_rng(2).integers(0, 65537, (4, 4096)).tolist()
    pairs = (
        (s, e)
        for part, row in zip(parts, table, strict=True)
        for s, e in zip(part, row, strict=True)
    )
    return [[sum(s * e for s, e in pairs) % P] * 4096]


def looked_up(index: Vector) -> list[Vector]:
    import numpy as np

    table = np.random.default_rng(2).integers(0, 65537, (4, 4096))[0, :16].tolist()
    return [[table[i] % 257 if i < 16 else 0 for i in index]]


def bits_of(number: int, count: int) -> Vector:
    return [number >> bit & 1 for bit in range(count)]


def numbers(wires: list[Vector]) -> Vector:
    return [sum(bit << k for k, bit in enumerate(column)) for column in zip(*wires, strict=True)]


def hamming_netlist(*wires: Vector) -> list[Vector]:
    a, b = numbers(list(wires[:64])), numbers(list(wires[64:]))
    counts = [bits_of((x ^ y).bit_count(), 7) for x, y in zip(a, b, strict=True)]
    return [list(row) for row in zip(*counts, strict=True)]


def multiplied(*wires: Vector) -> list[Vector]:
    a, b = numbers(list(wires[:64])), numbers(list(wires[64:]))
    products = [bits_of(x * y, 64) for x, y in zip(a, b, strict=True)]
    return [list(row) for row in zip(*products, strict=True)]


ORACLES: dict[str, dict[str, Callable[..., Any]]] = {
    "app-elementwise": {
        "sum-of-vectors": lambda a, b: [each(a, b, lambda x, y: x + y)],
        "product-of-vectors": lambda a, b: [each(a, b, lambda x, y: x * y)],
    },
    "app-dot": {f"dot-{n}": dot for n in (16, 64, 256, 1024)},
    "app-matmul": {
        "matrix-times-vector": public_product,
        "matrix-product": product,
        "matrix-times-many": rows_product,
    },
    "app-logistic": {f"logistic-{degree}": logistic(degree) for degree in (3, 5, 7)},
    "app-chi-squared": {"chi-squared": chi_squared},
    "app-hamming": {
        "hamming-distance": lambda a, b: [
            [sum((x - y) ** 2 for x, y in zip(a, b, strict=True)) % P] * len(a)
        ],
        "hamming-distance-64": hamming_netlist,
    },
    "app-roberts": {"roberts-cross": roberts},
    "app-lookup": {"select-entry": selected, "entry-at": looked_up},
    "app-multiply64": dict.fromkeys(("small", "shallow", "schoolbook"), multiplied),
}
"""Suites whose answers are computed here. Those of AES and SHA-256 come with the standards' answers
in files; tests/netlists/test_library.py has their thousand random instances."""


def cases(suite: str) -> Iterator[tuple[str, Circuit, bytes, bytes | None]]:
    for spec in specs(find_suite(suite)):
        circuit: Any = spec.make(Circuit)
        for index in range(spec.inputs):
            drawn = spec.input(circuit, index)
            yield spec.name, circuit, drawn.text, drawn.answer


def wires_of(text: bytes) -> list[Vector]:
    squeezed = text.decode("ascii")
    if squeezed.startswith("[["):
        found: list[Vector] = json.loads(squeezed)
        return found
    return [[int(bit) for bit in one] for one in squeezed[1:-1].split(",")]


def test_every_application_has_an_oracle() -> None:
    shipped = {name for name in shipped_suites() if name.startswith("app-")}
    assert shipped == {*ORACLES, "app-aes128", "app-sha256"}


@pytest.mark.parametrize("suite", ORACLES)
def test_answers(suite: str) -> None:
    seen = set()
    for name, circuit, text, _ in cases(suite):
        output = circuit.evaluator().evaluate(text)
        expected = ORACLES[suite][name](*wires_of(text))
        magnitudes = circuit.summary()["magnitudes"]
        if magnitudes is None:
            assert vectors_of(output) == expected, name
        else:
            written = ";".join(json.dumps(vector) for vector in expected)
            tolerance = Tolerance(40.0, tuple(magnitudes))
            assert judge(output, written.encode("ascii"), tolerance).matches, name
        seen.add(name)
    assert seen == set(ORACLES[suite])


@pytest.mark.parametrize("suite", ["app-aes128", "app-sha256"])
def test_the_standards_answers_are_those_of_the_netlists(suite: str) -> None:
    found = find_suite(suite)
    given = [one for one in found.own if one.expected]
    assert len(given) == 2
    # Reading the suite compares them; a wrong answer is found.
    for spec in specs(found):
        circuit: Any = spec.make(Circuit)
        assert circuit.summary()["outputs"] in (128, 256)


def test_a_suite_runs(tmp_path: Path) -> None:
    with Store(tmp_path / "store.db") as store:
        suite = find_suite("app-matmul")
        ended = execute(suite, store, [lookup("plaintext")], probe=False)
        assert set(load(store, [ended.run]).evaluations["outcome"]) == {"ok"}
