"""How a case that is not right looks on the terminal: expected, got, slots, standard error."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from ringassay.cli.output import duration, out, plural, printable

_SHOWN = 64
"""Slots or characters of a vector that are shown, from the first that differs."""
_LINES = 20
"""Lines of standard error that are shown, the last ones."""


def print_case(title: str, facts: Mapping[str, Any]) -> None:
    """A case, from the keys outcome, stage, message, expected, got, slots, wrong_slots, stderr."""
    stage = f" in {facts['stage']}" if facts.get("stage") else ""
    out.print(f"[bold]{printable(title)}[/]: {printable(str(facts['outcome']))}{stage}")
    if facts.get("message"):
        out.print(f"  {printable(str(facts['message']))}")
    got = facts.get("got")
    if got is not None and facts["outcome"] != "ok":
        slots = [int(slot) for slot in facts.get("slots") or ()]
        start = max(0, slots[0] - 8) if slots else 0
        out.print(f"  expected {_vector(str(facts['expected']), start)}")
        out.print(f"  got      {_vector(str(got), start)}")
        wrong = facts.get("wrong_slots")
        if slots:
            more = f" … of {wrong}" if wrong and wrong > len(slots[:16]) else ""
            told = ", ".join(map(str, slots[:16]))
            out.print(f"  differ in slot{'' if wrong == 1 else 's'} {told}{more}")
        elif facts.get("form"):
            out.print(f"  {printable(str(facts['form']))}")
    for role, text in (facts.get("stderr") or {}).items():
        lines = str(text).rstrip().splitlines()
        if lines:
            left = f", the last {_LINES} of {len(lines)} lines" if len(lines) > _LINES else ""
            out.print(f"  standard error of the {role}{left}:")
            for line in lines[-_LINES:]:
                out.print(f"    {printable(line)}")


def print_times(wall_ns: Mapping[str, int]) -> None:
    """The steps of a replay."""
    told = ", ".join(f"{step} {_time(ns)}" for step, ns in wall_ns.items())
    if told:
        out.print(f"  {told}")


def _time(ns: int) -> str:
    return f"{ns / 1e6:.3g} ms" if ns < 1e9 else duration(ns / 1e9)


def _vector(text: str, start: int) -> str:
    """A vector from slot `start` on, cut."""
    try:
        values: Sequence[Any] = json.loads(text) if text.startswith("[") else text
    except ValueError:
        values = text
    cut = values[start : start + _SHOWN]
    shown = cut if isinstance(cut, str) else " ".join(map(str, cut))
    before = f"(slot {start} on) " if start else ""
    more = " …" if len(values) > start + _SHOWN else ""
    return printable(f"{before}{shown}{more} ({plural(len(values), 'slot')})")
