"""The functions of numpy that have a circuit."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import numpy as np

from ringassay.trace import products
from ringassay.trace.errors import refuse

_UFUNCS: dict[Any, Callable[..., Any]] = {
    np.add: operator.add,
    np.subtract: operator.sub,
    np.multiply: operator.mul,
    np.negative: operator.neg,
    np.positive: operator.pos,
    np.conjugate: lambda x: x.conj(),
    np.power: operator.pow,
    np.true_divide: operator.truediv,
    np.square: lambda x: x * x,
    np.matmul: products.matmul,
    np.remainder: operator.mod,
    np.bitwise_and: operator.and_,
    np.bitwise_or: operator.or_,
    np.bitwise_xor: operator.xor,
    np.logical_and: operator.and_,
    np.logical_or: operator.or_,
    np.logical_xor: operator.xor,
    np.logical_not: operator.invert,
    np.invert: operator.invert,
    np.equal: operator.eq,
    np.not_equal: operator.ne,
    np.less: operator.lt,
    np.less_equal: operator.le,
    np.greater: operator.gt,
    np.greater_equal: operator.ge,
}

_REFLECTED: dict[Any, Callable[[Any, Any], Any]] = {
    operator.sub: lambda a, b: b.__rsub__(a),
    operator.add: lambda a, b: b + a,
    operator.mul: lambda a, b: b * a,
    operator.and_: lambda a, b: b & a,
    operator.or_: lambda a, b: b | a,
    operator.xor: lambda a, b: b ^ a,
    operator.eq: lambda a, b: b == a,
    operator.ne: lambda a, b: b != a,
    operator.lt: lambda a, b: b > a,
    operator.gt: lambda a, b: b < a,
    operator.le: lambda a, b: b >= a,
    operator.ge: lambda a, b: b <= a,
}
"""What asks the right operand, where the left one is no vector: numpy's arrays would take over."""


def ufunc(function: Any, method: str, inputs: tuple[Any, ...], options: dict[str, Any]) -> Any:
    """A universal function of numpy on vectors."""
    if method == "reduce" and function is np.add and products.is_vector(inputs[0]):
        return inputs[0].sum(options.get("axis"))
    found = _UFUNCS.get(function)
    if found is None or method != "__call__" or any(v is not None for v in options.values()):
        named = function.__name__ + ("" if method == "__call__" else f".{method}")
        raise _unknown(named)
    if len(inputs) == 2 and not products.is_vector(inputs[0]):
        reflected = _REFLECTED.get(found)
        if reflected is not None:
            return reflected(*inputs)
        if found is operator.pow:
            raise refuse("an encrypted exponent")
    return found(*inputs)


def _roll(x: Any, shift: Any, axis: Any = None) -> Any:
    x._axis(axis)
    return products.roll(x, shift)


def _sum(x: Any, axis: Any = None, **options: Any) -> Any:
    if any(value not in (None, np._NoValue) for value in options.values()):
        raise refuse("np.sum with more than an axis")
    return x.sum(axis)


def _mean(x: Any, axis: Any = None) -> Any:
    return x.mean(axis)


def _take(x: Any, indices: Any, axis: Any = None) -> Any:
    x._axis(axis)
    return x[np.asarray(indices)]


def _flip(x: Any, axis: Any = None) -> Any:
    x._axis(axis)
    return x[::-1]


def _along(function: Callable[[Any], Any]) -> Callable[..., Any]:
    def along(parts: Any, axis: Any = 0) -> Any:
        if axis != 0:
            raise refuse(f"axis {axis}: encrypted vectors have one dimension")
        return function(parts)

    return along


_FUNCTIONS: dict[Any, Callable[..., Any]] = {
    np.roll: _roll,
    np.sum: _sum,
    np.mean: _mean,
    np.dot: products.matmul,
    np.inner: products.matmul,
    np.vdot: lambda a, b: products.matmul(np.conjugate(a), b),
    np.real: lambda x: x.real,
    np.imag: lambda x: x.imag,
    np.polyval: products.polynomial,
    np.where: products.where,
    np.take: _take,
    np.flip: _flip,
    np.stack: _along(products.stack),
    np.concatenate: _along(products.concatenate),
    np.shape: lambda x: x.shape,
    np.ndim: lambda x: x.ndim,
    np.size: lambda x: x.size,
    np.zeros_like: lambda x: x * 0,
    np.ones_like: lambda x: x * 0 + 1,
    np.copy: lambda x: x,
}


def call(function: Any, args: Any, options: Any) -> Any:
    """A function of numpy on vectors."""
    found = _FUNCTIONS.get(function)
    if found is None:
        raise _unknown(function.__name__)
    try:
        return found(*args, **options)
    except TypeError as error:
        raise refuse(f"np.{function.__name__}: {error}") from None


def listed() -> str:
    """The names of all, for messages."""
    return ", ".join(sorted({f"np.{one.__name__}" for one in (*_FUNCTIONS, *_UFUNCS)}))


def _unknown(name: str) -> Exception:
    return refuse(f"np.{name} has no circuit; these have one: {listed()}")
