"""The keys and parameters that a circuit is planned for."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from ringassay.sut.slots.backend import NoiseModel
from ringassay.sut.slots.layout import Layout


@dataclass(frozen=True)
class Target:
    """Layout of the vectors, plaintext modulus t, rotation steps with keys, growth of noise."""

    layout: Layout
    modulus: int
    steps: Collection[int]
    noise: NoiseModel
