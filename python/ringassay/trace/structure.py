"""Numpy's functions that move entries and compute nothing: numpy moves the places of entries."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ringassay.trace import elementwise
from ringassay.trace.encrypted import holds_encrypted, is_encrypted, replaced
from ringassay.trace.engine import mask
from ringassay.trace.errors import refuse
from ringassay.trace.linear import gathered
from ringassay.trace.values import Value, bounds, combined

if TYPE_CHECKING:
    from ringassay.trace.vector import Vector

_MODES = {"constant", "edge", "wrap", "reflect", "symmetric"}
CONTENT: dict[Any, tuple[str, ...]] = {
    **dict.fromkeys((np.concatenate, np.stack, np.block, np.meshgrid), ("arrays",)),
    **dict.fromkeys((np.hstack, np.vstack, np.column_stack, np.dstack), ("tup",)),
    np.append: ("arr", "values"),
    np.insert: ("arr", "values"),
    np.where: ("x", "y"),
    **dict.fromkeys((np.delete, np.resize, np.pad, np.take, np.repeat, np.tile), ()),
    **dict.fromkeys((np.reshape, np.ravel, np.transpose, np.swapaxes, np.moveaxis), ()),
    **dict.fromkeys((np.expand_dims, np.squeeze, np.broadcast_to, np.rollaxis), ()),
    **dict.fromkeys((np.flip, np.fliplr, np.flipud, np.rot90, np.roll), ()),
    **dict.fromkeys((np.split, np.array_split, np.hsplit, np.vsplit), ()),
    **dict.fromkeys((np.diag, np.diagonal, np.diagflat, np.triu, np.tril), ()),
    **dict.fromkeys((np.atleast_1d, np.atleast_2d, np.compress, np.take_along_axis), ()),
}
"""Such functions, and which of their parameters hold entries; the first one, where none is named.
The others say where they go, and are public."""

if hasattr(np, "matrix_transpose"):
    CONTENT[np.matrix_transpose] = ()


def structure(function: Any, args: Any, options: dict[str, Any]) -> Any:
    """The function: views of the same memory where numpy's are, else a copy."""
    arguments = _arguments(function, args, options)
    names = [name for name in CONTENT[function] if name in arguments] or [next(iter(arguments))]
    if function is np.compress:
        names = ["a"]
    for name, value in arguments.items():
        if name not in names and holds_encrypted(value):
            raise refuse(f"np.{function.__name__}: encrypted {name}, which says where entries go")
    if function is np.pad:
        _check_pad(arguments)
    content = arguments[names[0]]
    if len(names) == 1 and is_encrypted(content):
        places = content.places[()] if content.is_number else content.places
        moved = _asked(function, arguments, lambda one: places)
        if isinstance(moved, np.ndarray) and np.may_share_memory(moved, places):
            return content.viewed(moved)
        if isinstance(moved, (list, tuple)):
            return type(moved)(content.viewed(one) for one in moved)
    return _assembled(function, arguments, names)


def _arguments(function: Any, args: Any, options: dict[str, Any]) -> dict[str, Any]:
    if function in {np.concatenate, np.where}:
        # These have no signature.
        names = ("arrays", "axis", "out") if function is np.concatenate else ("condition", "x", "y")
        found = dict(zip(names, args, strict=False)) | options
        if function is np.where and set(found) != set(names):
            raise refuse("np.where(condition) lists places: np.where(condition, a, b) chooses")
        return found
    if function in {np.atleast_1d, np.atleast_2d}:
        if len(args) != 1:
            raise refuse(f"np.{function.__name__} of several arrays: one at a time")
        return {"ary": args[0]}
    bound: dict[str, Any] = elementwise.asked(
        lambda: inspect.signature(function).bind(*args, **options)
    ).arguments
    if bound.get("out") is not None:
        raise refuse(f"np.{function.__name__}: out= has no circuit: a = np.{function.__name__}(…)")
    bound.pop("out", None)
    return bound


def _check_pad(arguments: dict[str, Any]) -> None:
    mode = arguments.get("mode", "constant")
    further = arguments.get("kwargs", {})
    plain = not any(np.any(value) for value in further.values())
    if not isinstance(mode, str) or mode not in _MODES or not plain:
        raise refuse(
            f"np.pad with zeros, or in the modes {', '.join(sorted(_MODES - {'constant'}))}"
        )


