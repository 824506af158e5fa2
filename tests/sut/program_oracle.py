"""Slot programs by hand: written for a key, and evaluated by definition (docs/programs.md).

Evaluation here shares no code with the package.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


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
    named = {
        int(line.split(" ")[1])
        for line in text.split("\n")
        if line.split(" ")[0] not in ("plain", "ones", "free", "output")
    }
    head = (
        f"slots 1 batch={target['batch']} row={target['row']} modulus={target['modulus']} "
        f"levels={levels} wires={wires} registers={max(named) + 1}"
    )
    return "\n".join([head, *(f"note {note}" for note in notes), text]).encode()


def evaluated(text: bytes, vectors: Sequence[Sequence[int]]) -> list[Any]:
    """The entries that the client should read: a vector, or a list of several."""
    first, *lines = text.decode().split("\n")
    head = dict(field.split("=") for field in first.split(" ")[2:])
    batch, row, t = (int(head[name]) for name in ("batch", "row", "modulus"))
    slots = range(row)
    plains: list[list[int]] = []
    held: dict[int, list[int]] = {}
    outputs: list[list[int]] = []
    for line in lines:
        name, *words = line.split(" ")
        if name == "note":
            continue
        if name == "plain":
            entries = list(map(int, words[1].split(",")))
            plains.append([entries[j % batch] for j in slots])
            continue
        x = list(map(int, words))
        if name == "ones":
            plains.append([int(x[1] <= j < x[2]) for j in slots])
        elif name == "output":
            found = {j % batch: held[x[0]][j] for j in range(x[1], x[1] + batch)}
            entries = [found[i] for i in range(batch)]
            if len(x) == 3:
                entries = [(x[2] + (entry - x[2]) % t) % 2 for entry in entries]
            outputs.append(entries)
        elif name == "free":
            del held[x[0]]
        elif name == "input":
            held[x[0]] = [vectors[x[1]][j % batch] for j in slots]
        else:
            held[x[0]] = [value % t for value in _operation(name, x[1:], held, plains)]
    assert outputs
    return outputs[0] if len(outputs) == 1 else outputs


def _operation(
    name: str, x: list[int], held: dict[int, list[int]], plains: list[list[int]]
) -> list[int]:
    if name == "encrypt":
        return plains[x[0]]
    a = held[x[0]]
    if name == "rotate":
        return [a[(j - x[1]) % len(a)] for j in range(len(a))]
    if name in ("neg", "square", "lower"):
        return {"neg": [-v for v in a], "square": [v * v for v in a], "lower": a}[name]
    b = plains[x[1]] if name.endswith("plain") else held[x[1]]
    pairs = list(zip(a, b, strict=True))
    if name == "sub":
        return [v - w for v, w in pairs]
    return [v + w for v, w in pairs] if name.startswith("add") else [v * w for v, w in pairs]
