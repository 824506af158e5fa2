"""Encrypted vectors of integers modulo t."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from numpy.typing import ArrayLike

from ringassay import _native
from ringassay.he import ciphertext
from ringassay.he.integers.vectors import operand
from ringassay.integers import integers
from ringassay.trace.ciphertexts import total
from ringassay.trace.space import Space

if TYPE_CHECKING:
    from ringassay.he.integers.parameters import Parameters


@dataclass(frozen=True)
class Noise(ciphertext.Noise):
    """What is known of a ciphertext's noise without its key. Figures in bits are binary
    logarithms."""

    noise_bits: float
    """The standard deviation of a coefficient, in the average case."""
    embedding_bits: float
    """The root mean square in the canonical embedding, in the average case."""
    worst_bits: float
    """What no coefficient can exceed."""
    log2_failure: float
    """A probability that it does not exceed in decrypting wrongly, however its operands are
    related: -inf where it cannot, else at least -64, as far as is known."""
    log2_average_failure: float
    """The probability that it decrypts wrongly if its operands are not related and its plaintexts
    random; at least -128."""


class Ciphertext(ciphertext.Ciphertext):
    """An encrypted vector of integers: sums and products are modulo t."""

    def __init__(self, parameters: Parameters, native: _native.PackedCiphertext) -> None:
        self.parameters: Parameters = parameters
        self.native = native

    @property
    def noise(self) -> Noise:
        """What is known of its noise."""
        facts: dict[str, Any] = {**self.native.facts()}
        del facts["insists"]
        return Noise(**facts)

    @property
    def failure_probability(self) -> float:
        """A bound on the probability that it decrypts wrongly, however its operands are related.

        0 where that is impossible, else at least 2^-64, below which nothing is known.
        """
        return float(2.0**self.noise.log2_failure)

    def polynomial(self, coefficients: ArrayLike) -> Ciphertext:
        """A polynomial of each entry, modulo t: integer coefficients, the constant first.

        In the least depth, with about 2·√d products for the degree d. Raises `SchemeError`.
        """
        numbers = integers(coefficients, _native.VectorError)
        if numbers.ndim != 1:
            raise _native.VectorError("coefficients are a vector of integers")
        t = self.parameters.plaintext
        return self._result(self.native.integer_polynomial([int(c) % t for c in numbers]))

    def __repr__(self) -> str:
        """Modulus and noise budget."""
        noise = self.noise
        return (
            f"<ciphertext of {self.parameters.length} entries, Q of {noise.modulus_bits:.0f} bits, "
            f"{noise.budget_bits:.1f} bits of noise budget>"
        )

    def _repr_html_(self) -> str:
        """A bar: how much of the modulus is noise."""
        from ringassay.he.integers import shown  # noqa: PLC0415

        return shown.ciphertext(self)

    def numpy_space(self) -> Space:
        """For numpy: integers modulo t."""
        return Space(self.parameters.length, self.parameters.plaintext)

    def summed(self) -> Ciphertext:
        """For numpy: the sum of all entries, in every entry."""
        found: Ciphertext = total(self, self.parameters.length)
        return found

    def _numbers(self, values: ArrayLike) -> Any:
        return integers(values, _native.VectorError)

    def _with_plain(self, operation: str, other: ArrayLike) -> Ciphertext:
        plain = operand(self.parameters, other)
        with_plain = self.native.add_plain if operation == "add" else self.native.multiply_plain
        return self._result(with_plain(plain), other)

    def _made(self, native: _native.PackedCiphertext, other: Any) -> Ciphertext:
        return Ciphertext(self.parameters, native)
