"""SEAL's BFV as a backend of `ringassay.sut.slots`."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from tenseal import sealapi as seal

from ringassay.sut.seal.keys import PublicKeys
from ringassay.sut.seal.noise import SealNoise
from ringassay.sut.slots.layout import Layout
from ringassay.sut.slots.target import Target

Ciphertext = Any  # the binding has no type information
Plaintext = Any


class SealBackend:
    """Operations on ciphertexts whose two rows of slots hold the same values."""

    def __init__(self, keys: PublicKeys) -> None:
        self._keys = keys
        self._evaluator = seal.Evaluator(keys.context)
        self._encoder = seal.BatchEncoder(keys.context)
        self._encryptor = seal.Encryptor(keys.context, keys.public)

    def encode(self, row: Sequence[int]) -> Plaintext:
        """Encode a row of values in [0, t), into both rows."""
        plain = seal.Plaintext()
        self._encoder.encode([*row, *row], plain)
        return plain

    def encrypt_constant(self, plain: Plaintext) -> Ciphertext:
        """A public-key encryption."""
        result = seal.Ciphertext()
        self._encryptor.encrypt(plain, result)
        return result

    def add(self, a: Ciphertext, b: Ciphertext) -> Ciphertext:
        """Sum."""
        return self._guarded(self._evaluator.add, a, b)

    def sub(self, a: Ciphertext, b: Ciphertext) -> Ciphertext:
        """Difference."""
        return self._guarded(self._evaluator.sub, a, b)

    def negate(self, a: Ciphertext) -> Ciphertext:
        """Negation."""
        result = seal.Ciphertext()
        self._evaluator.negate(a, result)
        return result

    def add_plain(self, a: Ciphertext, plain: Plaintext) -> Ciphertext:
        """Sum with an encoded row."""
        result = seal.Ciphertext()
        self._evaluator.add_plain(a, plain, result)
        return result

    def multiply(self, a: Ciphertext, b: Ciphertext) -> Ciphertext:
        """Product, relinearised."""
        result = seal.Ciphertext()
        self._evaluator.multiply(a, b, result)
        self._evaluator.relinearize_inplace(result, self._keys.relin)
        return result

    def square(self, a: Ciphertext) -> Ciphertext:
        """Square, relinearised."""
        result = seal.Ciphertext()
        self._evaluator.square(a, result)
        self._evaluator.relinearize_inplace(result, self._keys.relin)
        return result

    def multiply_plain(self, a: Ciphertext, plain: Plaintext) -> Ciphertext:
        """Product with an encoded row."""
        result = seal.Ciphertext()
        self._evaluator.multiply_plain(a, plain, result)
        return result

    def rotate(self, a: Ciphertext, step: int) -> Ciphertext:
        """Both rows rotated upwards; SEAL counts rotations downwards."""
        result = seal.Ciphertext()
        self._evaluator.rotate_rows(a, -step, self._keys.galois, result)
        return result

    def _guarded(
        self, operation: Callable[[Ciphertext, Ciphertext, Ciphertext], None], a: Any, b: Any
    ) -> Ciphertext:
        """A linear operation, even where its result would hide nothing.

        Equal sums written differently cancel to a ciphertext that everybody can read, which SEAL
        refuses to make. One operand is then encrypted afresh.
        """
        result = seal.Ciphertext()
        try:
            operation(a, b, result)
        except RuntimeError as error:
            if "transparent" not in str(error):
                raise
            zero, fresh = seal.Ciphertext(), seal.Ciphertext()
            self._encryptor.encrypt_zero(zero)
            self._evaluator.add(a, zero, fresh)
            operation(fresh, b, result)
        return result


def target_of(keys: PublicKeys) -> Target:
    """What circuits are planned for under these keys."""
    data = keys.context.first_context_data()
    whole = keys.context.key_context_data()
    primes = [math.log2(prime.value()) for prime in whole.parms().coeff_modulus()]
    n = data.parms().poly_modulus_degree()
    modulus = data.parms().plain_modulus().value()
    return Target(
        layout=Layout(keys.scope.batch, n // 2),
        modulus=modulus,
        steps=keys.scope.steps,
        noise=SealNoise(
            log2_n=math.log2(n),
            log2_t=math.log2(modulus),
            log2_q=sum(primes[:-1]),
            switch_excess_bits=max(primes[:-1]) - primes[-1],
        ),
    )
