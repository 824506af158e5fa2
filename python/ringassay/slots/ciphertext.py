"""Encrypted vectors."""

from __future__ import annotations

import operator
from dataclasses import dataclass
from typing import TYPE_CHECKING, SupportsIndex

import numpy as np
from numpy.typing import ArrayLike

from ringassay import _native
from ringassay.slots.vectors import message, operand
from ringassay.trace.ciphertexts import NumpyCiphertext, total
from ringassay.trace.space import Space

if TYPE_CHECKING:
    from ringassay.slots.keys import EvaluationKeys
    from ringassay.slots.parameters import Parameters


@dataclass(frozen=True)
class Noise:
    """What is known of a ciphertext's noise without its key. All figures are binary logarithms."""

    noise_bits: float
    """The standard deviation of a coefficient, in the average case."""
    embedding_bits: float
    """The root mean square in the canonical embedding, in the average case."""
    bound_bits: float
    """What all coefficients stay below but for a probability of about 2^-64, however operands are
    related."""
    worst_bits: float
    """What no coefficient can exceed."""
    modulus_bits: float
    """The modulus Q of the ciphertext."""
    budget_bits: float
    """The noise budget, from the bound to Q/2: positive if decryption is certain."""
    log2_failure: float
    """A probability that it does not exceed in decrypting wrongly, however its operands are
    related: -inf where it cannot, else at least -64, as far as is known."""
    log2_average_failure: float
    """The probability that it decrypts wrongly if its operands are not related and its plaintexts
    random; at least -128."""


class Ciphertext(NumpyCiphertext):
    """An encrypted vector. Operators act entry by entry, as on numpy arrays, modulo t.

    Other operands may be ciphertexts of the same parameters, vectors, or numbers. Products of
    ciphertexts and rotations need evaluation keys: results inherit them from their operands.
    Every operation raises `SchemeError` when it cannot be done: `MissingKeyError`, `MismatchError`
    and others say of which kind that is; `NoiseBudgetError` when it is not guaranteed that the
    result decrypts, which `insisting` lifts.
    """

    def __init__(self, parameters: Parameters, native: _native.SlotCiphertext) -> None:
        self.parameters = parameters
        self.native = native

    @property
    def evaluation(self) -> EvaluationKeys | None:
        """The keys for products and rotations, if it carries them."""
        from ringassay.slots.keys import EvaluationKeys  # noqa: PLC0415

        native = self.native.evaluation
        return None if native is None else EvaluationKeys(self.parameters, native)

    def using(self, evaluation: EvaluationKeys) -> Ciphertext:
        """The same ciphertext, with keys for products and rotations, which results inherit."""
        return self._result(self.native.using(evaluation.native))

    def insisting(self) -> Ciphertext:
        """The same ciphertext, computed with and decrypted whatever its noise, like its results.

        `noise.log2_failure` says how likely it is wrong.
        """
        return self._result(self.native.insisting())

    def __add__(self, other: Ciphertext | ArrayLike) -> Ciphertext:
        if isinstance(other, Ciphertext):
            return self._result(self.native.add(other.native), other)
        plain = operand(self.parameters, other)
        return self._result(self.native.add_plain(plain), other)

    __radd__ = __add__

    def __sub__(self, other: Ciphertext | ArrayLike) -> Ciphertext:
        if isinstance(other, Ciphertext):
            return self._result(self.native.sub(other.native), other)
        plain = operand(self.parameters, other)
        return self._result(self.native.sub_plain(plain), other)

    def __rsub__(self, other: ArrayLike) -> Ciphertext:
        return -self + other

    def __neg__(self) -> Ciphertext:
        return self._result(self.native.negate())

    def __mul__(self, other: Ciphertext | ArrayLike) -> Ciphertext:
        if isinstance(other, Ciphertext):
            return self._result(self.native.multiply(other.native), other)
        plain = operand(self.parameters, other)
        return self._result(self.native.multiply_plain(plain), other)

    __rmul__ = __mul__

    def __pow__(self, exponent: SupportsIndex) -> Ciphertext:
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

    def rotate(self, steps: int) -> Ciphertext:
        """Entry i moves to i + `steps` modulo ℓ, as `numpy.roll` does: to the right.

        `rotate` of CKKS goes to the left.
        """
        return self._result(self.native.rotate(steps))

    def select(self, other: Ciphertext, mask: ArrayLike) -> Ciphertext:
        """These entries where `mask` is 1, those of `other` where it is 0."""
        chosen = message(self.parameters, mask)
        return self._result(self.native.select(other.native, chosen), chosen)

    @property
    def noise(self) -> Noise:
        """What is known of its noise."""
        facts = self.native.facts()
        return Noise(
            noise_bits=facts["noise_bits"],
            embedding_bits=facts["log2_embedding"],
            bound_bits=facts["bound_bits"],
            worst_bits=facts["worst_bits"],
            modulus_bits=facts["log2_q"],
            budget_bits=facts["budget_bits"],
            log2_failure=facts["log2_failure"],
            log2_average_failure=facts["log2_average_failure"],
        )

    @property
    def budget_bits(self) -> float:
        """The noise budget: positive if decryption is certain."""
        return self.noise.budget_bits

    @property
    def failure_probability(self) -> float:
        """A bound on the probability that it decrypts wrongly, however its operands are related.

        0 where that is impossible, else at least 2^-64, below which nothing is known.
        """
        return float(2.0**self.noise.log2_failure)

    def save(self) -> bytes:
        """The ciphertext as bytes; `Parameters.load_ciphertext` reads them."""
        return self.native.save()

    def __repr__(self) -> str:
        """Modulus and noise budget."""
        noise = self.noise
        return (
            f"<ciphertext of {self.parameters.length} entries, Q of {noise.modulus_bits:.0f} bits, "
            f"{noise.budget_bits:.1f} bits of noise budget>"
        )

    def _repr_html_(self) -> str:
        """A bar: how much of the modulus is noise."""
        from ringassay.slots import shown  # noqa: PLC0415

        return shown.ciphertext(self)

    def numpy_space(self) -> Space:
        """For numpy: integers modulo t."""
        return Space(self.parameters.length, self.parameters.plaintext)

    def turned(self, amount: int) -> Ciphertext:
        """For numpy: as `rotate`."""
        return self.rotate(amount)

    def summed(self) -> Ciphertext:
        """For numpy: the sum of all entries, in every entry."""
        found: Ciphertext = total(self, self.parameters.length)
        return found

    def chosen(self, other: Ciphertext, mask: tuple[int, ...]) -> Ciphertext:
        """For numpy: as `select`."""
        return self.select(other, np.array(mask))

    def as_number(self) -> Ciphertext:
        """The same ciphertext, of which all entries are equal, as a number for numpy."""
        made = self._result(self.native)
        made.is_number = True
        return made

    def _result(
        self, native: _native.SlotCiphertext, other: Ciphertext | ArrayLike = 0
    ) -> Ciphertext:
        made = Ciphertext(self.parameters, native)
        made.is_number = self.is_number and np.ndim(other) == 0
        return made
