"""Encrypted vectors."""

from __future__ import annotations

import operator
from abc import abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self, SupportsIndex

import numpy as np
from numpy.typing import ArrayLike

from ringassay import _native
from ringassay.trace.ciphertexts import NumpyCiphertext

if TYPE_CHECKING:
    from ringassay.he.keys import EvaluationKeys
    from ringassay.he.parameters import Parameters
    from ringassay.he.transform import Transform


@dataclass(frozen=True)
class Noise:
    """What is known of a ciphertext without its key. Figures in bits are binary logarithms."""

    level: int
    """In BGV and BFV the place of its modulus in the chain, 0 the smallest; in CKKS the products
    that can follow."""
    parts: int
    """2, or 3 for a product that was not relinearised."""
    modulus_bits: float
    """The modulus Q of the ciphertext."""
    bound_bits: float
    """What all coefficients of the noise, in CKKS of message and errors, stay below but for a
    probability of about 2^-64, however operands are related."""
    budget_bits: float
    """From that bound to what decrypts: positive where decryption is certain."""


class Ciphertext(NumpyCiphertext):
    """An encrypted vector. Operators act entry by entry, as on numpy arrays.

    Other operands may be ciphertexts of the same parameters, vectors, or numbers. Products of
    ciphertexts and rotations need evaluation keys: results inherit them from their operands.
    Every operation raises `SchemeError` when it cannot be done: `MissingKeyError`, `MismatchError`
    and others say of which kind that is; `NoiseBudgetError` when it is not guaranteed that the
    result decrypts, which `insisting` lifts.
    """

    parameters: Parameters
    native: _native.PackedCiphertext

    @property
    def evaluation(self) -> EvaluationKeys[Self] | None:
        """The keys for products and rotations, if it carries them."""
        native = self.native.evaluation
        if native is None:
            return None
        found: EvaluationKeys[Self] = self.parameters.evaluation_keys(native)
        return found

    def using(self, evaluation: EvaluationKeys[Any]) -> Self:
        """The same ciphertext, with keys for products and rotations, which results inherit."""
        return self._result(self.native.using(evaluation.native))

    def insisting(self) -> Self:
        """The same ciphertext, computed with and decrypted whatever its noise, like its results."""
        return self._result(self.native.insisting())

    def __add__(self, other: Ciphertext | ArrayLike) -> Self:
        if isinstance(other, Ciphertext):
            return self._result(self.native.add(other.native), other)
        return self._with_plain("add", other)

    __radd__ = __add__

    def __sub__(self, other: Ciphertext | ArrayLike) -> Self:
        if isinstance(other, Ciphertext):
            return self._result(self.native.sub(other.native), other)
        return self._with_plain("add", np.negative(self._numbers(other)))

    def __rsub__(self, other: ArrayLike) -> Self:
        return -self + other

    def __neg__(self) -> Self:
        return self._result(self.native.negate())

    def __mul__(self, other: Ciphertext | ArrayLike) -> Self:
        if isinstance(other, Ciphertext):
            return self._result(self.native.multiply(other.native), other)
        return self._with_plain("multiply", other)

    __rmul__ = __mul__

    def __pow__(self, exponent: SupportsIndex) -> Self:
        """Entry by entry, in the least depth; exponent at least 1."""
        try:
            number = operator.index(exponent)
        except TypeError:
            return NotImplemented
        if number < 1:
            raise _native.OperandError(
                f"the exponent {number} is below 1: entries of a ciphertext have no inverse known "
                "without the key, and x**0 is 1 without any ciphertext"
            )
        if number >= 2**64:
            raise _native.OperandError("exponents lie below 2**64")
        return self._result(self.native.power(number))

    def rotate(self, steps: SupportsIndex) -> Self:
        """Entry i of the result is entry i + `steps`, modulo ℓ: to the left, as in SEAL, Lattigo
        and OpenFHE; to the right for negative steps. `numpy.roll` goes the other way.

        In CKKS modulo the slots, which are as many as entries if these are a power of two; among
        more slots, zeros come in.
        """
        return self._result(self.native.rotate(operator.index(steps)))

    def select(self, other: Self, mask: ArrayLike) -> Self:
        """These entries where `mask` is 1, those of `other` where it is 0. In CKKS one level."""
        chosen = np.asarray(mask)
        if not np.isin(chosen, (0, 1)).all():
            raise _native.VectorError("a mask has entries 0 and 1")
        bits = (
            np.broadcast_to(chosen == 1, (self.parameters.length,))
            if chosen.ndim == 0
            else (chosen == 1)
        )
        return self._result(self.native.select(other.native, bits.tolist()), other)

    def transform(self, transform: Transform[Self]) -> Self:
        """A matrix times the vector: see `Parameters.transform`. In CKKS one level."""
        native = getattr(transform, "native", None)
        if not isinstance(native, _native.PackedTransform):
            raise TypeError(
                f"not a transform but {type(transform).__name__}: `Parameters.transform(matrix)` "
                "makes one"
            )
        return self._result(self.native.transform(native), 1j if transform.is_complex else 0)

    def sum(self) -> Self:
        """The sum of all entries, in each: a number, whose own sum it is, as in numpy."""
        return self if self.is_number else self._result(self.native.sum()).as_number()

    @property
    @abstractmethod
    def noise(self) -> Noise:
        """What is known of it without its key."""

    @property
    def budget_bits(self) -> float:
        """The noise budget: positive if decryption is certain."""
        return self.noise.budget_bits

    def save(self) -> bytes:
        """The ciphertext as bytes; `Parameters.load_ciphertext` reads them.

        Raises `OperandError` if it hides nothing, as c - c.
        """
        return self.native.save()

    # For numpy.

    def turned(self, amount: int) -> Self:
        """For numpy: entries go to the right, round the end of the vector."""
        return self.rotate(-amount)

    def chosen(self, other: Self, mask: tuple[int, ...]) -> Self:
        """For numpy: as `select`."""
        return self.select(other, np.array(mask))

    def as_number(self) -> Self:
        """The same ciphertext, of which all entries are equal, as a number for numpy."""
        made = self._result(self.native)
        made.is_number = True
        return made

    # What a scheme says.

    @abstractmethod
    def _numbers(self, values: ArrayLike) -> Any:
        """Numbers that an operand may have, as an array."""

    @abstractmethod
    def _with_plain(self, operation: str, other: ArrayLike) -> Self:
        """The sum (`add`) or product (`multiply`) with numbers."""

    @abstractmethod
    def _made(self, native: _native.PackedCiphertext, other: Any) -> Self:
        """A result, of this and another operand."""

    def _result(self, native: _native.PackedCiphertext, other: Ciphertext | ArrayLike = 0) -> Self:
        made = self._made(native, other)
        made.is_number = self.is_number and np.ndim(other) == 0
        return made
