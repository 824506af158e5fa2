"""Circuits of any size with the inputs of a given one, of little depth and one output."""

from __future__ import annotations

import random
from collections.abc import Iterator

from ringassay.spaces import APPROXIMATE
from ringassay.store.records import StoredCircuit

MOST_CONSTANT_BYTES = 1 << 22
"""Circuits over reals hold constants of so many bytes at most."""


class UnsuitableError(Exception):
    """There is no larger circuit of this kind; the message says why."""


def larger(
    text: bytes, stored: StoredCircuit, products: int, gates: frozenset[str] | None
) -> bytes:
    """A circuit with so many products of sums of its inputs, added up (`has_products`; otherwise so
    many sums). No two of its gates are alike, so that none can be left out.

    `gates` are those that can be evaluated, None for all. Raises `UnsuitableError`.
    """
    header = dict(part.split("=", 1) for part in text.split(b"\n", 1)[0].decode().split(","))
    wires = int(header["W"])
    draw = random.Random(products)  # noqa: S311 - a circuit, nothing secret
    if stored.kind == "fan-in":
        header = {"W": str(wires), "D": "1", "F": "3"}
        needed, lines = {"AND", "XOR"}, _fan_in(wires, products, draw)
    elif stored.space in APPROXIMATE:
        header["D"] = "1"
        needed = {"LADD", "LMULconst"}
        lines = _scaled(wires, int(header["L"]), products, draw)
    elif has_products(stored):
        header["D"] = "1"
        needed, lines = {"LADD", "LMUL"}, _products(wires, products, draw)
    else:
        header["D"] = "0"
        needed, lines = {"LADD"}, _sums(wires, products, draw)
    if gates is not None and not needed <= gates:
        raise UnsuitableError(f"larger circuits would need {', '.join(sorted(needed - gates))}")
    return "\n".join(
        [",".join(f"{name}={value}" for name, value in header.items()), *lines]
    ).encode()


def has_products(stored: StoredCircuit) -> bool:
    """Whether circuits larger than this have products of ciphertexts."""
    return stored.kind == "fan-in" or "LMUL" in stored.gate_names


def _products(wires: int, count: int, draw: random.Random) -> Iterator[str]:
    """Each product of two running sums."""
    gate = wires
    left, right, total = "W0", f"W{wires - 1}", ""
    for _ in range(count):
        yield f"G{gate}:LADD({left},W{draw.randrange(wires)})"
        yield f"G{gate + 1}:LADD({right},W{draw.randrange(wires)})"
        left, right = f"G{gate}", f"G{gate + 1}"
        yield f"G{gate + 2}:LMUL({left},{right})"
        gate += 3
        if total:
            yield f"G{gate}:LADD({total},G{gate - 1})"
            gate += 1
        total = f"G{gate - 1}"


def _sums(wires: int, count: int, draw: random.Random) -> Iterator[str]:
    total = "W0"
    for gate in range(wires, wires + count):
        yield f"G{gate}:LADD({total},W{draw.randrange(wires)})"
        total = f"G{gate}"


def _scaled(wires: int, batch: int, count: int, draw: random.Random) -> Iterator[str]:
    """Inputs times constants, so small that their sum does not leave the inputs' range."""
    if count * batch * 12 > MOST_CONSTANT_BYTES:
        raise UnsuitableError("larger circuits over such long vectors have too many constants")
    gate, total = wires, ""
    for _ in range(count):
        constant = ",".join(f"{draw.uniform(0.5, 1.0) / count:.9f}" for _ in range(batch))
        yield f"G{gate}:LMULconst(W{draw.randrange(wires)},[{constant}])"
        gate += 1
        if total:
            yield f"G{gate}:LADD({total},G{gate - 1})"
            gate += 1
        total = f"G{gate - 1}"


def _fan_in(wires: int, count: int, draw: random.Random) -> Iterator[str]:
    """Each product of two running sums, all products added up."""

    def literal(node: str) -> str:
        return f"N({node})" if draw.getrandbits(1) else node

    gate = wires
    left, right, products = "W0", f"W{wires - 1}", []
    for _ in range(count):
        yield "L"
        yield f"G{gate}:XOR({left},{literal(f'W{draw.randrange(wires)}')})"
        yield f"G{gate + 1}:XOR({right},{literal(f'W{draw.randrange(wires)}')})"
        left, right = f"G{gate}", f"G{gate + 1}"
        yield "L"
        yield f"G{gate + 2}:AND({left},{right})"
        products.append(f"G{gate + 2}")
        gate += 3
    yield "L"
    yield f"output_gate:XOR({','.join(products)})"
