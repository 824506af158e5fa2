"""Values that no run writes: a row may be sealed by whoever changed it.

Such rows are left out with what refers to them, and named: one of them is no reason not to show
the others. Rows whose hash is not theirs are another matter (`integrity`).
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from functools import cache
from typing import Any

from sqlalchemy import Boolean, Float, Integer, LargeBinary, Table
from sqlalchemy.types import TypeEngine

from ringassay.store.contents import TABLES, Contents, Row, columns
from ringassay.store.integrity import Damage, key_of

OUTCOMES = frozenset(
    {
        *("ok", "wrong", "imprecise", "not-finite", "malformed", "flaky", "refused", "failed"),
        *("unsupported", "crash", "timeout", "protocol", "resource", "start-failed"),
        *("interrupted", "harness-error"),
    }
)
"""How a step or a case may end (docs/protocol.md)."""
_WORDS = {"outcome": OUTCOMES, "state": frozenset({"running", "finished", "interrupted"})}

MOST = 1 << 60
"""Of a time, a size or a count: sums of a case's three steps stay numbers of 64 bits."""
LARGEST = 1e300
"""Of a real number, so that sums and squares of logarithms are finite."""

_ABOUT = {
    "suite_json": dict, "circumstances": dict, "hello": dict, "command": dict, "isolation": list,
    "parameters": dict, "notes": list, "magnitudes": list, "point": dict,
}  # fmt: skip
"""Columns of JSON, and what the value is."""

Check = Callable[[Any], str | None]


def leave_out(contents: Contents) -> tuple[Contents, list[Damage]]:
    """The run without implausible rows and without rows that refer to them; both kinds, named."""
    found: list[Damage] = []
    gone: dict[str, set[tuple[Any, ...]]] = {}
    rows: dict[str, list[Row]] = {}
    for table in sorted(TABLES, key=_depth):
        names = columns(table)
        checks = _checks(table)
        links = [(other, places) for other, places in _links(table) if other in gone]
        key = [names.index(column.name) for column in table.primary_key]
        kept = []
        for row in contents.rows[table.name]:
            reason = next((said for at, check in checks if (said := check(row[at]))), None)
            for other, places in links:
                if reason is None and tuple(row[at] for at in places) in gone[other]:
                    reason = f"belongs to a row of {other} that is left out"
            if reason is None:
                kept.append(row)
                continue
            gone.setdefault(table.name, set()).add(tuple(row[at] for at in key))
            record = dict(zip(names, row, strict=True))
            found.append(Damage(table.name, key_of(table, record), reason))
        rows[table.name] = kept
    return (Contents(contents.run, rows), found) if found else (contents, found)


@cache
def _depth(table: Table) -> int:
    """Rows that others refer to come first."""
    others = {key.column.table for key in table.foreign_keys}
    return 1 + max((_depth(other) for other in others), default=0)


@cache
def _links(table: Table) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """Tables that are referred to by their whole key, and where it stands in a row."""
    names = columns(table)
    found = []
    for constraint in table.foreign_key_constraints:
        other = constraint.referred_table
        by_name = {element.column.name: element.parent.name for element in constraint.elements}
        wanted = [column.name for column in other.primary_key]
        if set(wanted) == set(by_name):
            found.append((other.name, tuple(names.index(by_name[name]) for name in wanted)))
    return tuple(found)


@cache
def _checks(table: Table) -> tuple[tuple[int, Check], ...]:
    """Place and check of every column."""
    places = {name: at for at, name in enumerate(columns(table))}
    return tuple(
        (places[column.name], _check(column.name, column.type, nullable=bool(column.nullable)))
        for column in table.columns
        if column.name in places
    )


def _check(name: str, kind: TypeEngine[Any], *, nullable: bool) -> Check:
    judge = _judge(name, kind)

    def check(value: Any) -> str | None:
        if value is None:
            return None if nullable else f"{name} is missing"
        return None if judge(value) else f"{name} is nothing that is written there"

    return check


def _judge(name: str, kind: TypeEngine[Any]) -> Callable[[Any], bool]:
    if name in _WORDS:
        return lambda value: isinstance(value, str) and value in _WORDS[name]
    if name == "detail":
        return lambda value: _is_detail(_json(value))
    if name in _ABOUT:
        return lambda value: isinstance(_json(value), _ABOUT[name])
    for family, judge in _OF_TYPES:
        if isinstance(kind, family):
            return judge(name)
    return lambda value: isinstance(value, str)


def _whole(name: str) -> Callable[[Any], bool]:
    most = 1 << 63 if name in {"seed", "modulus", "t"} else MOST
    return lambda value: isinstance(value, int) and 0 <= value < most


def _real(name: str) -> Callable[[Any], bool]:
    least = -LARGEST if name.endswith("precision_bits") else 0.0
    return lambda value: (
        isinstance(value, int | float) and math.isfinite(value) and least <= value <= LARGEST
    )


_OF_TYPES: tuple[tuple[type, Callable[[str], Callable[[Any], bool]]], ...] = (
    (Boolean, lambda _: lambda value: value in (False, True)),
    (Integer, _whole),
    (Float, _real),
    (LargeBinary, lambda _: lambda value: isinstance(value, bytes)),
)
"""In an order in which a type comes before those that it is a case of."""


def _is_detail(detail: Any) -> bool:
    """Whether what is read of it is what a case writes."""
    if not isinstance(detail, dict):
        return False
    slots = detail.get("slots", [])
    words = (detail.get(name, "") for name in ("message", "stderr"))
    return (
        isinstance(slots, list)
        and all(isinstance(slot, int) and 0 <= slot < MOST for slot in slots)
        and all(isinstance(word, str) for word in words)
        and isinstance(detail.get("short_bits", 0), int | float)
    )


def _json(text: Any) -> Any:
    """The value, or None for what is no JSON, is too deep, or has numbers without end."""
    try:
        return json.loads(text)
    except (ValueError, TypeError, RecursionError):
        return None
