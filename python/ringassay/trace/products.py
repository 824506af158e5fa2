"""Products of arrays: dot products, matrices, convolutions, polynomials."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ringassay.trace import elementwise
from ringassay.trace.encrypted import is_encrypted
from ringassay.trace.errors import refuse
from ringassay.trace.linear import linear
from ringassay.trace.values import polynomial

if TYPE_CHECKING:
    from ringassay.trace.vector import Vector


def matmul(a: Any, b: Any) -> Any:
    """a @ b of vectors and matrices, one of them encrypted at least."""
    first = a if is_encrypted(a) else b
    space = first.space
    dummies = (elementwise.plain(a, space), elementwise.plain(b, space))
    result = elementwise.asked(lambda: np.matmul(*dummies))
    dimensions = (np.ndim(dummies[0]), np.ndim(dummies[1]))
    if max(dimensions) > 2:
        raise refuse("a product of arrays of more than two dimensions: of each matrix by itself")
    elementwise.check_size(result.shape, space)
    elementwise.check_type(result.dtype, space)
    if result.dtype.kind == "b":
        if dimensions == (1, 1):
            return (a & b).any()
        raise refuse(
            "numpy's product of boolean matrices is a disjunction of conjunctions: .astype(int) "
            "counts, (a & b).any() of vectors is followed"
        )
    if not (is_encrypted(a) and is_encrypted(b)):
        return _with_public(a, b, result)
    if dimensions == (1, 1):
        return (a * b).sum()
    if dimensions == (2, 1):
        return (a * b).sum(axis=1)
    if dimensions == (1, 2):
        return (a[:, None] * b).sum(axis=0)
    terms = (a[:, k : k + 1] * b[k : k + 1, :] for k in range(a.shape[1]))
    return sum(terms, next(terms))


def _with_public(a: Any, b: Any, result: Any) -> Any:
    """As a linear map of the slots."""
    x: Vector = a if is_encrypted(a) else b
    matrix = x.space.exact(b if is_encrypted(a) else a)
    if x.ndim == 1 and matrix.ndim == 1:
        return (x * matrix).sum()
    if x is b:
        left = matrix if matrix.ndim == 2 else matrix[None, :]
        columns = 1 if x.ndim == 1 else x.shape[1]
        row, inner, column = np.indices((*left.shape, columns)).reshape(3, -1)
        to, places = row * columns + column, inner * columns + column
        factors = left[row, inner]
    else:
        right = matrix if matrix.ndim == 2 else matrix[:, None]
        rows = 1 if x.ndim == 1 else x.shape[0]
        row, inner, column = np.indices((rows, *right.shape)).reshape(3, -1)
        to, places = row * right.shape[1] + column, row * right.shape[0] + inner
        factors = right[inner, column]
    return _mapped(x, to, places, factors, result)


def _mapped(x: Vector, to: Any, places: Any, factors: Any, result: Any) -> Any:
    elementwise.check_size(result.shape, x.space)
    elementwise.check_type(result.dtype, x.space)
    value = linear(x.read().widened(x.size), to, places, factors, max(1, result.size))
    elementwise.check_range(value, result.dtype)
    return type(x).made(value, result)


def dot(a: Any, b: Any, out: Any = None) -> Any:
    """`np.dot`, which multiplies numbers as well."""
    if out is not None:
        raise refuse("np.dot with out=: a = np.dot(…)")
    if np.ndim(a) == 0 or np.ndim(b) == 0:
        return np.multiply(a, b)
    return matmul(a, b)


def inner(a: Any, b: Any) -> Any:
    """`np.inner`: along the last axes of both."""
    if np.ndim(a) == 0 or np.ndim(b) == 0:
        return np.multiply(a, b)
    return matmul(a, np.transpose(b))


def vdot(a: Any, b: Any) -> Any:
    """`np.vdot`, which conjugates its first argument and knows no shapes."""
    return matmul(np.ravel(_conjugated(a)), np.ravel(b))


def _conjugated(a: Any) -> Any:
    """Booleans stay booleans, which `np.conj` makes integers of."""
    return np.conj(a) if np.iscomplexobj(a) else a


def outer(a: Any, b: Any, out: Any = None) -> Any:
    """`np.outer`: every product."""
    if out is not None:
        raise refuse("np.outer with out=: a = np.outer(…)")
    return np.ravel(a)[:, None] * np.ravel(b)[None, :]


def kron(a: Any, b: Any) -> Any:
    """`np.kron`, of numbers, vectors and matrices."""
    ndim = max(np.ndim(a), np.ndim(b))
    if ndim > 2:
        raise refuse("np.kron of more than two dimensions")
    if ndim == 0 or min(np.ndim(a), np.ndim(b)) == 0:
        return np.multiply(a, b)
    if ndim == 1:
        return np.ravel(outer(a, b))
    first, second = np.atleast_2d(a), np.atleast_2d(b)
    shape = (first.shape[0] * second.shape[0], first.shape[1] * second.shape[1])
    return (first[:, None, :, None] * second[None, :, None, :]).reshape(shape)


def convolve(a: Any, v: Any, mode: Any = "full") -> Any:
    """`np.convolve`: the product of polynomials."""
    x: Vector = a if is_encrypted(a) else v
    dummies = [elementwise.plain(one, x.space) for one in (a, v)]
    result = elementwise.asked(lambda: np.convolve(dummies[0], dummies[1], mode=mode))
    _check_vectors("convolve", a, v, result)
    start = _start(np.size(dummies[0]), np.size(dummies[1]), result.size)
    if is_encrypted(a) and is_encrypted(v):
        return _convolved(a, v, result.size, start)
    kernel = np.atleast_1d(x.space.exact(v if x is a else a))
    at, places = np.indices((kernel.size, x.size)).reshape(2, -1)
    to = at + places - start
    kept = (to >= 0) & (to < result.size)
    return _mapped(x, to[kept], places[kept], kernel[at[kept]], result)


def correlate(a: Any, v: Any, mode: str = "valid") -> Any:
    """`np.correlate`: with the second vector conjugated and turned round."""
    if np.size(v) > np.size(a):
        raise refuse("np.correlate with a longer second vector: the longer one comes first")
    return convolve(a, np.flip(_conjugated(v)), mode)


def _check_vectors(name: str, a: Any, v: Any, result: Any) -> None:
    if np.ndim(a) != 1 or np.ndim(v) != 1:
        raise refuse(f"np.{name} takes vectors")
    if result.dtype.kind == "b":
        raise refuse(f"np.{name} of booleans is a disjunction: .astype(int) counts")


def _start(first: int, second: int, size: int) -> int:
    """Where in the whole convolution the result begins."""
    whole, shorter = first + second - 1, min(first, second)
    if size == whole:
        return 0
    if size == whole - 2 * (shorter - 1):
        return shorter - 1
    return (shorter - 1) // 2


def _convolved(a: Vector, v: Vector, size: int, start: int) -> Any:
    short, long = (a, v) if a.size < v.size else (v, a)
    total: Any = None
    for at in range(short.size):
        to = np.arange(long.size) + at - start
        kept = (to >= 0) & (to < size)
        part = short[at] * long[kept]
        width = (int(to[kept][0]), size - 1 - int(to[kept][-1]))
        term = np.pad(part, width)
        total = term if total is None else total + term
    return total


def polyval(p: Any, x: Any) -> Any:
    """`np.polyval`: coefficients, the highest first, known when the function is traced, or not."""
    if is_encrypted(p) or not is_encrypted(x):
        total: Any = np.zeros_like(x) if is_encrypted(x) else np.zeros_like(np.asarray(x))
        for coefficient in p:
            total = total * x + coefficient
        return total
    space = x.space
    given: NDArray[Any] = space.exact(p)
    if given.ndim != 1 or not given.size:
        raise refuse("coefficients are one list of numbers")
    coefficients = p if isinstance(p, np.ndarray) else [elementwise.plain(c, space) for c in p]
    result = elementwise.asked(lambda: np.polyval(coefficients, x.dummy()))
    elementwise.check_type(result.dtype, space)
    if result.dtype.kind == "b":
        raise refuse("a polynomial of booleans is one of disjunctions: .astype(int)")
    value = polynomial(given, x.read())
    elementwise.check_range(value, result.dtype)
    return type(x).made(value, result)


def difference(a: Any, n: int = 1, axis: int = -1, prepend: Any = None, append: Any = None) -> Any:
    """`np.diff`: the differences of neighbours, n times."""
    parts = [one for one in (prepend, a, append) if one is not None and one is not np._NoValue]
    shape = list(np.shape(a))
    shape[axis] = 1
    whole = [np.broadcast_to(one, shape) if np.ndim(one) == 0 else one for one in parts]
    for _ in range(n):
        # Never longer than the result, which may be as long as vectors are.
        pieces: list[Any] = []
        last: Any = None
        for number, part in enumerate(whole):
            moved = np.moveaxis(part, axis, -1)
            if number:
                pieces.append(_unequal(moved[..., :1], last))
            last = moved[..., -1:]
            if moved.shape[-1] > 1:
                pieces.append(_unequal(moved[..., 1:], moved[..., :-1]))
        if not pieces:
            raise refuse("an array without entries")
        joined = np.concatenate(pieces, axis=-1) if len(pieces) > 1 else pieces[0]
        whole = [np.moveaxis(joined, -1, axis)]
    return whole[0]


def _unequal(a: Any, b: Any) -> Any:
    """The difference, of booleans as numpy has it."""
    booleans = a.dtype.kind == "b" and b.dtype.kind == "b"
    return np.not_equal(a, b) if booleans else np.subtract(a, b)


def trace(a: Any, offset: int = 0, axis1: int = 0, axis2: int = 1) -> Any:
    """`np.trace`: the sum along a diagonal."""
    return np.sum(np.diagonal(a, offset, axis1, axis2), axis=-1)
