"""Entries taken and replaced, as numpy's indices say."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ringassay.trace import elementwise
from ringassay.trace.encrypted import holds_encrypted, is_encrypted
from ringassay.trace.errors import refuse

if TYPE_CHECKING:
    from ringassay.trace.vector import Vector


def get(x: Vector, index: Any) -> Vector:
    """A view, a copy or a number, whichever numpy gives."""
    if holds_encrypted(index):
        raise refuse(
            "an encrypted index: multiply with a mask of comparisons, index == i; of a condition "
            "how many entries hold is not known, np.where(condition, x, 0) keeps their places"
        )
    places: Any = x.places[()] if x.is_number else x.places
    return x.viewed(elementwise.asked(lambda: places[index]))


def put(x: Vector, index: Any, value: Any) -> None:
    """Entries replaced, in all views of the same memory."""
    if is_encrypted(index) and index.dtype.kind == "b":
        _put_where(x, index, value)
        return
    if holds_encrypted(index):
        raise refuse("an encrypted index: choose with np.where(index == i, value, x)")
    elementwise.check_writeable(x)
    if holds_encrypted(value) and not is_encrypted(value):
        raise refuse("a list of encrypted values is no array: np.stack([…]) makes one")
    trial = np.ones(x.shape, x.dtype)
    elementwise.asked(lambda: trial.__setitem__(index, elementwise.plain(value, x.space)))
    shape = value.shape if is_encrypted(value) else np.shape(value)
    labels = np.full(x.shape, -1)
    # Numpy says which entry goes where, and which of several comes last.
    labels[index] = np.arange(int(np.prod(shape))).reshape(shape)
    chosen = labels >= 0
    places, source = x.places[chosen], labels[chosen]
    if not places.size:
        return
    if not is_encrypted(value):
        numbers = x.space.exact(value).ravel()
        if x.dtype.kind == "b":
            numbers = np.asarray((numbers != 0).astype(int), dtype=object)
        elif x.dtype.kind == "f" and numbers.dtype.kind == "c":
            numbers = _real(numbers)
        x.memory.write_public(places, numbers[source])
        return
    if value.memory is x.memory and np.array_equal(value.places.ravel()[source], places):
        # x[1:3] += y ends with the assignment of a view to itself.
        return
    found = value.read()
    x.memory.write(places, source, elementwise.cast(found, value.dtype, x.dtype))


def _real(numbers: Any) -> Any:
    if np.iscomplex(numbers).any():
        raise refuse("a complex number in an array of reals")
    return numbers.real


def _put_where(x: Vector, condition: Vector, value: Any) -> None:
    """x[condition] = number."""
    if np.ndim(value) or condition.shape != x.shape:
        raise refuse(
            "x[condition] = value takes a number, and a condition of the shape of x: otherwise "
            "np.where(condition, value, x) chooses"
        )
    chosen: Any = np.where(condition, value, x)
    trial = np.ones(x.shape, x.dtype)
    elementwise.asked(lambda: trial.__setitem__(..., elementwise.plain(value, x.space)))
    elementwise.overwrite(x, chosen.read(), chosen.dtype)
