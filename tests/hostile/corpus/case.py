"""A stranger's file, what is done with it, and the outcome that is required."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

Make = Callable[[Path], object]


@dataclass(frozen=True)
class Case:
    """One file, or a few that belong together, and one command."""

    name: str
    command: tuple[str, ...]
    files: Mapping[str, bytes] = field(default_factory=dict)
    code: int = 2
    said: str = ""
    """Must stand in what is printed."""
    make: Make | None = None
    """Makes more in the folder: links, pipes, databases."""


@dataclass(frozen=True)
class Result:
    """What came of a case."""

    name: str
    code: int
    said: str
    cpu_s: float
    wall_s: float
    peak_bytes: int
    changed: list[str]
    """Files outside `out` that are not as before."""
    survivors: int
    """Processes of its session that still ran."""
