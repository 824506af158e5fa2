"""Numpy's universal functions, entry by entry: numpy says the shape and the type of a result."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from ringassay.trace import logic
from ringassay.trace.encrypted import holds_encrypted, is_encrypted
from ringassay.trace.errors import refuse
from ringassay.trace.space import Space
from ringassay.trace.values import Exact, Value, bounds, combined, power

if TYPE_CHECKING:
    from ringassay.trace.vector import Vector

Operand = Value | Exact
_REALS = {"float64", "complex128"}
Rule = Callable[[list[Any], int | None, "np.dtype[Any]", Space], Value]

MACHINE = "numpy's result over machine integers and arithmetic modulo t are different things there"


def operation(ufunc: Any, *inputs: Any) -> Vector:
    """A universal function of operands, one of them encrypted at least."""
    rule = RULES.get(ufunc)
    if rule is None:
        raise refuse(f"np.{ufunc.__name__} has no circuit")
    first: Vector = next(one for one in inputs if is_encrypted(one))
    space = first.space
    if ufunc is np.power:
        _check_power(inputs)
    result = asked(lambda: ufunc(*(plain(one, space) for one in inputs)))
    count = int(np.prod(result.shape)) if result.shape else None
    check_size(result.shape, space)
    if ufunc is np.true_divide:
        _check_divisor(inputs[1], space)
    operands = [operand(one, result.shape, first) for one in inputs]
    check_type(result.dtype, space)
    value = rule(operands, count, result.dtype, space)
    check_range(value, result.dtype)
    return type(first).made(value, result)


def in_place(ufunc: Any, target: Vector, *inputs: Any) -> Vector:
    """The same, written into an array, and so seen by every view of it."""
    if target.is_number and target is inputs[0]:
        # Numpy's numbers do not change: the name gets another one.
        return operation(ufunc, *inputs)
    space = target.space
    out = np.ones(target.shape, target.dtype)
    asked(lambda: ufunc(*(plain(one, space) for one in inputs), out=out))
    found = operation(ufunc, *inputs)
    overwrite(target, found.read(target.shape), found.dtype)
    return target


def overwrite(target: Vector, value: Value, dtype: np.dtype[Any]) -> None:
    """All entries of an array get these values."""
    check_writeable(target)
    flat = target.places.ravel()
    source = np.arange(flat.size)
    target.memory.write(flat, source, cast(value.widened(flat.size), dtype, target.dtype))


def check_writeable(target: Vector) -> None:
    """Raises `TraceError` for numbers and read-only views."""
    if target.is_number or not target.places.flags.writeable:
        what = "a number of numpy" if target.is_number else "a read-only view"
        raise refuse(f"an assignment to {what}, which numpy refuses as well")


def asked(question: Callable[[], Any]) -> Any:
    """What numpy itself makes of plain arrays of the same shapes and types."""
    try:
        with np.errstate(all="ignore"), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return question()
    except (TypeError, ValueError, IndexError, OverflowError, AttributeError) as error:
        raise refuse(f"numpy refuses it: {error}") from None


def plain(value: Any, space: Space) -> Any:
    """An operand as numpy has to be asked about it."""
    if is_encrypted(value):
        return value.dummy()
    if holds_encrypted(value):
        raise refuse("a list of encrypted values is no array: np.stack([…]) makes one")
    if isinstance(value, int) and not space.reals and not -(2**63) <= value < 2**63:
        # Integers are exact here, as Python's are.
        return 1
    return value


def operand(value: Any, shape: tuple[int, ...], first: Vector) -> Operand:
    """Entries in a row, repeated to the shape of the result; numbers stay numbers."""
    if is_encrypted(value):
        if value.engine is not first.engine:
            raise refuse("a vector of another call")
        found: Value = value.read(shape)
        return found
    exact = first.space.exact(value)
    return exact if exact.ndim == 0 else np.broadcast_to(exact, shape).ravel()


def check_size(shape: tuple[int, ...], space: Space) -> None:
    """Raises `TraceError` for more entries than there are slots, and for none."""
    size = int(np.prod(shape))
    if size > space.length:
        raise refuse(
            f"{size} entries, {' × '.join(map(str, shape))}: vectors have at most {space.length}, "
            "as the inputs; a larger length= gives room"
        )
    if size == 0:
        raise refuse("an array without entries")


def check_type(dtype: np.dtype[Any], space: Space) -> None:
    """Raises `TraceError` for results that are none of the space's."""
    if dtype.kind == "O" and not space.reals:
        return
    if dtype.kind not in space.kinds() or (space.reals and dtype.name not in _REALS):
        hint = "" if space.reals else ": multiply by the inverse modulo t where it is a division"
        raise refuse(f"numpy's result is {dtype}, which is not followed over {space}{hint}")


