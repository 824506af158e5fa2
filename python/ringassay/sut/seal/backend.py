"""SEAL's BFV as a backend of `ringassay.sut.slots`, its noise table, and the server."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from tenseal import sealapi as seal

from ringassay.sut.memfile import MemoryFile
from ringassay.sut.packets import Blob
from ringassay.sut.seal.keys import PublicKeys, unpack_keys
from ringassay.sut.seal.library import SEAL
from ringassay.sut.slots.backend import OneLevel
from ringassay.sut.slots.party import SlotServer
from ringassay.sut.slots.target import Noise

Ciphertext = Any  # the binding has no type information
Plaintext = Any


def encoded(encoder: Any, row: Sequence[int]) -> Plaintext:
    """A row of values in [0, t), in both rows of slots."""
    plain = seal.Plaintext()
    encoder.encode([*row, *row], plain)
    return plain


class SealBackend(OneLevel):
    """Operations on ciphertexts whose two rows of slots hold the same values."""

    def __init__(self, keys: PublicKeys, memory: MemoryFile) -> None:
        self._keys = keys
        self._memory = memory
        self.save = memory.save
        self._evaluator = seal.Evaluator(keys.context)
        self._encoder = seal.BatchEncoder(keys.context)
        self._encryptor = seal.Encryptor(keys.context, keys.public)

    def load(self, data: Blob, level: int) -> Ciphertext:
        """A ciphertext; there is one level."""
        return self._memory.load(seal.Ciphertext(), data, self._keys.context)

    def encode(self, row: Sequence[int], level: int) -> Plaintext:
        """Encode a row of values in [0, t), into both rows."""
        return encoded(self._encoder, row)

    def encrypt_constant(self, plain: Plaintext) -> Ciphertext:
        """A public-key encryption."""
        return self._made(self._encryptor.encrypt, plain)

    def add(self, a: Ciphertext, b: Ciphertext) -> Ciphertext:
        """Sum."""
        return self._guarded(self._evaluator.add, a, b)

    def sub(self, a: Ciphertext, b: Ciphertext) -> Ciphertext:
        """Difference."""
        return self._guarded(self._evaluator.sub, a, b)

    def negate(self, a: Ciphertext) -> Ciphertext:
        """Negation."""
        return self._made(self._evaluator.negate, a)

    def add_plain(self, a: Ciphertext, plain: Plaintext) -> Ciphertext:
        """Sum with an encoded row."""
        return self._made(self._evaluator.add_plain, a, plain)

    def multiply(self, a: Ciphertext, b: Ciphertext) -> Ciphertext:
        """Product, relinearised."""
        return self._relinearised(self._made(self._evaluator.multiply, a, b))

    def square(self, a: Ciphertext) -> Ciphertext:
        """Square, relinearised."""
        return self._relinearised(self._made(self._evaluator.square, a))

    def multiply_plain(self, a: Ciphertext, plain: Plaintext) -> Ciphertext:
        """Product with an encoded row."""
        return self._made(self._evaluator.multiply_plain, a, plain)

    def rotate(self, a: Ciphertext, step: int) -> Ciphertext:
        """Both rows rotated upwards; SEAL counts rotations downwards."""
        return self._made(self._evaluator.rotate_rows, a, -step, self._keys.galois)

    def _made(self, operation: Callable[..., None], *operands: Any) -> Ciphertext:
        result = seal.Ciphertext()
        operation(*operands, result)
        return result

    def _relinearised(self, product: Ciphertext) -> Ciphertext:
        self._evaluator.relinearize_inplace(product, self._keys.relin)
        return product

    def _guarded(
        self, operation: Callable[[Ciphertext, Ciphertext, Ciphertext], None], a: Any, b: Any
    ) -> Ciphertext:
        """A linear operation, even where its result would hide nothing.

        Equal sums written differently cancel to a ciphertext that everybody can read, which SEAL
        refuses to make. One operand is then encrypted afresh.
        """
        try:
            return self._made(operation, a, b)
        except RuntimeError as error:
            if "transparent" not in str(error):
                raise
            zero = self._made(self._encryptor.encrypt_zero)
            return self._made(operation, self._made(self._evaluator.add, a, zero), b)


class SealServer(SlotServer):
    """Runs slot programs under the keys it is sent."""

    def load_keys(self, keys: Sequence[Blob]) -> SealBackend:
        """Load the context and all public keys."""
        memory = MemoryFile()
        return SealBackend(unpack_keys(memory, keys), memory)


def noise_of(parameters: Any) -> Noise:
    """How noise grows: average case, fitted to measurements (docs/adapters-seal.md)."""
    log2_n = math.log2(parameters.poly_modulus_degree())
    log2_t = math.log2(parameters.plain_modulus().value())
    *primes, special = (math.log2(prime.value()) for prime in parameters.coeff_modulus())
    return Noise(
        capacity=[sum(primes) - log2_t - SEAL.margin_bits],
        fresh=SEAL.fresh_bits,
        multiply=("sum", log2_t + log2_n - 1.5),
        # A special prime that is smaller than a digit adds the difference.
        key_switch=log2_n - 2.0 + max(0.0, max(primes) - special),
        multiply_plain=log2_t - 1.0 + log2_n / 2,
        periodic_plain=True,
    )
