"""Small circuits by which a system is calibrated: each kind of operation at each depth.

They are of the space, batch and depth of the computation, so that they run under its keys. A
circuit is a chain of layers: values are rotated, multiplied by constants, multiplied by each other
and added up to the values of the next layer. Which operations a system makes of that, its planner
says.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from ringassay.circuit import Circuit, CircuitBuilder
from ringassay.spaces import APPROXIMATE

BOUND = 1 / 16
"""Of inputs over real and complex numbers, unless values would exceed those of the computation, for
which the key is made."""

_PRODUCTS = ("LMUL", "LPOLY", "AND", "OR", "MAJ")
_CONSTANTS = ("LADDconst", "LMULconst", "LSELECT", "LPOLY")


@dataclass(frozen=True)
class Layer:
    """What one layer does to a value."""

    width: int = 1
    """Values of a layer, and wires."""
    squares: int = 0
    products: int = 0
    """Of a value and the first wire."""
    rotations: int = 0
    constants: int = 0
    """Sums and products with constants."""
    sums: int = 0


@dataclass(frozen=True)
class Needs:
    """Which operations a circuit has."""

    products: bool
    rotations: bool
    constants: bool
    bits: bool
    depth: int

    @classmethod
    def of(cls, summary: Mapping[str, Any], span: int | None = None) -> Needs:
        """Those of a circuit, by its figures; `span` are the levels that its program goes down."""
        counts = summary["counts"]
        depth = int(summary["needed_depth"])
        return cls(
            products=any(counts.get(name) for name in _PRODUCTS),
            # A conjugate is a key switch as a rotation is.
            rotations=any(map(counts.get, ("LROTATE", "LCONJ"))) and summary["batch"] > 1,
            constants=any(counts.get(name) for name in _CONSTANTS),
            bits=summary["space"] == "gf2",
            depth=depth if span is None else max(depth, span),
        )


def layers(needs: Needs) -> Iterator[tuple[int, Layer]]:
    """Depths, and what each layer does; those that say most first."""
    depths = sorted({needs.depth, (needs.depth + 1) // 2, min(1, needs.depth)}, reverse=True)
    multiplies = needs.products or needs.depth > 0
    # The square of a bit is the bit: a product with another wire is none.
    power = Layer(width=2, products=1) if needs.bits else Layer(squares=1)
    base = power if multiplies else Layer(width=2, sums=1)
    for depth in depths:
        yield depth, base
        if needs.rotations:
            yield depth, replace(base, rotations=3)
        if multiplies:
            yield depth, Layer(width=2, squares=0 if needs.bits else 1, products=2)
        if needs.constants:
            yield depth, replace(base, constants=4)
        yield depth, replace(base, width=3, sums=6)
        if needs.rotations:
            yield depth, Layer(width=2, products=int(multiplies), rotations=8, sums=1)


def small_circuits(summary: Mapping[str, Any], span: int | None = None) -> Iterator[Circuit]:
    """Circuits like the computation with these figures, the most telling first, each once.

    `span`: how many levels a product takes each, if its program goes down more of them than it has
    products one after another, as over reals.
    """
    needs = Needs.of(summary, span)
    seen = set()
    for depth, layer in layers(needs):
        circuit = chain(summary, depth, layer)
        text = circuit.to_bytes()
        if text not in seen:
            seen.add(text)
            yield circuit
    yield several_outputs(summary)


def chain(summary: Mapping[str, Any], depth: int, layer: Layer) -> Circuit:
    """`depth` layers (one without products for depth 0), then the sum of their values."""
    made = _chain(summary, depth, layer, BOUND)
    largest = made.summary()["largest"]
    if largest is None or largest <= summary["largest"]:
        return made
    return _chain(summary, depth, layer, max(2.0**-40, BOUND * summary["largest"] / largest))


def _chain(summary: Mapping[str, Any], depth: int, layer: Layer, bound: float) -> Circuit:
    batch = int(summary["batch"])
    builder = _builder(summary, layer.width, bound)
    values = list(range(layer.width))
    for number in range(max(1, depth)):
        values = _layer(builder, values, layer, _Ways(summary, batch, number))
    total = values[0]
    for value in values[1:]:
        total = builder.add(total, value)
    return builder.finish([total])


def several_outputs(summary: Mapping[str, Any]) -> Circuit:
    """Sums of neighbouring wires, each an output: what inputs and outputs take."""
    width = max(3, min(8, int(summary["wires"])))
    outputs = max(2, min(width - 1, int(summary["outputs"])))
    builder = _builder(summary, width)
    return builder.finish([builder.add(wire, wire + 1) for wire in range(outputs)])


def _builder(summary: Mapping[str, Any], wires: int, bound: float = BOUND) -> CircuitBuilder:
    space = summary["space"]
    of_numbers = bound if space in APPROXIMATE else None
    batch = int(summary["batch"])
    return CircuitBuilder(wires, summary["modulus"], batch, of_numbers, space == "complex")


@dataclass(frozen=True)
class _Ways:
    """Constants and amounts that differ from layer to layer: equal ones would be computed once."""

    summary: Mapping[str, Any]
    batch: int
    number: int

    def amount(self, at: int) -> int:
        """By how much to rotate: signed powers of two, which every system has keys for."""
        powers = [1 << bit for bit in range((self.batch - 1).bit_length())] or [0]
        power = powers[at // 2 % len(powers)]
        return power % self.batch if at % 2 == 0 else (self.batch - power) % self.batch

    def constant(self, at: int) -> list[int] | list[float]:
        """A vector without a period."""
        spread = [(7 * slot + 3 * at + self.number + 1) % 11 + 1 for slot in range(self.batch)]
        if self.summary["space"] in APPROXIMATE:
            return [value / 200 for value in spread]
        modulus = self.summary["modulus"] or 2
        mixed = [value % modulus for value in spread]
        return mixed if any(mixed) else [1] * self.batch


def _layer(builder: CircuitBuilder, values: list[int], layer: Layer, ways: _Ways) -> list[int]:
    """The values behind one layer, each of which depends on all that it computed."""
    found = []
    for at, value in enumerate(values):
        before = value
        amounts = {ways.amount(layer.rotations * at + number) for number in range(layer.rotations)}
        for amount in sorted(amounts - {0}):
            before = builder.add(before, builder.rotate(value, amount))
        terms = [builder.mul(before, before)] * min(1, layer.squares)
        for number in range(layer.products):
            other = values[(at + number + 1) % len(values)]
            terms.append(builder.mul(before, other if other != value else values[0]))
        for number in range(layer.constants):
            shifted = builder.add_const(before, ways.constant(4 * at + number + 5))
            terms.append(builder.mul_const(shifted, ways.constant(4 * at + number)))
        total = terms[0] if terms else before
        for term in terms[1:]:
            total = builder.add(total, term)
        for number in range(layer.sums):
            # Never what was just added: of bits that would be nothing.
            total = builder.add(total, values[(at + 1 + number) % len(values)])
        found.append(total)
    return found
