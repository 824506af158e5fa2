"""Encrypted vectors."""

from __future__ import annotations

import operator
from dataclasses import dataclass
from typing import TYPE_CHECKING, SupportsIndex

import numpy as np
from numpy.typing import ArrayLike

from ringassay import _native
from ringassay.ckks import shown
from ringassay.ckks.vectors import bits, is_complex, vector
from ringassay.trace.ciphertexts import NumpyCiphertext
from ringassay.trace.space import Space

if TYPE_CHECKING:
    from ringassay.ckks.functions import Polynomial, Sign
    from ringassay.ckks.keys import EvaluationKeys
    from ringassay.ckks.parameters import Parameters


@dataclass(frozen=True)
class Expected:
    """What is known of a ciphertext without its key."""

    level: int
    """Products that can follow."""
    parts: int
    log2_scale: float
    log2_q: float
    average_error: float
    """The root mean square of a slot's error, as a complex number."""
    worst_error: float
    """What no entry is off by when it is decrypted, but for a probability of about 2^-64, however
    operands are related. The rounding to doubles is part of it."""
    budget_bits: float
    """The bits between the largest coefficient and half the modulus: positive where decryption is
    certain."""
    largest: float
    """What no entry exceeds."""

    @property
    def average_bits(self) -> float:
        """-log2 of `average_error`."""
        return bits(self.average_error)

    @property
    def worst_bits(self) -> float:
        """-log2 of `worst_error`."""
        return bits(self.worst_error)


