"""Numpy on the ciphertexts of a scheme: the same table of functions as for traced vectors."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any, Never, Self

import numpy as np

from ringassay.trace import engine, functions
from ringassay.trace.encrypted import replaced
from ringassay.trace.engine import Entries
from ringassay.trace.errors import TraceError, refuse
from ringassay.trace.space import Space
from ringassay.trace.vector import Vector

_OPERATORS: dict[Any, Callable[[Any, Any], Any]] = {
    np.add: operator.add,
    np.subtract: operator.sub,
    np.multiply: operator.mul,
}
_REFLECTED: dict[Any, Callable[[Any, Any], Any]] = {
    np.add: lambda a, b: b.__radd__(a),
    np.subtract: lambda a, b: b.__rsub__(a),
    np.multiply: lambda a, b: b.__rmul__(a),
}
_COMPARISONS = (np.equal, np.not_equal, np.less, np.less_equal, np.greater, np.greater_equal)


class NumpyCiphertext:
    """What ciphertexts of all schemes have in common for numpy: functions compute or are refused.

    A ciphertext is an array of ℓ entries, or one number in every entry, such as a sum. It is a
    value, as numbers are: `a += b` gives the name another ciphertext and changes none.
    """

    is_number: bool = False
    """Whether it is a number, which lies in every entry: what `np.sum` and `np.dot` give. Not
    saved: whoever loads it has a vector of equal entries."""

    # What a scheme says.

    def numpy_space(self) -> Space:
        """ℓ entries of what."""
        raise NotImplementedError

    def turned(self, amount: int) -> Self:
        """Entry i goes to i + amount, round the end of the ℓ entries."""
        raise NotImplementedError

    def summed(self) -> Self:
        """The sum of the ℓ entries, in every entry."""
        raise NotImplementedError

    def chosen(self, other: Self, mask: tuple[int, ...]) -> Self:
        """These entries where the mask is one, else those of the other."""
        raise NotImplementedError

    def conjugated(self) -> Self:
        """The complex conjugates."""
        raise NotImplementedError

    def polynomial_of(self, coefficients: tuple[complex, ...]) -> Self:
        """The polynomial with these coefficients, the lowest first."""
        raise NotImplementedError

    # What follows.

    @property
    def shape(self) -> tuple[int, ...]:
        """`(ℓ,)`, or `()` of a number."""
        return () if self.is_number else (self.numpy_space().length,)

    @property
    def ndim(self) -> int:
        """1, or 0 of a number."""
        return len(self.shape)

    @property
    def size(self) -> int:
        """The number of entries."""
        return 1 if self.is_number else self.numpy_space().length

    def __len__(self) -> int:
        """ℓ, the number of entries."""
        if self.is_number:
            raise TypeError("a number has no length: this ciphertext is a sum, in every entry")
        return self.size

    def __iter__(self) -> Never:
        """Refused: entries lie together in one ciphertext."""
        raise TypeError(
            "a ciphertext gives no single entries: decrypt it, or multiply it with a mask"
        )

    def __bool__(self) -> bool:
        """Refused: nobody knows without the key."""
        raise TypeError("a ciphertext is neither true nor false: decrypt it first")

    def __eq__(self, other: object) -> bool:
        """Refused: whether two vectors are equal is known after decryption."""
        raise TypeError(
            "ciphertexts are not compared: decrypt them first, or compare `save()` for identity"
        )

    __hash__ = object.__hash__

    def _uncompared(self, _other: Any) -> Never:
        """Refused: which entry is larger is known after decryption."""
        raise TypeError("ciphertexts have no order: decrypt them first")

    __lt__ = __le__ = __gt__ = __ge__ = _uncompared

    def __matmul__(self, other: Any) -> Any:
        """As numpy's: with a vector, with a public matrix of ℓ columns."""
        return np.matmul(self, other)

    def __rmatmul__(self, other: Any) -> Any:
        """Likewise."""
        return np.matmul(other, self)

    def __truediv__(self, other: Any) -> Any:
        """By public numbers, of real and complex entries."""
        return np.true_divide(self, other)

    def __array__(self, *_: Any, **__: Any) -> Never:
        """Refused."""
        raise TypeError("a ciphertext is no array of numpy: decrypt it, or keep a list of several")

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **options: Any) -> Any:
        """Operators of arrays with ciphertexts, and functions as `np.square`."""
        if ufunc in _COMPARISONS:
            raise TypeError("ciphertexts are not compared: decrypt them first")
        targets = options.get("out", ())
        if any(one is not None for one in targets):
            raise TypeError(
                f"np.{ufunc.__name__} into an array (out= or an operator as +=): an array of numpy "
                "cannot hold encrypted values, a ciphertext is a value: write a = a + c"
            )
        if method == "__call__" and ufunc in _OPERATORS and not options:
            first = isinstance(inputs[0], NumpyCiphertext)
            return (_OPERATORS if first else _REFLECTED)[ufunc](*inputs)
        return self._computed(
            ufunc,
            lambda given, more: functions.ufunc(ufunc, method, tuple(given), more),
            inputs,
            options,
        )

    def __array_function__(self, function: Any, types: Any, args: Any, options: Any) -> Any:
        """Functions as `np.dot`."""
        return self._computed(
            function, lambda given, more: functions.call(function, given, more), args, options
        )

    def _computed(
        self, function: Any, computed: Callable[[Any, Any], Any], args: Any, options: Any
    ) -> Any:
        operands = Operands(self)
        try:
            given = operands.wrapped(args), operands.wrapped(options)
            return operands.unwrapped(computed(*given))
        except TraceError as error:
            name = f"np.{function.__name__}"
            why = error.why if name in error.why else f"{name} of ciphertexts: {error.why}"
            raise TypeError(why) from None


