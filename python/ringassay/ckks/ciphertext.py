"""Encrypted vectors of numbers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from ringassay import _native
from ringassay.ckks import shown
from ringassay.ckks.vectors import bits, is_complex, vector
from ringassay.he import ciphertext
from ringassay.trace.space import Space

if TYPE_CHECKING:
    from ringassay.ckks.functions import Polynomial, Sign
    from ringassay.ckks.parameters import Parameters


@dataclass(frozen=True)
class Noise(ciphertext.Noise):
    """What is known of a ciphertext without its key: how much room its modulus leaves, and how far
    off its entries are."""

    log2_scale: float
    largest: float
    """What no entry exceeds."""
    average_error: float
    """The root mean square of a slot's error, as a complex number."""
    worst_error: float
    """What no entry is off by when it is decrypted, but for a probability of about 2^-64, however
    operands are related. The rounding to doubles is part of it."""

    @property
    def average_bits(self) -> float:
        """-log2 of `average_error`."""
        return bits(self.average_error)

    @property
    def worst_bits(self) -> float:
        """-log2 of `worst_error`."""
        return bits(self.worst_error)


class Ciphertext(ciphertext.Ciphertext):
    """An encrypted vector of real or complex numbers.

    Conjugation and functions need evaluation keys, as products do. Levels and scales are managed:
    `noise` says what is left.
    """

    def __init__(
        self,
        parameters: Parameters,
        native: _native.PackedCiphertext,
        is_complex: bool,
    ) -> None:
        self.parameters: Parameters = parameters
        self.native = native
        self.is_complex = is_complex
        """Whether decryption returns complex numbers: if those of an operand were."""

    @property
    def noise(self) -> Noise:
        """Level, errors, room."""
        facts: dict[str, Any] = {**self.native.facts()}
        del facts["insists"]
        return Noise(**facts)

    @property
    def level(self) -> int:
        """Products that can follow."""
        return self.noise.level

    def within(self, largest: float) -> Ciphertext:
        """The same ciphertext, of which you know that no entry is larger in absolute value.

        Bounds that follow sums and products alone grow faster than what they bound; a wrong promise
        makes them wrong, and may make decryption refuse. Raises `OperandError` for what is no
        finite number from 0 on.
        """
        return self._result(self.native.within(largest))

    def conjugate(self) -> Ciphertext:
        """The complex conjugates. Raises `SchemeError` in the conjugate-invariant ring."""
        return self._result(self.native.conjugate())

    def polynomial(self, polynomial: Polynomial) -> Ciphertext:
        """A polynomial of each entry, `polynomial.depth` levels lower."""
        from ringassay.ckks.functions import Polynomial  # noqa: PLC0415

        if not isinstance(polynomial, Polynomial):
            kind = type(polynomial).__name__
            raise TypeError(
                f"not a ckks.Polynomial but {kind}: ckks.Polynomial(coefficients) is one"
            )
        return self._result(
            self.native.polynomial(polynomial.native), 1j if polynomial.is_complex else 0
        )

    def sign(self, how: Sign) -> Ciphertext:
        """The signs of real entries, `how.depth` levels lower."""
        return self._result(self.native.sign(how.native))

    def step(self, how: Sign) -> Ciphertext:
        """1 where entries are positive, 0 where they are negative."""
        return self._result(self.native.step(how.native))

    def maximum(self, other: Ciphertext, how: Sign) -> Ciphertext:
        """The larger one of each two entries that differ by at most 1."""
        return self._result(self.native.maximum(other.native, how.native), other)

    def minimum(self, other: Ciphertext, how: Sign) -> Ciphertext:
        """The smaller one of each two entries that differ by at most 1."""
        return self._result(self.native.minimum(other.native, how.native), other)

    def inverse(self, start: float, stop: float, bits: float = 20) -> Ciphertext:
        """1/x for entries from `start` to `stop`, both of one sign, to so many bits relatively."""
        return self._result(self.native.inverse(start, stop, bits))

    def __repr__(self) -> str:
        """Entries, level, precision."""
        noise = self.noise
        return (
            f"<CKKS ciphertext of {self.parameters.length} entries, level {noise.level}, "
            f"{noise.average_bits:.1f} bits on average, {noise.worst_bits:.1f} at worst>"
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
        return super().turned(amount)

    def summed(self) -> Ciphertext:
        """For numpy: as `sum`."""
        return self._result(self.native.sum())

    def conjugated(self) -> Ciphertext:
        """For numpy: as `conjugate`."""
        return self.conjugate() if self.is_complex else self

    def polynomial_of(self, coefficients: tuple[complex, ...]) -> Ciphertext:
        """For numpy: as `polynomial`."""
        from ringassay.ckks.functions import Polynomial  # noqa: PLC0415

        return self.polynomial(Polynomial(coefficients))

    def _numbers(self, values: ArrayLike) -> Any:
        return _numbers(values)

    def _with_plain(self, operation: str, other: ArrayLike) -> Ciphertext:
        native = self.native
        if np.ndim(other) == 0:
            z = complex(np.asarray(_numbers(other)).item())
            with_number = native.add_constant if operation == "add" else native.multiply_constant
            return self._result(with_number(z.real, z.imag), other)
        array = vector(other, self.parameters.length)
        with_vector = native.add_plain if operation == "add" else native.multiply_plain
        return self._result(with_vector(array), other)

    def _made(self, native: _native.PackedCiphertext, other: Any) -> Ciphertext:
        complex_too = other.is_complex if isinstance(other, Ciphertext) else is_complex(other)
        return Ciphertext(self.parameters, native, self.is_complex or complex_too)


def _numbers(values: ArrayLike) -> ArrayLike:
    array = np.asarray(values)
    if array.dtype.kind not in "biufc":
        raise _native.VectorError(f"entries are numbers, not {array.dtype}")
    return array.astype(np.complex128 if array.dtype.kind == "c" else np.float64)
