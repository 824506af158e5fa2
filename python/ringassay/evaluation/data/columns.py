"""Which column of a table is which argument of a computation.

With names: an argument `x` is a column `x` that holds its entries as a list (or the one entry), or
a column for each entry, `x[0]`, `x_0` or `x0` and so on, counted from 0 or from 1. An argument of
several vectors has a list of lists, or columns for each vector `x[0]`, or for each entry `x[0][0]`,
`x_0_0`. Other columns are left out. Without such names a computation of one argument takes all
columns in their order; a table that has no names at all gives all arguments their entries so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ringassay.evaluation.data.cells import values_of
from ringassay.evaluation.data.signature import Signature, parameters_of
from ringassay.evaluation.data.tables import Block
from ringassay.evaluation.suite import SuiteError
from ringassay.spelling import meant

Columns = Mapping[str, Sequence[str]]
"""Argument to its columns, in the order of its entries; `a..b` are those from a to b."""

_SHOWN = 4
"""Columns that messages list."""


@dataclass(frozen=True)
class Plan:
    """The columns that are taken, in the order of all entries of all vectors."""

    taken: tuple[str, ...]

    def values(self, block: Block, takes: Signature, path: str) -> NDArray[Any]:
        """The values of each row, all entries of all vectors one after another."""
        columns = [block.columns[name] for name in self.taken]
        labels = [
            name if column.shape[1] == 1 else f"{name}[{entry}]"
            for name, column in zip(self.taken, columns, strict=True)
            for entry in range(column.shape[1])
        ]
        for name, column in zip(self.taken, columns, strict=True):
            # As objects, numpy's own dates and times would be whole numbers.
            if column.dtype.kind in "MmV":
                where = f"{path}: {block.place(0)}, column {name}"
                raise SuiteError(f"{where}: a date, a time or a record is not {takes.value}")
        kinds = {column.dtype.kind for column in columns}
        if "O" in kinds or len(kinds) > 1:
            columns = [column.astype(object) for column in columns]
        found = values_of(np.concatenate(columns, axis=1), takes, block.place, labels, path)
        return _in_slots(found, takes)


def _in_slots(values: NDArray[Any], takes: Signature) -> NDArray[Any]:
    """Vectors of all slots: a number in each, zeros behind what is shorter."""
    rows = np.zeros((len(values), len(takes.names), takes.batch), takes.dtype)
    first = 0
    for vector, length in enumerate(takes.lengths):
        part = values[:, first : first + length]
        rows[:, vector, : None if length == 1 else length] = part
        first += length
    return rows


def plan(block: Block, takes: Signature, columns: Columns | None, path: str) -> Plan:
    """Finds the columns of each vector. Raises `SuiteError`, which states the rule."""
    order = list(block.columns)
    width = sum(column.shape[1] for column in block.columns.values())
    wires = parameters_of(takes.names)
    taken: list[str] | None
    if columns:
        taken = _as_told(block, takes, wires, columns, path)
    elif not block.named:
        taken = order if width == takes.width else None
    else:
        taken = _by_name(block, takes, wires, path)
        if taken is None and len(wires) == 1 and width == takes.width:
            taken = order
    if taken is None:
        raise SuiteError(f"{path}: {_told(order, width)}, where {_rule(takes, wires)}")
    return Plan(tuple(taken))


def _told(order: list[str], width: int) -> str:
    named = [name for name in order if name]
    shown = f" ({', '.join(named[:_SHOWN])}{', …' if len(named) > _SHOWN else ''})" if named else ""
    return f"{width} {'column' if width == 1 else 'columns'}{shown}"


def _rule(takes: Signature, wires: Mapping[str, Sequence[int]]) -> str:
    name = next(iter(wires))
    entries = sum(takes.lengths[wire] for wire in wires[name])
    of_one = f"{name} takes {entries} {'entry' if entries == 1 else 'entries'}"
    if entries == 1:
        how = f"call its column {name}"
    else:
        how = f"call its columns {name}_0 to {name}_{entries - 1}, or one that holds lists {name}"
    if len(wires) > 1:
        how += f" (and likewise {', '.join(list(wires)[1:_SHOWN])})"
    return (
        f"{of_one}: {how}; or say which it has: --columns '{name}=first..last', columns in Python"
    )


def _by_name(
    block: Block, takes: Signature, wires: Mapping[str, Sequence[int]], path: str
) -> list[str] | None:
    """The columns of each argument by their names; None where no argument has any."""
    found = {name: _named(block, takes, name, of) for name, of in wires.items()}
    if all(taken is None for taken in found.values()):
        return None
    missing = [name for name, taken in found.items() if taken is None]
    if missing:
        near = meant(missing[0], block.columns)
        rule = _rule(takes, {missing[0]: wires[missing[0]]})
        raise SuiteError(f"{path}: no columns for {missing[0]}{near}: {rule}")
    taken = [name for names in found.values() for name in names or ()]
    for name, names in found.items():
        width = sum(block.columns[one].shape[1] for one in names or ())
        if width != sum(takes.lengths[wire] for wire in wires[name]):
            raise SuiteError(
                f"{path}: column {name} holds {width} entries in a row, where "
                f"{_rule(takes, {name: wires[name]})}"
            )
    return taken


def _named(block: Block, takes: Signature, name: str, wires: Sequence[int]) -> list[str] | None:
    if name in block.columns:
        return [name]
    if len(wires) == 1:
        return _series(block, name, takes.lengths[wires[0]])
    found: list[str] = []
    for form in _forms(name):
        vectors = [form(index) for index in range(len(wires))]
        for vector, wire in zip(vectors, wires, strict=True):
            is_whole = vector in block.columns
            taken = [vector] if is_whole else _series(block, vector, takes.lengths[wire])
            if taken is None:
                found = []
                break
            found += taken
        if found:
            return found
    return None


def _series(block: Block, name: str, count: int) -> list[str] | None:
    """Columns for the entries of one vector."""
    for form in _forms(name):
        for start in (0, 1):
            series = [form(index) for index in range(start, start + count)]
            # x_0 to x_63 beside an x_64 are not the entries of a vector of 64.
            if all(one in block.columns for one in series):
                return None if form(start + count) in block.columns else series
    return None


def _forms(name: str) -> Iterator[Callable[[int], str]]:
    yield lambda index: f"{name}[{index}]"
    yield lambda index: f"{name}_{index}"
    yield lambda index: f"{name}{index}"


def _as_told(
    block: Block,
    takes: Signature,
    wires: Mapping[str, Sequence[int]],
    columns: Columns,
    path: str,
) -> list[str]:
    """The columns that the user names."""
    given = dict(columns)
    if set(given) == {""} and len(wires) == 1:
        given = {next(iter(wires)): given[""]}
    for name in given:
        if name not in wires:
            raise SuiteError(
                f"columns: {name or 'which argument is meant'}{meant(name, wires)}: the arguments "
                f"are {', '.join(wires)}"
            )
    taken: list[str] = []
    for name, of in wires.items():
        if name not in given:
            found = _named(block, takes, name, of)
            if found is None:
                raise SuiteError(f"{path}: no columns for {name}: {_rule(takes, {name: of})}")
        else:
            found = [one for item in given[name] for one in _range(block, item, path)]
        width = sum(block.columns[one].shape[1] for one in found)
        wanted = sum(takes.lengths[wire] for wire in of)
        if width != wanted:
            raise SuiteError(
                f"{path}: {width} columns are named for {name}, which takes {wanted} entries"
            )
        taken += found
    return taken


def _range(block: Block, item: str, path: str) -> list[str]:
    order = list(block.columns)
    if item in block.columns:
        return [item]
    first, dots, last = item.partition("..")
    for name in (first, last) if dots else (item,):
        if name not in block.columns:
            raise SuiteError(f"{path}: no column is called {name!r}{meant(name, order)}")
    between = order[order.index(first) : order.index(last) + 1]
    if not between:
        raise SuiteError(f"{path}: column {last} comes before {first}")
    return between


def read_option(texts: Sequence[str]) -> dict[str, list[str]]:
    """`--columns x=a..b,c`, of each argument; without a name, of the only one."""
    found: dict[str, list[str]] = {}
    for text in texts:
        name, equals, listed = text.partition("=")
        if not equals:
            name, listed = "", text
        if name in found:
            raise SuiteError(f"--columns: {name or 'the argument'} is named twice")
        found[name.strip()] = [one.strip() for one in listed.split(",") if one.strip()]
        if not found[name.strip()]:
            raise SuiteError(f"--columns {text}: no column is named; such as 'x=first..last,other'")
    return found