def check_range(value: Value, dtype: np.dtype[Any]) -> None:
    """Raises `TraceError` where a type narrower than 64 bits overflows."""
    if dtype.kind not in "iu" or dtype == np.int64:
        return
    limits = np.iinfo(dtype)
    if value.low < limits.min or value.high > limits.max:
        raise refuse(f"{dtype} overflows from {limits.max} on: {MACHINE}; .astype(int) before it")


def cast(value: Value, dtype: np.dtype[Any], wanted: np.dtype[Any]) -> Value:
    """The same values in another type. Raises `TraceError` where they would change."""
    space = value.engine.space
    if dtype == wanted:
        return value
    if wanted.kind == "b":
        return logic.as_bool(value)
    if wanted.kind == "O":
        raise refuse("arrays of objects")
    check_type(wanted, space)
    if dtype.kind == "c":
        raise refuse("a complex number cast to a real one: .real takes the real part")
    check_range(value, wanted)
    return value


def _check_power(inputs: Any) -> None:
    base, exponent = inputs
    if is_encrypted(exponent) or not is_encrypted(base):
        raise refuse("an encrypted exponent")
    if isinstance(exponent, (bool, np.bool_)) or np.ndim(exponent):
        raise refuse("an exponent is one whole number that is known when the function is traced")
    if exponent != int(exponent):
        raise refuse(f"the exponent {exponent}: a root is no polynomial, approximate it by one")
    if base.space.reals and exponent < 0:
        raise refuse("a negative exponent: there is no division")
    dummy = base.dummy()
    both = (asked(lambda: dummy**exponent), asked(lambda: np.power(dummy, exponent)))
    if both[0].dtype != both[1].dtype:
        raise refuse(f"a power of {base.dtype}: numpy's ** and np.power differ; .astype(int)")


def _check_divisor(divisor: Any, space: Space) -> None:
    if is_encrypted(divisor):
        raise refuse(
            "no division by an encrypted value: "
            + (
                "approximate 1/x by a polynomial"
                if space.reals
                else "multiply by the inverse modulo t"
            )
        )
    if not space.reals:
        raise refuse("no division of encrypted integers: multiply by the inverse modulo t")
    if not space.exact(divisor).all():
        raise refuse("a division by zero")


def _sum(found: list[Any], count: int | None, dtype: np.dtype[Any], space: Space) -> Value:
    if dtype.kind == "b":
        # Numpy's sum of booleans is their disjunction.
        return logic.bitwise("|", found[0], found[1], count)
    return combined("+", found[0], found[1], count)


def _remainder(found: list[Any], count: int | None, dtype: np.dtype[Any], space: Space) -> Value:
    x, divisor = found
    if space.reals:
        raise refuse("no remainders of reals")
    if isinstance(x, Value) and not isinstance(divisor, Value):
        least, most = bounds(divisor)
        if least > 0 and x.low >= 0 and x.high < least:
            return x
        if least == most and least > 0 and least % space.order == 0:
            return x.having(0, least - 1)
    raise refuse(f"no remainder but that by {space.order}, in which all is computed: {MACHINE}")


def _refused(why: str) -> Rule:
    def rule(found: list[Any], count: int | None, dtype: np.dtype[Any], space: Space) -> Value:
        raise refuse(why)

    return rule


def _invert(found: list[Any], count: int | None, dtype: np.dtype[Any], space: Space) -> Value:
    (x,) = found
    if dtype.kind == "b":
        return logic.as_bool(x).complement()
    return combined("-", np.asarray(-1, dtype=object), x, count)