class Operands:
    """The ciphertexts of one call, as arrays of the tracer's over an engine of their own."""

    def __init__(self, first: NumpyCiphertext) -> None:
        """Those of the same parameters as the first."""
        self._first = first
        self._space = first.numpy_space()

    def wrapped(self, value: Any) -> Any:
        """Arguments: ciphertexts as arrays."""
        if self._space.reals and not self._space.is_complex and _has_complex(value):
            length = self._space.length
            self._space = Space(length, None, self._space.bound, is_complex=True)
        made = CiphertextEngine(self._space)
        return replaced(
            value,
            lambda one: Vector.wire(made, one, is_number=one.is_number),
            NumpyCiphertext,
        )

    def unwrapped(self, result: Any) -> Any:
        """A result: arrays as ciphertexts."""
        if isinstance(result, (list, tuple)):
            return type(result)(map(self.unwrapped, result))
        if not isinstance(result, Vector):
            return result
        length = self._space.length
        if result.shape not in {(), (length,)}:
            raise refuse(
                f"the result has the shape {result.shape}: a ciphertext of these parameters holds "
                f"{length} entries, or a number"
            )
        node = result.read().node
        if result.shape == () and not node.is_number:
            node = node.as_number()
        return node


def _has_complex(value: Any) -> bool:
    if isinstance(value, (list, tuple)):
        return any(map(_has_complex, value))
    if isinstance(value, dict):
        return any(map(_has_complex, value.values()))
    if isinstance(value, NumpyCiphertext):
        return value.numpy_space().is_complex
    return isinstance(value, (complex, np.ndarray, np.generic)) and bool(np.iscomplexobj(value))


class CiphertextEngine:
    """Computes with ciphertexts at once, where the recorder of the tracer writes gates."""

    def __init__(self, space: Space) -> None:
        """Vectors of this kind."""
        self.space = space

    def add(self, a: Any, b: Any) -> Any:
        """a + b."""
        return a + b

    def sub(self, a: Any, b: Any) -> Any:
        """a - b."""
        return a - b

    def neg(self, a: Any) -> Any:
        """-a."""
        return -a

    def conj(self, a: Any) -> Any:
        """The complex conjugate."""
        return a.conjugated()

    def mul(self, a: Any, b: Any) -> Any:
        """a * b."""
        return a * b

    def rotate(self, a: Any, amount: int) -> Any:
        """Entry i goes to i + amount, round the end."""
        amount %= self.space.length
        return a.turned(amount) if amount else a

    def add_const(self, a: Any, entries: Entries) -> Any:
        """a + entries."""
        return a + np.array(entries) if any(entries) else a

    def mul_const(self, a: Any, entries: Entries) -> Any:
        """a * entries."""
        if all(entry == entries[0] for entry in entries):
            return a if entries[0] == 1 else a * entries[0]
        return a * np.array(entries)

    def select(self, a: Any, b: Any, mask: tuple[int, ...]) -> Any:
        """a where the mask is one, else b."""
        return a.chosen(b, mask)

    def poly(self, a: Any, coefficients: tuple[complex, ...]) -> Any:
        """The polynomial with these coefficients, the lowest first."""
        return a.polynomial_of(coefficients)

    def total(self, a: Any) -> Any:
        """The sum of all entries, in every entry."""
        return a.summed()


def total(a: Any, length: int) -> Any:
    """The sum of all entries by rotations, for schemes that have none of their own."""
    return engine.total(CiphertextEngine(Space(length, 2)), a)
