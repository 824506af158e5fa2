"""Numpy's functions along axes: sums, products, conjunctions, and those from the beginning on."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from ringassay.trace import elementwise, logic
from ringassay.trace.encrypted import holds_encrypted, is_encrypted
from ringassay.trace.errors import refuse
from ringassay.trace.linear import Axis
from ringassay.trace.values import Value, combined

if TYPE_CHECKING:
    from ringassay.trace.vector import Vector

Step = Callable[[Value, Value], Value]


def _product(a: Value, b: Value) -> Value:
    return combined("*", a, b, a.count)


def _sum(a: Value, b: Value) -> Value:
    return combined("+", a, b, a.count)


def _or(a: Value, b: Value) -> Value:
    return logic.bitwise("|", a, b, a.count)


FOLDED: dict[Any, tuple[Step, int]] = {
    np.prod: (_product, 1),
    np.any: (_or, 0),
    np.all: (_product, 1),
    np.max: (_or, 0),
    np.min: (_product, 1),
}
"""What they do with two entries, and what changes nothing."""
REDUCED = (np.sum, np.mean, np.count_nonzero, *FOLDED)
OF_UFUNC = {
    np.add: np.sum,
    np.multiply: np.prod,
    np.logical_or: np.any,
    np.logical_and: np.all,
    np.bitwise_or: np.any,
    np.bitwise_and: np.all,
    np.maximum: np.max,
    np.minimum: np.min,
}
SCANNED: dict[Any, tuple[Step, int]] = {np.cumsum: (_sum, 0), np.cumprod: (_product, 1)}
SCANNED_OF_UFUNC = {np.add: np.cumsum, np.multiply: np.cumprod}
_DEFAULTS = ("out", "initial", "where", "correction", "mean")


def arguments(function: Any, args: Any, options: dict[str, Any]) -> dict[str, Any]:
    """The arguments by name; those that are not followed are refused."""
    found: dict[str, Any] = elementwise.asked(
        lambda: inspect.signature(function).bind(*args, **options)
    ).arguments
    given = {name: one for name, one in found.items() if one is not np._NoValue}
    for name in _DEFAULTS:
        if given.pop(name, None) is not None:
            raise refuse(f"np.{function.__name__} with {name}= has no circuit")
    first = next(iter(given))
    if not is_encrypted(given[first]) or any(
        holds_encrypted(value) for name, value in given.items() if name != first
    ):
        raise refuse(f"np.{function.__name__}: one encrypted array is its first argument")
    return {"a": given.pop(first)} | given


def reduced(function: Any, args: Any, options: dict[str, Any]) -> Any:
    """A sum, a mean, a product, a conjunction … along axes."""
    given = arguments(function, args, options)
    x: Vector = given.pop("a")
    result = elementwise.asked(lambda: function(x.dummy(), **given))
    return along(function, x, given.get("axis"), np.asarray(result), result)


def reduce_of(ufunc: Any, x: Vector, options: dict[str, Any]) -> Any:
    """`np.add.reduce` and its like."""
    if any(options.get(name) is not None for name in ("out", "where")) or "initial" in options:
        raise refuse(f"np.{ufunc.__name__}.reduce with more than an axis")
    result = elementwise.asked(lambda: ufunc.reduce(x.dummy(), **options))
    if ufunc in {np.bitwise_or, np.bitwise_and} and x.dtype.kind != "b":
        raise refuse(f"np.{ufunc.__name__}.reduce of {x.dtype}: of booleans only")
    return along(OF_UFUNC[ufunc], x, options.get("axis", 0), np.asarray(result), result)


def along(function: Any, x: Vector, axis: Any, like: Any, result: Any) -> Any:
    """A reduction whose result has the shape and type of `like`."""
    elementwise.check_type(like.dtype, x.space)
    axes = tuple(range(x.ndim)) if axis is None else _normal(axis, x.ndim)
    value, arranged = _arranged(x, axes)
    if function in {np.any, np.all, np.count_nonzero}:
        value = logic.as_bool(value)
    if function in {np.max, np.min} and not value.is_bit:
        raise refuse(
            f"np.{function.__name__} on {x.space}: of bits only. " + elementwise.WAYS_OUT["maximum"]
        )
    if like.dtype.kind == "b" and function not in FOLDED:
        raise refuse("a sum as a boolean: .any() says whether there is one")
    if like.dtype.kind == "b" and function is np.prod:
        raise refuse("a product as a boolean: .all() says whether all are true")
    if function in FOLDED:
        step, neutral = FOLDED[function]
        made = value if arranged.middle == 1 else arranged.folded(value, step, neutral)
    else:
        made = value if arranged.middle == 1 else arranged.total(value)
    if function is np.mean:
        made = combined("*", made, np.asarray(1.0 / arranged.middle), made.count)
    elementwise.check_range(made, like.dtype)
    return type(x).made(made, result)


def _normal(axis: Any, dimensions: int) -> tuple[int, ...]:
    return tuple(sorted(int(one) % max(dimensions, 1) for one in np.atleast_1d(axis)))


def _arranged(x: Vector, axes: tuple[int, ...]) -> tuple[Value, Axis]:
    """The entries so that the axes lie beside each other: where they do, nothing is moved."""
    kept = [one for one in range(x.ndim) if one not in axes]
    places = x.places
    if not x.ndim:
        return x.read(), Axis(x.engine, 1, 1, 1)
    if axes != tuple(range(axes[0], axes[0] + len(axes))):
        places = places.transpose(*kept, *axes)
        axes = tuple(range(len(kept), x.ndim))
    shape = places.shape
    outer = int(np.prod(shape[: axes[0]]))
    middle = int(np.prod([shape[one] for one in axes]))
    value = x.memory.read(places).widened(x.size)
    return value, Axis(x.engine, outer, middle, x.size // (outer * middle))


def scanned(function: Any, args: Any, options: dict[str, Any]) -> Any:
    """`np.cumsum` and `np.cumprod`."""
    given = arguments(function, args, options)
    x: Vector = given.pop("a")
    result = elementwise.asked(lambda: function(x.dummy(), **given))
    return _scanned(function, x, given.get("axis"), result)


def accumulate_of(ufunc: Any, x: Vector, options: dict[str, Any]) -> Any:
    """`np.add.accumulate` and its like."""
    result = elementwise.asked(lambda: ufunc.accumulate(x.dummy(), **options))
    return _scanned(SCANNED_OF_UFUNC[ufunc], x, options.get("axis", 0), result)


def _scanned(function: Any, x: Vector, axis: Any, result: Any) -> Any:
    elementwise.check_type(result.dtype, x.space)
    if result.dtype.kind == "b":
        raise refuse(f"np.{function.__name__} as booleans")
    step, neutral = SCANNED[function]
    if axis is None:
        value, arranged = x.read().widened(x.size), Axis(x.engine, 1, x.size, 1)
    else:
        value, arranged = _arranged(x, _normal(axis, x.ndim))
    made = arranged.scanned(value, step, neutral)
    elementwise.check_range(made, result.dtype)
    return type(x).made(made, result)


def variance(
    a: Any, axis: Any = None, dtype: Any = None, out: Any = None, ddof: Any = 0, **more: Any
) -> Any:
    """`np.var`: the mean of the squared distances from the mean."""
    if dtype is not None or out is not None or set(more) - {"keepdims"}:
        raise refuse("np.var with more than axis, ddof and keepdims has no circuit")
    mean = np.mean(a, axis=axis, keepdims=True)
    distances = a - mean
    squares = (distances * np.conj(distances)).real
    count = a.size // mean.size
    if count - ddof <= 0:
        raise refuse(f"np.var of {count} entries with ddof={ddof}")
    total = np.sum(squares, axis=axis, **more)
    return total / (count - ddof)
