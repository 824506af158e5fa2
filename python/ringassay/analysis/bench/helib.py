"""HElib's figures for BGV: facts with their origin, from `helib_bgv.toml`."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any


@dataclass(frozen=True)
class HelibSet:
    """One of HElib's parameter sets with what it takes."""

    name: str
    m: int
    depth: int
    log2_q: float
    log2_p: float
    estimated_bits: float
    """By its own formula."""
    ciphertext_bytes: int
    keys_bytes: int
    """The public key with all key-switching keys."""
    stock_us: dict[str, float]
    best_us: dict[str, float]
    """The faster of both builds, where both were measured."""


@cache
def helib_origin() -> str:
    """Where the figures come from: machine, builds, conditions."""
    return str(_document()["origin"])


@cache
def helib_sets() -> dict[str, HelibSet]:
    """HElib's sets by name."""
    found = {}
    for entry in _document()["set"]:
        figures = entry.pop("figures")
        stock = {name: float(times[0]) for name, *times in figures}
        best = {name: float(min(times)) for name, *times in figures}
        found[entry["name"]] = HelibSet(**entry, stock_us=stock, best_us=best)
    return found


def _document() -> dict[str, Any]:
    return tomllib.loads((files(__package__) / "helib_bgv.toml").read_text("utf-8"))