class Ciphertext(NumpyCiphertext):
    """An encrypted vector of real or complex numbers. Operators act entry by entry, as on arrays.

    Other operands may be ciphertexts of the same parameters, vectors, or numbers. Products of
    ciphertexts, rotations, conjugation and functions need evaluation keys: results inherit them.
    Levels and scales are managed: `expected` says what is left. Every operation raises
    `SchemeError` when it cannot be done; `NoiseBudgetError` when the result might exceed the
    modulus.
    """

    def __init__(
        self,
        parameters: Parameters,
        native: _native.CkksCiphertext,
        is_complex: bool,
    ) -> None:
        self.parameters = parameters
        self.native = native
        self.is_complex = is_complex
        """Whether decryption returns complex numbers: if those of an operand were."""

    @property
    def evaluation(self) -> EvaluationKeys | None:
        """The keys that it carries."""
        from ringassay.ckks.keys import EvaluationKeys  # noqa: PLC0415

        native = self.native.evaluation
        return None if native is None else EvaluationKeys(self.parameters, native)

    @property
    def expected(self) -> Expected:
        """Level, errors, room."""
        return Expected(**self.native.facts())

    @property
    def level(self) -> int:
        """Products that can follow."""
        return self.native.facts()["level"]

    def using(self, evaluation: EvaluationKeys) -> Ciphertext:
        """The same ciphertext with keys, which results inherit."""
        return self._result(self.native.using(evaluation.native))

    def within(self, largest: float) -> Ciphertext:
        """The same ciphertext, of which you know that no entry is larger in absolute value.

        Bounds that follow sums and products alone grow faster than what they bound; a wrong promise
        makes them wrong, and may make decryption refuse. Raises `OperandError` for what is no
        finite number from 0 on.
        """
        return self._result(self.native.within(largest))

    def __add__(self, other: Ciphertext | ArrayLike) -> Ciphertext:
        if isinstance(other, Ciphertext):
            return self._result(self.native.add(other.native), other.is_complex, other)
        if np.ndim(other) == 0:
            z = _number(other)
            return self._result(self.native.add_constant(z.real, z.imag), is_complex(other))
        array = vector(other, self.parameters.length)
        return self._result(self.native.add_vector(array), is_complex(other), array)

    __radd__ = __add__

    def __sub__(self, other: Ciphertext | ArrayLike) -> Ciphertext:
        if isinstance(other, Ciphertext):
            return self._result(self.native.sub(other.native), other.is_complex, other)
        return self.__add__(np.negative(np.asarray(_numbers(other))))

    def __rsub__(self, other: ArrayLike) -> Ciphertext:
        return (-self).__add__(other)

    def __neg__(self) -> Ciphertext:
        return self._result(self.native.negate())

    def __mul__(self, other: Ciphertext | ArrayLike) -> Ciphertext:
        if isinstance(other, Ciphertext):
            return self._result(self.native.multiply(other.native), other.is_complex, other)
        if np.ndim(other) == 0:
            z = _number(other)
            return self._result(self.native.multiply_constant(z.real, z.imag), is_complex(other))
        array = vector(other, self.parameters.length)
        return self._result(self.native.multiply_vector(array), is_complex(other), array)

    __rmul__ = __mul__

    def __pow__(self, exponent: SupportsIndex) -> Ciphertext:
        """A power, by ⌈log2 of the exponent⌉ levels."""
        power = operator.index(exponent)
        if power < 1:
            raise _native.OperandError(f"exponents are 1 or larger, not {power}")
        if power == 1:
            return self
        half = self ** (power // 2)
        square = half * half
        return square * self if power % 2 else square

    def rotate(self, steps: SupportsIndex) -> Ciphertext:
        """Entry j of the result is entry j + `steps` of this: to the left, as in SEAL and Lattigo.

        `rotate` of BGV and BFV goes the other way, as `numpy.roll`.

        Cyclically among the slots, which are as many as entries if these are a power of two; among
        more slots, zeros come in.
        """
        return self._result(self.native.rotate(operator.index(steps)))

    def conjugate(self) -> Ciphertext:
        """The complex conjugates. Raises `SchemeError` in the conjugate-invariant ring."""
        return self._result(self.native.conjugate())

    def sum(self) -> Ciphertext:
        """The sum of all entries, in each: a number, whose own sum it is, as in numpy."""
        return self if self.is_number else self._result(self.native.sum()).as_number()

    def polynomial(self, polynomial: Polynomial) -> Ciphertext:
        """A polynomial of each entry, `polynomial.depth` levels lower."""
        from ringassay.ckks.functions import Polynomial  # noqa: PLC0415

        if not isinstance(polynomial, Polynomial):
            kind = type(polynomial).__name__
            raise TypeError(
                f"not a ckks.Polynomial but {kind}: ckks.Polynomial(coefficients) is one"
            )
        return self._result(self.native.polynomial(polynomial.native), polynomial.is_complex)

    def sign(self, how: Sign) -> Ciphertext:
        """The signs of real entries, `how.depth` levels lower."""
        return self._result(self.native.sign(how.native))

    def step(self, how: Sign) -> Ciphertext:
        """1 where entries are positive, 0 where they are negative."""
        return self._result(self.native.step(how.native))

    def maximum(self, other: Ciphertext, how: Sign) -> Ciphertext:
        """The larger one of each two entries that differ by at most 1."""
        return self._result(self.native.maximum(other.native, how.native), other=other)

    def minimum(self, other: Ciphertext, how: Sign) -> Ciphertext:
        """The smaller one of each two entries that differ by at most 1."""
        return self._result(self.native.minimum(other.native, how.native), other=other)

    def inverse(self, start: float, stop: float, bits: float = 20) -> Ciphertext:
        """1/x for entries from `start` to `stop`, both of one sign, to so many bits relatively."""
        return self._result(self.native.inverse(start, stop, bits))

    def save(self) -> bytes:
        """The ciphertext as bytes. Raises `OperandError` if it hides nothing, as c - c."""
        return self.native.save()

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        """Entries, level, precision."""
        expected = self.expected
        return (
            f"<CKKS ciphertext of {self.parameters.length} entries, level {expected.level}, "
            f"{expected.average_bits:.1f} bits on average, {expected.worst_bits:.1f} at worst>"
        )

    def _repr_html_(self) -> str:
        """Level and precision."""
        return shown.ciphertext(self)

    def numpy_space(self) -> Space:
        """For numpy: real or complex numbers."""
        return Space(self.parameters.length, None, 1.0, self.is_complex)

    def turned(self, amount: int) -> Ciphertext:
        """For numpy: entries go to the right, round the end of the vector."""
        length = self.parameters.length
        if length & (length - 1):
            raise TypeError(
                f"{length} entries lie among more slots, where rotations are none of the vector: "
                "choose parameters for a length that is a power of two"
            )
        return self.rotate(-amount)

    def summed(self) -> Ciphertext:
        """For numpy: as `sum`."""
        return self._result(self.native.sum())

    def chosen(self, other: Ciphertext, mask: tuple[int, ...]) -> Ciphertext:
        """For numpy: these entries where the mask is one, else those of the other."""
        ones = np.array(mask, dtype=float)
        return self * ones + other * (1 - ones)

    def conjugated(self) -> Ciphertext:
        """For numpy: as `conjugate`."""
        return self.conjugate() if self.is_complex else self

    def polynomial_of(self, coefficients: tuple[complex, ...]) -> Ciphertext:
        """For numpy: as `polynomial`."""
        from ringassay.ckks.functions import Polynomial  # noqa: PLC0415

        return self.polynomial(Polynomial(coefficients))

    def as_number(self) -> Ciphertext:
        """The same ciphertext, of which all entries are equal, as a number for numpy."""
        made = self._result(self.native)
        made.is_number = True
        return made

    def _result(
        self,
        native: _native.CkksCiphertext,
        is_complex: bool = False,
        other: Ciphertext | ArrayLike = 0,
    ) -> Ciphertext:
        made = Ciphertext(self.parameters, native, self.is_complex or is_complex)
        made.is_number = self.is_number and np.ndim(other) == 0
        return made


def _numbers(values: ArrayLike) -> ArrayLike:
    array = np.asarray(values)
    if array.dtype.kind not in "biufc":
        raise _native.VectorError(f"entries are numbers, not {array.dtype}")
    return array.astype(np.complex128 if array.dtype.kind == "c" else np.float64)


def _number(value: ArrayLike) -> complex:
    return complex(np.asarray(_numbers(value)).item())
