"""Slot programs over integers by hand: written for a key, and evaluated by definition."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from slot_oracle import head_of, outputs_of, registers


def program(
    target: dict[str, Any],
    lines: Sequence[str],
    *,
    wires: int = 2,
    notes: Sequence[str] = (),
) -> bytes:
    """A program for a key: lines of rows, operations and the output; `top` is the highest level."""
    levels = len(target["noise"]["capacity"])
    text = "\n".join(lines).replace("top", str(levels - 1))
    head = (
        f"slots 1 batch={target['batch']} row={target['row']} modulus={target['modulus']} "
        f"levels={levels} wires={wires} registers={registers(text)}"
    )
    return "\n".join([head, *(f"note {note}" for note in notes), text]).encode()


def evaluated(text: bytes, vectors: Sequence[Sequence[int]]) -> list[Any]:
    """The entries that the client should read: a vector, or a list of several."""
    t = int(head_of(text)["modulus"])
    outputs = []
    for words, vector in outputs_of(text, vectors, int, lambda value: value % t):
        if len(words) == 3:
            lowest = words[2]
            outputs.append([(lowest + (entry - lowest) % t) % 2 for entry in vector])
        else:
            outputs.append(vector)
    assert outputs
    return outputs[0] if len(outputs) == 1 else outputs
