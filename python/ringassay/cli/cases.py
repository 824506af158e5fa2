"""How a case that is not right looks on the terminal: expected, got, slots, standard error."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ringassay.cli.output import duration, out, plural

_SHOWN = 64
"""Slots or characters of a vector that are shown, from the first that differs."""
_BEFORE = 8
"""Slots that are shown before it."""
_LINES = 20
"""Lines of standard error that are shown, the last ones."""


def print_case(title: str, facts: Mapping[str, Any]) -> None:
    """A case, from the keys outcome, stage, message, expected, got, slots, wrong_slots, stderr."""
    stage = f" in {facts['stage']}" if facts.get("stage") else ""
    out.print((title, "bold"), f": {facts['outcome']}{stage}")
    if facts.get("message"):
        out.print(f"  {facts['message']}")
    got = facts.get("got")
    if got is not None and facts["outcome"] != "ok":
        slots = [int(slot) for slot in facts.get("slots") or ()]
        first = slots[0] if slots else 0
        out.print(f"  expected {_vector(str(facts['expected']), first)}")
        out.print(f"  got      {_vector(str(got), first)}")
        wrong = facts.get("wrong_slots")
        if slots:
            more = f" … of {wrong}" if wrong and wrong > len(slots[:16]) else ""
            told = ", ".join(map(str, slots[:16]))
            out.print(f"  differ in slot{'' if wrong == 1 else 's'} {told}{more}")
        elif facts.get("form"):
            out.print(f"  {facts['form']}")
    for role, text in (facts.get("stderr") or {}).items():
        lines = str(text).rstrip().splitlines()
        if lines:
            left = f", the last {_LINES} of {len(lines)} lines" if len(lines) > _LINES else ""
            out.print(f"  standard error of the {role}{left}:")
            for line in lines[-_LINES:]:
                out.print(f"    {line}")


def print_times(wall_ns: Mapping[str, int]) -> None:
    """The steps of a replay."""
    told = ", ".join(f"{step} {_time(ns)}" for step, ns in wall_ns.items())
    if told:
        out.print(f"  {told}")


def _time(ns: int) -> str:
    return f"{ns / 1e6:.3g} ms" if ns < 1e9 else duration(ns / 1e9)


def _vector(text: str, first: int) -> str:
    """The output in which slot `first` is, from a little before it on, cut; slots are counted on
    from output to output."""
    squeezed = "".join(text.split())
    vectors = [_slots(vector) for vector in squeezed.split(";")]
    known = [vector for vector in vectors if vector is not None]
    if len(known) < len(vectors):
        cut = text[:_SHOWN]
        return f"{cut}{' …' if len(text) > _SHOWN else ''} ({plural(len(text), 'byte')})"
    count, before = sum(map(len, known)), 0
    for number, vector in enumerate(known):
        if first < before + len(vector) or number == len(known) - 1:
            break
        before += len(vector)
    start = max(0, first - before - _BEFORE)
    slots = vector[start : start + _SHOWN]
    shown = slots if isinstance(slots, str) else " ".join(slots)
    places = [f"output {number}"] if len(known) > 1 else []
    if before + start:
        places.append(f"slot {before + start} on")
    where = f"({', '.join(places)}) " if places else ""
    more = " …" if len(vector) > start + _SHOWN else ""
    return f"{where}{shown}{more} ({plural(count, 'slot')})"


def _slots(vector: str) -> Sequence[str] | None:
    """The slots of a vector as they are written; None for what is no vector."""
    if vector and not vector.strip("01"):
        return vector
    if vector.startswith("[") and vector.endswith("]"):
        return vector[1:-1].split(",")
    return None