def _called(function: Any, arguments: dict[str, Any]) -> Any:
    if function is np.where:
        return np.where(*arguments.values())
    if function in {np.atleast_1d, np.atleast_2d}:
        return function(arguments["ary"])
    if function is np.concatenate:
        return np.concatenate(arguments["arrays"], **_without(arguments, "arrays"))
    given = dict(arguments)
    further = given.pop("kwargs", {})
    signature = inspect.signature(function)
    bound = signature.bind_partial()
    bound.arguments.update(given)
    return function(*bound.args, **bound.kwargs, **further)


def _without(arguments: dict[str, Any], name: str) -> dict[str, Any]:
    return {key: value for key, value in arguments.items() if key != name}


def _asked(function: Any, arguments: dict[str, Any], change: Any) -> Any:
    changed = {name: replaced(value, change) for name, value in arguments.items()}
    return elementwise.asked(lambda: _called(function, changed))


class Labels:
    """A number for each entry of each source, from 1 on; zero is a zero that numpy fills in."""

    def __init__(self) -> None:
        """None yet."""
        self.sources: list[tuple[int, Any]] = []
        self._next = 1

    def of(self, value: Any) -> Any:
        """The numbers of an array's entries, in its shape."""
        if isinstance(value, (list, tuple)) and holds_encrypted(value):
            return type(value)(map(self.of, value))
        # In the order in memory of the source, on which that of the result depends.
        source = value.places if is_encrypted(value) else np.asarray(value)
        count = source.size
        labels = np.empty_like(source, dtype=np.int64)
        labels[...] = np.arange(self._next, self._next + count).reshape(source.shape)
        self.sources.append((self._next, value))
        self._next += count
        return labels


def _assembled(function: Any, arguments: dict[str, Any], names: list[str]) -> Any:
    labels = Labels()
    changed = arguments | {name: labels.of(arguments[name]) for name in names}
    moved = elementwise.asked(lambda: _called(function, changed))
    like = _asked(function, arguments, lambda one: one.dummy())
    if isinstance(moved, (list, tuple)):
        pairs = zip(moved, like, strict=True)
        return type(moved)(_array(one, labels, other.dtype) for one, other in pairs)
    return _array(moved, labels, like.dtype)


def _array(moved: Any, labels: Labels, dtype: np.dtype[Any]) -> Vector:
    first: Vector = next(one for _, one in labels.sources if is_encrypted(one))
    elementwise.check_size(np.shape(moved), first.space)
    elementwise.check_type(dtype, first.space)
    flat: NDArray[np.int64] = np.ravel(moved)
    chosen = _chosen(flat, labels)
    value = chosen if chosen is not None else _sum_of_parts(first, flat, labels, dtype)
    elementwise.check_range(value, dtype)
    return type(first).made(value, moved, dtype)


def _chosen(flat: NDArray[np.int64], labels: Labels) -> Value | None:
    """A choice between two arrays entry by entry, for which there is a gate."""
    if len(labels.sources) != 2 or not all(is_encrypted(one) for _, one in labels.sources):
        return None
    (a, first), (b, second) = labels.sources
    rows = np.arange(len(flat))
    takes_first = flat == a + rows
    if not (takes_first | (flat == b + rows)).all() or first.engine is not second.engine:
        return None
    one, other = first.read(), second.read()
    if one.count != len(rows) or other.count != len(rows):
        return None
    node = one.engine.select(one.node, other.node, mask(one.engine.space, takes_first))
    low, high = min(one.low, other.low), max(one.high, other.high)
    return Value(one.engine, node, len(rows), low, high)


def _sum_of_parts(
    first: Vector, flat: NDArray[np.int64], labels: Labels, dtype: np.dtype[Any]
) -> Value:
    rows, total = len(flat), None
    kind = first.space.exact(0).dtype
    constant = np.zeros(rows, dtype=kind)
    ends = [0] if (flat == 0).any() else []
    for start, source in labels.sources:
        size = source.size if is_encrypted(source) else np.size(source)
        to = np.flatnonzero((flat >= start) & (flat < start + size))
        if not to.size:
            continue
        places = flat[to] - start
        if not is_encrypted(source):
            numbers = first.space.exact(source).ravel()[places]
            if dtype.kind == "b":
                numbers = np.asarray((numbers != 0).astype(int), dtype=object)
            constant[to] = numbers
            ends.extend(bounds(numbers))
            continue
        value = elementwise.operand(source, source.shape, first)
        assert isinstance(value, Value)
        ends.extend((value.low, value.high))
        part = gathered(value, to, places, rows)
        total = part if total is None else combined("+", total, part, rows)
    if total is None:
        total = first.read().zero().widened(rows)
        total = Value(total.engine, total.node, rows)
    return combined("+", total, constant, rows).having(min(ends), max(ends))
