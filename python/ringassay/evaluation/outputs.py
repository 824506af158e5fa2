"""Comparing an output with the baseline's, slot by slot."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from ringassay.store.canonical import clean_text

SLOTS_KEPT = 64
"""Differing slots listed per wrong output; their number is always exact."""


@dataclass(frozen=True)
class Comparison:
    """The difference between an output and the expected one."""

    matches: bool
    wrong_slots: int
    """Differing slots; all of them when the output is not a vector of the right length."""
    detail: dict[str, Any] = field(default_factory=dict)
    """For the row: the first differing slots, or what is wrong with the output's form."""


def compare_outputs(expected: bytes, got: bytes) -> Comparison:
    """Compares values, not spelling: spaces and line ends around them do not count.

    `expected` is a baseline output as docs/formats.md writes it.
    """
    if got == expected:
        return Comparison(True, 0)
    wanted = _slots(expected.decode("ascii"))
    if wanted is None:
        raise ValueError(f"the baseline's output is not a vector: {expected[:80]!r}")
    vector = _slots(clean_text(got.decode("utf-8", "replace")))
    if vector is None or isinstance(vector, str) is not isinstance(wanted, str):
        return Comparison(False, len(wanted), {"form": "not a vector of the circuit's space"})
    if len(vector) != len(wanted):
        form = f"{len(vector)} slots instead of {len(wanted)}"
        return Comparison(False, len(wanted), {"form": form})
    differing = [
        slot for slot, (one, other) in enumerate(zip(wanted, vector, strict=True)) if one != other
    ]
    if not differing:
        return Comparison(True, 0)
    return Comparison(False, len(differing), {"slots": differing[:SLOTS_KEPT]})


def _slots(text: str) -> str | list[int] | None:
    """A vector of bits as a string, of integers as a list; None for anything else."""
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


def vector_of(text: bytes) -> list[int] | None:
    """An output's slots, in either notation; None for anything else."""
    slots = _slots(clean_text(text.decode("utf-8", "replace")))
    return [int(bit) for bit in slots] if isinstance(slots, str) else slots
