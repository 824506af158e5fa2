"""Comparing the outputs of a circuit with the baseline's, slot by slot."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from ringassay.store.canonical import clean_text

SLOTS_KEPT = 64
"""Differing slots listed per wrong answer; their number is always exact."""

Slots = str | list[int]
"""A vector of bits as a string, of integers as a list."""


@dataclass(frozen=True)
class Comparison:
    """The difference between an answer and the expected one."""

    matches: bool
    wrong_slots: int
    """Differing slots of all outputs; all slots of an output that is not a vector of the right
    length, and all of all outputs where their number is another."""
    detail: dict[str, Any] = field(default_factory=dict)
    """For the row: the first differing slots, counted on from output to output, or what is wrong
    with the answer's form."""


def compare_outputs(expected: bytes, got: bytes) -> Comparison:
    """Compares values, not spelling: spaces and line ends around them do not count.

    `expected` is what the baseline makes of the circuit, as docs/formats.md writes it: a vector for
    each output, semicolons between them.
    """
    if got == expected:
        return Comparison(True, 0)
    wanted = [_slots(one) for one in expected.decode("ascii").split(";")]
    found = [_slots(one) for one in clean_text(got.decode("utf-8", "replace")).split(";")]
    slots = [_known(vector, expected) for vector in wanted]
    every = sum(map(len, slots))
    if len(found) != len(slots):
        return Comparison(False, every, {"form": f"{_vectors(found)} instead of {len(slots)}"})
    differing: list[int] = []
    form, wrong, first = "", 0, 0
    for number, (want, have) in enumerate(zip(slots, found, strict=True)):
        problem = _problem(want, have)
        if problem or have is None:
            where = f"output {number}: " if len(slots) > 1 else ""
            form, wrong = form or where + problem, wrong + len(want)
        else:
            pairs = enumerate(zip(want, have, strict=True), first)
            different = [slot for slot, (one, other) in pairs if one != other]
            differing += different[: SLOTS_KEPT - len(differing)]
            wrong += len(different)
        first += len(want)
    detail: dict[str, Any] = {"form": form} if form else {}
    if differing:
        detail["slots"] = differing
    return Comparison(wrong == 0, wrong, detail)


def _known(vector: Slots | None, expected: bytes) -> Slots:
    if vector is None:
        raise ValueError(f"the baseline's output is not a vector: {expected[:80]!r}")
    return vector


def _problem(want: Slots, have: Slots | None) -> str:
    """What is wrong with the form of a vector; empty if nothing is."""
    if have is None or isinstance(have, str) is not isinstance(want, str):
        return "not a vector of the circuit's space"
    return f"{len(have)} slots instead of {len(want)}" if len(have) != len(want) else ""


def _vectors(found: list[Slots | None]) -> str:
    return "1 output" if len(found) == 1 else f"{len(found)} outputs"


def _slots(text: str) -> Slots | None:
    """A vector; None for anything else."""
    squeezed = "".join(text.split())
    if squeezed and not squeezed.strip("01"):
        return squeezed
    if not squeezed.startswith("[") or not squeezed.endswith("]"):
        return None
    try:
        values = json.loads(squeezed)
    except (ValueError, RecursionError):
        return None
    if not isinstance(values, list) or any(type(value) is not int for value in values):
        return None
    return values


def vectors_of(text: bytes) -> list[list[int]] | None:
    """The slots of each output, in either notation; None for anything else."""
    found = [_slots(one) for one in clean_text(text.decode("utf-8", "replace")).split(";")]
    vectors = [
        [int(bit) for bit in slots] if isinstance(slots, str) else slots
        for slots in found
        if slots is not None
    ]
    return vectors if len(vectors) == len(found) else None


def vector_of(text: bytes) -> list[int] | None:
    """The slots of a single output, in either notation; None for anything else."""
    found = vectors_of(text)
    return found[0] if found is not None and len(found) == 1 else None
