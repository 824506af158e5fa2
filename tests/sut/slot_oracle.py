"""Slot programs evaluated by definition, whatever the entries are (docs/programs.md).

Shares no code with the package. `program_oracle` and `real_oracle` have what integers and numbers
do not share.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

Entry = TypeVar("Entry", int, float, complex)


def registers(text: str) -> int:
    """How many registers the lines of a program name."""
    named = {
        int(line.split(" ")[1])
        for line in text.split("\n")
        if line.split(" ")[0] not in ("plain", "ones", "free", "output", "note")
    }
    return max(named) + 1


def head_of(text: bytes) -> dict[str, str]:
    """The fields of a program's first line."""
    first = text.decode().split("\n", 1)[0]
    return dict(field.split("=") for field in first.split(" ")[2:])


def outputs_of(
    text: bytes,
    vectors: Sequence[Sequence[Entry]],
    entry: Callable[[str], Entry],
    reduced: Callable[[Entry], Entry] = lambda value: value,
) -> Iterator[tuple[list[int], list[Entry]]]:
    """Each output line's words after its name, and the vector that it reads.

    `entry` reads an entry of a line, `reduced` makes one of what an operation gives.
    """
    head = head_of(text)
    batch, row = int(head["batch"]), int(head["row"])
    slots = range(row)
    plains: list[list[Entry]] = []
    held: dict[int, list[Entry]] = {}
    for line in text.decode().rstrip("\n").split("\n")[1:]:
        name, *words = line.split(" ")
        if name == "note":
            continue
        if name == "plain":
            entries = list(map(entry, words[1].split(",")))
            plains.append([entries[j % batch] for j in slots])
            continue
        x = list(map(int, words))
        if name == "ones":
            plains.append([entry("1" if x[1] <= j < x[2] else "0") for j in slots])
        elif name == "output":
            found = {j % batch: held[x[0]][j] for j in range(x[1], x[1] + batch)}
            yield x, [found[i] for i in range(batch)]
        elif name == "free":
            del held[x[0]]
        elif name == "input":
            held[x[0]] = [vectors[x[1]][j % batch] for j in slots]
        else:
            held[x[0]] = [reduced(value) for value in _operation(name, x[1:], held, plains)]


def _operation(
    name: str, x: list[int], held: dict[int, list[Entry]], plains: list[list[Entry]]
) -> list[Entry]:
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
