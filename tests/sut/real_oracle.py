"""Slot programs over numbers by hand: written for a key, and evaluated by definition.

Evaluation here shares no code with the package.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


def program(target: dict[str, Any], lines: Sequence[str], *, wires: int = 2) -> bytes:
    """A program for a key: rows, operations and outputs; `top` is the highest level, `top-1` the
    next."""
    top = target["levels"] - 1
    text = "\n".join(lines).replace("top-2", str(top - 2)).replace("top-1", str(top - 1))
    text = text.replace("top", str(top))
    named = {
        int(line.split(" ")[1])
        for line in text.split("\n")
        if line.split(" ")[0] not in ("plain", "ones", "free", "output", "note")
    }
    kind = "complex" if target.get("complex") else "reals"
    head = (
        f"{kind} 1 batch={target['batch']} row={target['row']} levels={target['levels']} "
        f"wires={wires} registers={max(named) + 1}"
    )
    return f"{head}\n{text}\n".encode()


def number(text: str) -> complex:
    """A number of docs/formats.md: Python's, but for the i."""
    return complex(text.replace("i", "j")) if text.endswith("i") else float(text)


def evaluated(text: bytes, vectors: Sequence[Sequence[complex]]) -> list[list[complex]]:
    """The vectors that the client should read."""
    first, *lines = text.decode().rstrip("\n").split("\n")
    head = dict(field.split("=") for field in first.split(" ")[2:])
    batch, row = int(head["batch"]), int(head["row"])
    slots = range(row)
    plains: list[list[complex]] = []
    held: dict[int, list[complex]] = {}
    outputs: list[list[complex]] = []
    for line in lines:
        name, *words = line.split(" ")
        if name == "note":
            continue
        if name == "plain":
            entries = list(map(number, words[1].split(",")))
            plains.append([entries[j % batch] for j in slots])
            continue
        x = list(map(int, words))
        if name == "ones":
            plains.append([float(x[1] <= j < x[2]) for j in slots])
        elif name == "output":
            found = {j % batch: held[x[0]][j] for j in range(x[1], x[1] + batch)}
            outputs.append([found[i] for i in range(batch)])
        elif name == "free":
            del held[x[0]]
        elif name == "input":
            held[x[0]] = [vectors[x[1]][j % batch] for j in slots]
        else:
            held[x[0]] = _operation(name, x[1:], held, plains)
    return outputs


def _operation(
    name: str, x: list[int], held: dict[int, list[complex]], plains: list[list[complex]]
) -> list[complex]:
    if name == "encrypt":
        return plains[x[0]]
    a = held[x[0]]
    if name == "rotate":
        return [a[(j - x[1]) % len(a)] for j in range(len(a))]
    if name == "conjugate":
        return [v.conjugate() for v in a]
    if name in ("neg", "square", "lower"):
        return {"neg": [-v for v in a], "square": [v * v for v in a], "lower": a}[name]
    b = plains[x[1]] if name.endswith("plain") else held[x[1]]
    pairs = list(zip(a, b, strict=True))
    if name == "sub":
        return [v - w for v, w in pairs]
    return [v + w for v, w in pairs] if name.startswith("add") else [v * w for v, w in pairs]