def _shifted(found: list[Any], count: int | None, dtype: np.dtype[Any], space: Space) -> Value:
    x, amount = found
    if isinstance(amount, Value):
        raise refuse("an encrypted amount of a shift")
    if bounds(amount)[0] < 0 or bounds(amount)[1] > 62:
        raise refuse(f"shifts by 0 to 62 bits: {MACHINE}")
    return combined("*", x, np.asarray(2**amount, dtype=object), count)


def _within_bits(sign: str, name: str) -> Rule:
    """The larger or smaller of two bits."""

    def rule(found: list[Any], count: int | None, dtype: np.dtype[Any], space: Space) -> Value:
        if not all(map(logic.is_bit, found)):
            raise refuse(f"np.{name} on {space}: of bits only. {WAYS_OUT['maximum']}")
        return logic.bitwise(sign, found[0], found[1], count)

    return rule


def _absolute(found: list[Any], count: int | None, dtype: np.dtype[Any], space: Space) -> Value:
    (x,) = found
    if space.reals or x.low < 0:
        raise refuse(f"np.abs on {space}: {WAYS_OUT['absolute']}")
    return x  # type: ignore[no-any-return]


def _truth(x: Any) -> Operand:
    if isinstance(x, Value):
        return logic.as_bool(x)
    return np.asarray((x != 0).astype(int), dtype=object)


def _divide(found: list[Any], count: int | None, dtype: np.dtype[Any], space: Space) -> Value:
    return combined("*", found[0], 1.0 / found[1], count)


def _power(found: list[Any], count: int | None, dtype: np.dtype[Any], space: Space) -> Value:
    return power(found[0], int(found[1].real)).widened(count)


def _compared(sign: str) -> Rule:
    return lambda found, count, dtype, space: logic.ordered(sign, found[0], found[1], count)


def _bitwise(sign: str, *, of_truth: bool = False) -> Rule:
    def rule(found: list[Any], count: int | None, dtype: np.dtype[Any], space: Space) -> Value:
        first, second = map(_truth, found) if of_truth else found
        return logic.bitwise(sign, first, second, count)

    return rule


def _conjugate(found: list[Any], count: int | None, dtype: np.dtype[Any], space: Space) -> Value:
    value: Value = found[0]
    return value.conjugated() if dtype.kind == "c" else value


WAYS_OUT = {
    "maximum": "Compute on bits (`ringassay --page tracing`), or approximate the sign by a "
    "polynomial",
    "absolute": "x * x is its square; approximate the sign of reals by a polynomial",
}

RULES: dict[Any, Rule] = {
    np.add: _sum,
    np.subtract: lambda found, count, dtype, space: combined("-", found[0], found[1], count),
    np.multiply: lambda found, count, dtype, space: combined("*", found[0], found[1], count),
    np.square: lambda found, count, dtype, space: combined("*", found[0], found[0], count),
    np.negative: lambda found, count, dtype, space: found[0].negated(),
    np.positive: lambda found, count, dtype, space: found[0],
    np.conjugate: _conjugate,
    np.power: _power,
    np.true_divide: _divide,
    np.floor_divide: _refused(f"no division of encrypted values: {MACHINE}"),
    np.right_shift: _refused(f"no division of encrypted values: {MACHINE}"),
    np.remainder: _remainder,
    np.left_shift: _shifted,
    np.invert: _invert,
    np.bitwise_and: _bitwise("&"),
    np.bitwise_or: _bitwise("|"),
    np.bitwise_xor: _bitwise("^"),
    np.logical_and: _bitwise("&", of_truth=True),
    np.logical_or: _bitwise("|", of_truth=True),
    np.logical_xor: _bitwise("^", of_truth=True),
    np.logical_not: lambda found, count, dtype, space: logic.as_bool(found[0]).complement(),
    np.equal: lambda found, count, dtype, space: logic.equal(found[0], found[1], count),
    np.not_equal: lambda found, count, dtype, space: logic.equal(
        found[0], found[1], count
    ).complement(),
    np.less: _compared("<"),
    np.less_equal: _compared("<="),
    np.greater: _compared(">"),
    np.greater_equal: _compared(">="),
    np.maximum: _within_bits("|", "maximum"),
    np.minimum: _within_bits("&", "minimum"),
    np.absolute: _absolute,
}
