"""The functions of numpy that have a circuit: one table, for traced vectors and for ciphertexts."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import numpy as np

from ringassay.trace import elementwise, products, reductions, structure
from ringassay.trace.encrypted import holds_encrypted, is_encrypted, replaced
from ringassay.trace.errors import TraceError, refuse
from ringassay.trace.values import bounds


def ufunc(function: Any, method: str, inputs: tuple[Any, ...], options: dict[str, Any]) -> Any:
    """A universal function of numpy on encrypted arrays."""
    targets = tuple(one for one in options.pop("out", ()) if one is not None)
    if method == "__call__" and function is np.matmul:
        computed: Callable[[], Any] = lambda: _checked(  # noqa: E731
            np.matmul, products.matmul(*inputs), inputs, {}
        )
    elif method == "__call__" and function in elementwise.RULES:
        computed = lambda: elementwise.operation(function, *inputs)  # noqa: E731
    elif method == "reduce" and function in reductions.OF_UFUNC and is_encrypted(inputs[0]):
        return _returned(targets, lambda: reductions.reduce_of(function, inputs[0], options))
    elif method == "accumulate" and function in reductions.SCANNED_OF_UFUNC:
        return _returned(targets, lambda: reductions.accumulate_of(function, inputs[0], options))
    elif method == "outer" and function in elementwise.RULES and not options:
        return _returned(targets, lambda: _outer(function, *inputs))
    else:
        raise unknown(function.__name__ + ("" if method == "__call__" else f".{method}"))
    if options:
        raise refuse(f"np.{function.__name__} with {', '.join(options)}= has no circuit")
    if not targets:
        return computed()
    (target,) = targets
    if not is_encrypted(target):
        raise refuse(
            f"np.{function.__name__} into an array of numpy (out= or an operator as +=), which "
            "cannot hold encrypted values: write a = a + x, or begin with np.zeros_like(x)"
        )
    if function is np.matmul:
        found = computed()
        first, second = _dummies(inputs)
        out = np.ones(target.shape, target.dtype)
        elementwise.asked(lambda: np.matmul(first, second, out=out))
        elementwise.overwrite(target, found.read(), found.dtype)
        return target
    return elementwise.in_place(function, target, *inputs)


def _dummies(inputs: tuple[Any, ...]) -> list[Any]:
    return [one.dummy() if is_encrypted(one) else one for one in inputs]


def _returned(targets: Any, computed: Callable[[], Any]) -> Any:
    if targets:
        raise refuse("out= has no circuit here: write a = …")
    return computed()


def _outer(function: Any, a: Any, b: Any) -> Any:
    first = a if is_encrypted(a) else np.asarray(a)
    places = (...,) + (None,) * np.ndim(b)
    return elementwise.operation(function, first[places] if np.ndim(b) else first, b)


def call(function: Any, args: Any, options: dict[str, Any] | None = None) -> Any:
    """A function of numpy on encrypted arrays."""
    given = options or {}
    if function in structure.CONTENT:
        if function is np.where and len(args) == 3 and is_encrypted(args[0]):
            return _where(*args)
        return structure.structure(function, args, given)
    if function in reductions.REDUCED:
        return reductions.reduced(function, args, given)
    if function in reductions.SCANNED:
        return reductions.scanned(function, args, given)
    found = _FUNCTIONS.get(function)
    if found is None:
        raise unknown(function.__name__)
    try:
        inspect.signature(found).bind(*args, **given)
    except TypeError as error:
        raise refuse(f"np.{function.__name__}: {error}") from None
    made = found(*args, **given)
    return _checked(function, made, args, given) if function in _COMPOSED else made


def _checked(function: Any, made: Any, args: Any, given: dict[str, Any]) -> Any:
    """What is composed of other functions has numpy's type, shape and order in memory as well."""
    plain = (replaced(args, _dummy), replaced(given, _dummy))
    like = elementwise.asked(lambda: function(*plain[0], **plain[1]))
    if made.shape != like.shape or made.dtype != like.dtype:
        raise refuse(
            f"np.{function.__name__}: numpy's result is {like.dtype} of the shape {like.shape}, "
            f"which is not followed: .astype(int) of booleans before it"
        )
    return type(made).made(made.read(), like)


def _dummy(one: Any) -> Any:
    return one.dummy()


def _where(condition: Any, a: Any, b: Any) -> Any:
    """a where the encrypted condition holds, else b."""
    space = condition.space
    dummies = [elementwise.plain(one, space) for one in (condition, a, b)]
    like = elementwise.asked(lambda: np.where(*dummies))
    elementwise.check_size(like.shape, space)
    elementwise.check_type(like.dtype, space)
    chosen = _truth(condition)
    if like.dtype.kind == "b":
        return (chosen & a) | (~chosen & b)
    first, second = (elementwise.operand(one, like.shape, condition) for one in (a, b))
    ends = (*bounds(first), *bounds(second))
    found = np.asarray(b) if not is_encrypted(b) else b
    # Integers before the difference: booleans have none.
    made = found + chosen.astype(space.dtype() if space.reals else int) * _difference(a, b)
    count = int(np.prod(like.shape)) if like.shape else None
    value = made.read(like.shape).widened(count).having(min(ends), max(ends))
    elementwise.check_range(value, like.dtype)
    return type(condition).made(value, like)


def _difference(a: Any, b: Any) -> Any:
    return np.subtract(*(one.astype(int) if _is_bool(one) else one for one in (a, b)))


