"""An encrypted vector, as a traced function sees it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, NoReturn

import numpy as np
from numpy.typing import NDArray

from ringassay.trace import array_functions, products
from ringassay.trace.encrypted import Encrypted
from ringassay.trace.errors import refuse
from ringassay.trace.recorder import Recorder
from ringassay.trace.space import Space

Operation = Literal["+", "-", "*"]


class Vector(Encrypted):
    """A vector of `size` encrypted entries, or one encrypted number where `size` is `None`.

    Behaves like a numpy array: operators, `np.roll`, `np.dot`, `@`, `.sum()`, indices known when
    the function is traced. A number lies in every slot; behind a vector's entries lie zeros.
    """

    # Of numpy's operators ours is asked first.
    __array_priority__ = 1000.0
    # Equality is a gate.
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, recorder: Recorder, node: int, size: int | None, *, bit: bool) -> None:
        """`bit` says that every entry is zero or one."""
        self._recorder = recorder
        self._node = node
        self._size = size
        self._bit = bit

    # What it is.

    @property
    def shape(self) -> tuple[int, ...]:
        """As numpy's."""
        return () if self._size is None else (self._size,)

    @property
    def ndim(self) -> int:
        """0 or 1."""
        return len(self.shape)

    @property
    def size(self) -> int:
        """Number of entries."""
        return 1 if self._size is None else self._size

    @property
    def space(self) -> Space:
        """Over what it is."""
        return self._recorder.space

    def __len__(self) -> int:
        """Number of entries of a vector."""
        if self._size is None:
            raise refuse("a number has no length")
        return self._size

    def __iter__(self) -> Iterator[Vector]:
        """Each entry as a number: a mask and a sum for each."""
        return (self[at] for at in range(len(self)))

    def __repr__(self) -> str:
        """For debuggers."""
        return f"Vector({self._size}, {self.space})"

    # Arithmetic.

    def __add__(self, other: Any) -> Vector:
        return self._combined("+", other)

    __radd__ = __add__

    def __sub__(self, other: Any) -> Vector:
        return self._combined("-", other)

    def __rsub__(self, other: Any) -> Vector:
        return (-self)._combined("+", other)

    def __mul__(self, other: Any) -> Vector:
        return self._combined("*", other)

    __rmul__ = __mul__

    def __neg__(self) -> Vector:
        return self._same(self._recorder.neg(self._node))

    def __pos__(self) -> Vector:
        return self

    def __pow__(self, exponent: Any) -> Any:
        return products.power(self, exponent)

    def __rpow__(self, other: Any) -> NoReturn:
        raise refuse("an encrypted exponent")

    def __matmul__(self, other: Any) -> Any:
        return products.matmul(self, other)

    def __rmatmul__(self, other: Any) -> Any:
        return products.matmul(other, self)

    def __mod__(self, other: Any) -> Vector:
        if self.space.reals:
            raise refuse("no remainders on reals")
        if isinstance(other, int) and other == self.space.order:
            return self
        raise refuse(f"no remainder but that by {self.space.order}, in which all is computed")

    # Logic: on bits, and on what comparisons give.

    def __and__(self, other: Any) -> Vector:
        self._logical(other, "&")
        return self._combined("*", other)

    __rand__ = __and__

    def __xor__(self, other: Any) -> Vector:
        self._logical(other, "^")
        if self.space.bits:
            return self._combined("+", other)
        return self._as_bit(self + other - 2 * (self * other))

    __rxor__ = __xor__

    def __or__(self, other: Any) -> Vector:
        self._logical(other, "|")
        return self._as_bit(self + other - self * other)

    __ror__ = __or__

    def __invert__(self) -> Vector:
        self._logical(1, "~")
        return self._complement()

    def __eq__(self, other: Any) -> Vector:  # type: ignore[override]
        return products.equal(self, other)

    def __ne__(self, other: Any) -> Vector:  # type: ignore[override]
        return products.equal(self, other)._complement()

    def __lt__(self, other: Any) -> Vector:
        self._ordered("<")
        return self._complement()._combined("*", other)

    def __gt__(self, other: Any) -> Vector:
        self._ordered(">")
        return self._combined("*", 1 - self._lifted(other))

    def __le__(self, other: Any) -> Vector:
        return self.__gt__(other)._complement()

    def __ge__(self, other: Any) -> Vector:
        return self.__lt__(other)._complement()

    # Entries.

    def __getitem__(self, index: Any) -> Vector:
        return products.gather(self, index)

    def __setitem__(self, index: Any, value: Any) -> NoReturn:
        raise refuse(
            "an entry of an encrypted vector cannot be replaced: build the vector with np.where, "
            "np.stack or np.concatenate"
        )

    def sum(self, axis: int | None = None) -> Vector:
        """The sum of the entries."""
        self._axis(axis)
        if self._size is None:
            return self
        return self._number(self._recorder.total(self._node))

    def mean(self, axis: int | None = None) -> Vector:
        """The mean of the entries, of reals."""
        return self.sum(axis) / self.size

    def conj(self) -> Vector:
        """The complex conjugate; of anything but complex numbers itself."""
        if not self.space.is_complex or self._bit:
            return self
        return self._same(self._recorder.conj(self._node))

    conjugate = conj

    @property
    def real(self) -> Vector:
        """The real parts."""
        return (self + self.conj()) / 2 if self.space.is_complex else self

    @property
    def imag(self) -> Vector:
        """The imaginary parts."""
        return (self - self.conj()) / 2j if self.space.is_complex else self * 0

    def dot(self, other: Any) -> Any:
        """As numpy's."""
        return products.matmul(self, other)

    def roll(self, shift: int) -> Vector:
        """As `np.roll`: entry i goes to i + shift, round the end."""
        return products.roll(self, shift)

    def copy(self) -> Vector:
        """Itself: nothing can change it."""
        return self

    # What has no circuit.

    def __bool__(self) -> bool:
        raise refuse(
            "a branch on an encrypted value: nobody knows it while the circuit is made. Compute "
            "both sides and choose with np.where(condition, a, b)"
        )

    def __index__(self) -> int:
        raise refuse("an encrypted number as an index, a count or an amount of a rotation")

    def __int__(self) -> int:
        raise refuse("an encrypted value cannot be read as an integer")

    def __float__(self) -> float:
        raise refuse("an encrypted value cannot be read as a number")

    def __truediv__(self, other: Any) -> Vector:
        if not self.space.reals or isinstance(other, Vector):
            self._divided(other)
        divisor = self._lifted(other)
        if not divisor.all():
            raise refuse("a division by zero")
        return self._combined("*", 1.0 / divisor)

    def _divided(self, other: Any) -> NoReturn:
        if self.space.reals:
            raise refuse("no division by an encrypted value: approximate 1/x by a polynomial")
        raise refuse("no division of encrypted values: multiply by the inverse modulo t")

    __rtruediv__ = __floordiv__ = __rfloordiv__ = _divided

    def __array__(self, *_: Any, **__: Any) -> NoReturn:
        raise refuse(
            "an encrypted vector is no array of numpy: np.array and functions without a circuit "
            f"cannot take it. There are circuits for: {array_functions.listed()}"
        )

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **options: Any) -> Any:
        return array_functions.ufunc(ufunc, method, inputs, options)

    def __array_function__(self, function: Any, types: Any, args: Any, options: Any) -> Any:
        return array_functions.call(function, args, options)

    # For the modules of this package.

    def _made(self, node: int, size: int | None, *, bit: bool = False) -> Vector:
        return Vector(self._recorder, node, size, bit=bit or self.space.bits)

    def _same(self, node: int) -> Vector:
        return self._made(node, self._size)

    def _number(self, node: int) -> Vector:
        return self._made(node, None)

    def _as_bit(self, other: Vector) -> Vector:
        return self._made(other._node, other._size, bit=True)

    def _complement(self) -> Vector:
        """One minus it."""
        return self._as_bit((-self)._combined("+", 1))

    def _axis(self, axis: Any) -> None:
        if axis not in (None, 0, -1):
            raise refuse(f"a vector has no axis {axis}")

    def _lifted(self, other: Any) -> Any:
        """A vector as it is, else a constant of the space: of no or one dimension."""
        if isinstance(other, Vector):
            if other._recorder is not self._recorder:
                raise refuse("a vector of another call")
            return other
        constant = self.space.constant(other)
        if constant.ndim > 1:
            raise refuse(f"a vector and an array of {constant.ndim} dimensions: use @")
        return constant

    def _widened(self, size: int) -> Vector:
        """A number as a vector of `size` equal entries."""
        if self._size is not None:
            return self
        if size == self.space.length:
            return self._made(self._node, size, bit=self._bit)
        ones = self._recorder.padded(np.ones(size, dtype=object))
        return self._made(self._recorder.mul_const(self._node, ones), size, bit=self._bit)

    def _combined(self, operation: Operation, other: Any) -> Vector:
        lifted = self._lifted(other)
        if isinstance(lifted, Vector):
            return self._with_vector(operation, lifted)
        return self._with_constant(operation, lifted)

    def _with_vector(self, operation: Operation, other: Vector) -> Vector:
        size = self._size if other._size is None else other._size
        if None not in (self._size, other._size) and self._size != other._size:
            raise refuse(f"vectors of {self._size} and {other._size} entries")
        a, b = (self, other)
        if size is not None and operation != "*":
            a, b = self._widened(size), other._widened(size)
        recorder = self._recorder
        gate = {"+": recorder.add, "-": recorder.sub, "*": recorder.mul}[operation]
        return self._made(
            gate(a._node, b._node), size, bit=operation == "*" and self._bit and other._bit
        )

    def _with_constant(self, operation: Operation, constant: NDArray[Any]) -> Vector:
        size = self._size
        if constant.ndim == 1:
            entries = len(constant)
            if size is not None and entries not in {size, 1}:
                raise refuse(f"a vector of {size} entries and an array of {entries}")
            size = entries if size is None else size
            if size > self.space.length:
                raise refuse(f"{size} entries: vectors have at most {self.space.length}")
        recorder = self._recorder
        count = self.space.length if size is None else size
        entries_of = recorder.padded(np.broadcast_to(constant, (count,)))
        if operation == "*":
            node = recorder.mul_const(self._node, entries_of)
            one = all(entry in (0, 1) for entry in entries_of)
            return self._made(node, size, bit=one and self._bit)
        if operation == "-" and self.space.reals:
            entries_of = tuple(-entry for entry in entries_of)
        elif operation == "-":
            entries_of = tuple(-int(entry.real) % self.space.order for entry in entries_of)
        whole = self if size is None else self._widened(size)
        return self._made(recorder.add_const(whole._node, entries_of), size)

    def _logical(self, other: Any, sign: str) -> None:
        other_bit = other._bit if isinstance(other, Vector) else True
        if not (self._bit and other_bit):
            raise refuse(
                f"{sign} is for bits, these are {self.space}: leave the modulus out, or compute "
                "with +, - and * on values that are 0 or 1"
            )

    def _ordered(self, sign: str) -> None:
        if not self.space.bits:
            raise refuse(
                f"{sign} on {self.space}: which of two is larger is no polynomial of low degree. "
                "Compute on bits (docs/tracing.md)"
                + ("" if self.space.reals else ", or compare with == where t is a small prime")
            )
