"""Slot programs over numbers by hand: written for a key, and evaluated by definition."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from slot_oracle import outputs_of, registers


def program(target: dict[str, Any], lines: Sequence[str], *, wires: int = 2) -> bytes:
    """A program for a key: rows, operations and outputs; `top` is the highest level, `top-1` the
    next."""
    top = target["levels"] - 1
    text = "\n".join(lines).replace("top-2", str(top - 2)).replace("top-1", str(top - 1))
    text = text.replace("top", str(top))
    kind = "complex" if target.get("complex") else "reals"
    head = (
        f"{kind} 1 batch={target['batch']} row={target['row']} levels={target['levels']} "
        f"wires={wires} registers={registers(text)}"
    )
    return f"{head}\n{text}\n".encode()


def number(text: str) -> complex:
    """A number of docs/formats.md: Python's, but for the i."""
    return complex(text.replace("i", "j")) if text.endswith("i") else float(text)


def evaluated(text: bytes, vectors: Sequence[Sequence[complex]]) -> list[list[complex]]:
    """The vectors that the client should read."""
    return [vector for _, vector in outputs_of(text, vectors, number)]
