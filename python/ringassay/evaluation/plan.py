"""From a suite to the circuits and inputs it stands for, each with a seed of its own."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from ringassay.evaluation.family import Family, Point
from ringassay.evaluation.suite import Suite
from ringassay.store.canonical import canonical_json, decimal_text


def derive_seed(*parts: Any) -> int:
    """A seed in [0, 2^63) from `parts`: the first 63 bits of SHA-256 over their canonical JSON.

    `parts` start with the suite's seed and the family's name and point, so that a seed depends on
    nothing else in the suite: families can be added, removed and reordered freely.
    """
    digest = hashlib.sha256(canonical_json(["ringassay seed 1", *parts]).encode("ascii"))
    return int.from_bytes(digest.digest()[:8], "big") >> 1


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

    def input_seed(self, index: int) -> int:
        """The seed of input `index`."""
        return derive_seed("input", self.config["seed"], index)


def plan_circuits(suite: Suite) -> Iterator[CircuitSpec]:
    """Every circuit of the suite, in its order."""
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
        "distribution": dict(family.distribution) if family.distribution else None,
        "depths": {gate: decimal_text(depth) for gate, depth in suite.depths.items()} or None,
    }
    return config | {name: value for name, value in optional.items() if value is not None}
