"""Figures measured elsewhere: facts with their origin, from `elsewhere.toml`."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import NamedTuple


class Key(NamedTuple):
    """What a row measures."""

    operation: str
    basis: str
    m: int
    m_big: int | None = None


@dataclass(frozen=True)
class Elsewhere:
    """One source of figures."""

    key: str
    label: str
    origin: str
    """Where the figures come from: machine, build, conditions."""
    figures: dict[Key, float]
    """Microseconds for one operation."""


@cache
def elsewhere() -> tuple[Elsewhere, ...]:
    """All sources."""
    text = (files(__package__) / "elsewhere.toml").read_text("utf-8")
    return tuple(
        Elsewhere(
            source["key"],
            source["label"],
            source["origin"],
            {Key(*what): float(us) for *what, us in source["figures"]},
        )
        for source in tomllib.loads(text)["source"]
    )
