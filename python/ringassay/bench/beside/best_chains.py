"""The moduli with which each library is fastest, at the levels and within the modulus of a shape.

They are data (`best_chains.toml`), found by `python benches/chains.py`, which tries what a library
takes and measures it: a word of 64 bits holds a prime of 40 bits as well as one of 60, so that a
library without a limit of 50 bits takes fewer.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any


@dataclass(frozen=True)
class Chain:
    """Sizes of primes, in bits. A digit of key switching has as many primes as P."""

    q_bits: tuple[int, ...]
    p_bits: tuple[int, ...]
    settings: Mapping[str, Any] = field(default_factory=dict)
    """Of OpenFHE, which makes primes of these: as its parameters are called."""


@dataclass(frozen=True)
class Aim:
    """What every chain of a shape and scheme keeps to."""

    levels: int
    """Products in a row, at least; in CKKS at the scale of the shape."""
    log2_qp: float
    """At most: the modulus at which the HE Standard has 128 bits for ternary secrets."""


@cache
def _document() -> dict[str, Any]:
    return tomllib.loads((files(__package__) / "best_chains.toml").read_text("utf-8"))


def aim(shape: str, scheme: str) -> Aim:
    """That of a shape and scheme. Raises `KeyError` where there is none."""
    return Aim(_document()["levels"][shape][scheme], float(_document()["log2_qp"][shape]))


def best_chains(shape: str) -> dict[tuple[str, str], Chain]:
    """Those of a shape, by scheme and library."""
    return {
        (one["scheme"], one["library"]): Chain(
            tuple(one["q_bits"]), tuple(one["p_bits"]), one.get("settings", {})
        )
        for one in _document().get("chain", ())
        if one["shape"] == shape
    }
