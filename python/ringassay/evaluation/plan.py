"""From a suite to the circuits and inputs it stands for, each with a seed of its own."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Protocol

from ringassay.evaluation.family import Family, Point
from ringassay.evaluation.ports import CircuitLike, CircuitSource
from ringassay.evaluation.suite import Suite
from ringassay.spaces import APPROXIMATE
from ringassay.store.canonical import canonical_json, decimal_text
from ringassay.store.records import CircuitRecord


def derive_seed(*parts: Any) -> int:
    """A seed in [0, 2^63) from `parts`: the first 63 bits of SHA-256 over their canonical JSON.

    `parts` start with the suite's seed and the family's name and point, so that a seed depends on
    nothing else in the suite: families can be added, removed and reordered freely.
    """
    digest = hashlib.sha256(canonical_json(["ringassay seed 1", *parts]).encode("ascii"))
    return int.from_bytes(digest.digest()[:8], "big") >> 1


@dataclass(frozen=True)
class Drawn:
    """An input of a circuit."""

    seed: int
    ones: int
    """Share of ones it was drawn with, in 1024ths; 0 for one that was given, not drawn."""
    text: bytes
    answer: bytes | None = None
    """What is expected in the place of the plaintext evaluation's answer."""


class Spec(Protocol):
    """A circuit of a suite, and where it and its inputs come from."""

    @property
    def position(self) -> int:
        """Number in the suite, from 0."""

    @property
    def name(self) -> str:
        """The family's name."""

    @property
    def inputs(self) -> int:
        """How many inputs it has."""

    @property
    def place(self) -> str:
        """Canonical JSON of the point of its family at which it lies."""

    def make(self, circuits: CircuitSource) -> CircuitLike:
        """The circuit."""

    def key(self, circuit: CircuitLike, security: int) -> bytes:
        """The key parameters that it asks for by itself."""

    def input(self, circuit: CircuitLike, index: int) -> Drawn:
        """Input `index`."""

    def record(self, circuit: CircuitLike) -> CircuitRecord:
        """Its row."""


@dataclass(frozen=True)
class CircuitSpec:
    """A circuit to generate and its inputs."""

    position: int
    """Number in the suite, from 0."""
    family: Family
    point: Point
    index: int
    """Number among the circuits of its point, from 0."""
    config: dict[str, Any]
    """What the generator is told."""
    recipe: str
    """Canonical JSON of `config` and where it came from; with it the circuit is made again."""

    @property
    def single_gate_levels(self) -> int | None:
        """Levels of a single-gate circuit, whose key parameters name them; None for others."""
        return self.point.levels if self.family.kind == "single" else None

    @property
    def name(self) -> str:
        """The family's name."""
        return self.family.name

    @property
    def inputs(self) -> int:
        """How many inputs it has."""
        return self.family.inputs

    @property
    def place(self) -> str:
        """Canonical JSON of its point."""
        return point_text(self.point)

    def input_seed(self, index: int) -> int:
        """The seed of input `index`."""
        return derive_seed("input", self.config["seed"], index)

    def make(self, circuits: CircuitSource) -> CircuitLike:
        """The circuit, generated."""
        return circuits.generate(self.config)

    def key(self, circuit: CircuitLike, security: int) -> bytes:
        """The key parameters that it asks for by itself."""
        if self.family.space in APPROXIMATE:
            return circuit.key_parameters(security, None, self.family.precision)
        return circuit.key_parameters(security, self.single_gate_levels)

    def input(self, circuit: CircuitLike, index: int) -> Drawn:
        """Input `index`, drawn."""
        seed = self.input_seed(index)
        return Drawn(seed, self.family.ones, circuit.random_input(seed, self.family.ones))

    def record(self, circuit: CircuitLike) -> CircuitRecord:
        """Its row."""
        requested = self.point.depth
        return described(
            circuit,
            recipe=self.recipe,
            family=self.name,
            kind=self.family.kind,
            gate=self.point.gate,
            requested_depth=float(requested) if requested is not None else None,
        )


def described(
    circuit: CircuitLike,
    *,
    recipe: str,
    family: str,
    kind: str,
    gate: str | None = None,
    requested_depth: float | None = None,
) -> CircuitRecord:
    """The row of a circuit."""
    summary: Mapping[str, Any] = circuit.summary()
    return CircuitRecord(
        recipe=recipe,
        text=circuit.to_bytes(),
        dialect=str(summary["dialect"]),
        family=family,
        kind=kind,
        gate=gate,
        space=str(summary["space"]),
        modulus=summary["modulus"],
        batch=int(summary["batch"]),
        depth=float(summary["depth"]),
        requested_depth=requested_depth,
        width=int(summary["wires"]),
        levels=int(summary["levels"]),
        gates=int(summary["gates"]),
        outputs=int(summary["outputs"]),
        bound=summary["bound"],
        magnitude=max(summary["magnitudes"]) if summary["magnitudes"] else None,
        magnitudes=canonical_json(summary["magnitudes"]) if summary["magnitudes"] else None,
        multiplicative_depth=int(summary["multiplicative_depth"]),
        counts=dict(summary["counts"]),
    )


def plan_circuits(suite: Suite) -> Iterator[CircuitSpec]:
    """Every circuit of the suite that is generated, in its order."""
    position = 0
    for family in suite.family:
        for point in family.points():
            for index in range(family.circuits):
                config = _config(suite, family, point, index)
                recipe = canonical_json({"family": family.name, "index": index, "generate": config})
                yield CircuitSpec(position, family, point, index, config, recipe)
                position += 1


def point_text(point: Point) -> str:
    """Canonical JSON of a point's dimensions."""
    return canonical_json(point.values())


def _config(suite: Suite, family: Family, point: Point, index: int) -> dict[str, Any]:
    values = {
        name: decimal_text(value) if isinstance(value, Decimal) else value
        for name, value in point.values().items()
    }
    config: dict[str, Any] = {
        "kind": family.kind,
        "space": family.space,
        "avoid_constant": family.avoid_constant,
        "ones": family.ones,
        **values,
        "seed": derive_seed(suite.seed, family.name, point.values(), index),
    }
    optional = {
        "modulus": family.modulus,
        "family": family.variant,
        "share": family.share,
        "xor_share": family.xor_share,
        "bound": family.bound,
        "application": family.application,
        "outputs": family.outputs if family.outputs != 1 else None,
        "distribution": dict(family.distribution) if family.distribution else None,
        "depths": {gate: decimal_text(depth) for gate, depth in suite.depths.items()} or None,
    }
    return config | {name: value for name, value in optional.items() if value is not None}