def _is_bool(value: Any) -> bool:
    return is_encrypted(value) and value.dtype.kind == "b"


def _truth(condition: Any) -> Any:
    return condition if condition.dtype.kind == "b" else condition.astype(bool)


def _filled(number: int | None) -> Callable[..., Any]:
    def filled(a: Any, *rest: Any, dtype: Any = None, shape: Any = None, **more: Any) -> Any:
        if holds_encrypted(rest):
            raise refuse("np.full_like with an encrypted value: np.zeros_like(x) + value")
        value = number if number is not None else rest[0]
        template = a.dummy() if is_encrypted(a) else a
        public = elementwise.asked(lambda: np.full_like(template, value, dtype=dtype, shape=shape))
        elementwise.check_size(public.shape, a.space)
        elementwise.check_type(public.dtype, a.space)
        zero = a.read().zero()
        flat = type(zero)(zero.engine, zero.node, public.size)
        made = type(a).made(flat, public)
        made[...] = public
        return made

    return filled


def _imaginary(x: Any) -> Any:
    return x.imag if x.dtype.kind == "c" else np.zeros_like(x)


def _average(a: Any, axis: Any = None, weights: Any = None) -> Any:
    if weights is None:
        return np.mean(a, axis=axis)
    if is_encrypted(weights) or np.shape(weights) != np.shape(a):
        raise refuse("np.average: weights are public and of the shape of the array")
    return np.sum(a * weights, axis=axis) / np.sum(weights, axis=axis)


def _conjugate(x: Any) -> Any:
    # The method of arrays that are not complex gives the array itself, the function a copy.
    return np.conjugate(x) if x.dtype.kind == "c" else x


_FUNCTIONS: dict[Any, Callable[..., Any]] = {
    np.var: reductions.variance,
    np.average: _average,
    np.dot: products.dot,
    np.inner: products.inner,
    np.vdot: products.vdot,
    np.outer: products.outer,
    np.kron: products.kron,
    np.convolve: products.convolve,
    np.correlate: products.correlate,
    np.polyval: products.polyval,
    np.diff: products.difference,
    np.trace: products.trace,
    np.real: lambda val: val.real,
    np.imag: _imaginary,
    np.iscomplexobj: lambda x: x.dtype.kind == "c",
    np.isrealobj: lambda x: x.dtype.kind != "c",
    np.shape: lambda a: a.shape,
    np.ndim: lambda a: a.ndim,
    np.size: lambda a, axis=None: a.size if axis is None else a.shape[axis],
    np.zeros_like: _filled(0),
    np.empty_like: _filled(0),
    np.ones_like: _filled(1),
    np.full_like: _filled(None),
    np.copy: lambda a, order="K", subok=False: a.copy(order),
    np.result_type: lambda *all_: np.result_type(*_dummies(all_)),
    np.may_share_memory: lambda a, b, max_work=None: np.may_share_memory(a.places, b.places),
    np.shares_memory: lambda a, b, max_work=None: np.shares_memory(a.places, b.places),
}

_COMPOSED = (
    *(np.var, np.average, np.dot, np.inner, np.vdot, np.outer, np.kron),
    *(np.convolve, np.correlate, np.diff, np.trace),
)
"""What is computed by other functions of numpy."""

METHODS: dict[str, Any] = {
    **{one.__name__: one for one in (np.sum, np.prod, np.mean, np.var, np.any, np.all)},
    **{one.__name__: one for one in (np.cumsum, np.cumprod, np.dot, np.trace)},
    **{one.__name__: one for one in (np.ravel, np.squeeze, np.swapaxes, np.repeat, np.take)},
    "diagonal": np.diagonal,
    "max": np.max,
    "min": np.min,
    "conj": _conjugate,
    "conjugate": _conjugate,
}
"""Methods of arrays and the functions that do the same."""
_FUNCTIONS[_conjugate] = _conjugate

_WAYS_OUT = {
    **dict.fromkeys(
        ("exp", "log", "sin", "cos", "tanh", "sqrt", "reciprocal", "std", "cbrt"),
        "approximate it on the range of its argument by a polynomial, np.polyval",
    ),
    **dict.fromkeys(
        ("sort", "argsort", "argmax", "argmin", "median", "clip", "sign", "searchsorted"),
        "which of two is larger is no polynomial of low degree: compute on bits, or approximate "
        "the sign by a polynomial",
    ),
    "norm": "x @ x is its square",
    "array": "np.stack([…]) makes an array of several, x.copy() a copy",
    "einsum": "write it with @, .sum(axis=…) and x[:, None]",
    "tensordot": "write it with @, .reshape and .sum(axis=…)",
    ".tolist": "list(x) has encrypted numbers",
    ".item": "x[0] is an encrypted number",
    ".fill": "x[...] = number",
}


def unknown(name: str) -> TraceError:
    """The refusal of a function that is not in the table."""
    way = _WAYS_OUT.get(name) or _WAYS_OUT.get(name.lstrip("."))
    shown = name if name.startswith(".") else f"np.{name}"
    if way is not None:
        return refuse(f"{shown} has no circuit: {way}")
    return refuse(f"{shown} has no circuit; these have one: {listed()}")


def listed() -> str:
    """The names of all, for messages."""
    tables = (_FUNCTIONS, elementwise.RULES, structure.CONTENT, (*reductions.REDUCED, np.matmul))
    names = {one.__name__ for table in tables for one in table} | {"cumsum", "cumprod"}
    return ", ".join(f"np.{name}" for name in sorted(names - {"_conjugate"}))
