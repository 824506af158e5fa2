"""SEAL's BFV as a backend of `ringassay.sut.slots`, its noise table, and the server."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from tenseal import sealapi as seal

from ringassay.sut.memfile import MemoryFile
from ringassay.sut.packets import Blob
from ringassay.sut.seal.keys import PublicKeys, unpack_keys
from ringassay.sut.seal.library import SEAL
from ringassay.sut.seal.operations import Ciphertext, Operations, Plaintext
from ringassay.sut.slots.backend import OneLevel
from ringassay.sut.slots.party import SlotServer
from ringassay.sut.slots.target import Noise


def encoded(encoder: Any, row: Sequence[int]) -> Plaintext:
    """A row of values in [0, t), in both rows of slots."""
    plain = seal.Plaintext()
    encoder.encode([*row, *row], plain)
    return plain


class SealBackend(Operations, OneLevel):
    """Operations on ciphertexts whose two rows of slots hold the same values."""

    def __init__(self, keys: PublicKeys, memory: MemoryFile) -> None:
        super().__init__(keys, memory)
        self._encoder = seal.BatchEncoder(keys.context)

    def load(self, data: Blob, level: int) -> Ciphertext:
        """A ciphertext; there is one level."""
        return self._memory.load(seal.Ciphertext(), data, self._keys.context)

    def encode(self, row: Sequence[int], level: int) -> Plaintext:
        """Encode a row of values in [0, t), into both rows."""
        return encoded(self._encoder, row)

    def multiply_plain(self, a: Ciphertext, plain: Plaintext) -> Ciphertext:
        """Product with an encoded row."""
        return self._made(self._evaluator.multiply_plain, a, plain)

    def rotate(self, a: Ciphertext, step: int) -> Ciphertext:
        """Both rows rotated upwards; SEAL counts rotations downwards."""
        return self._made(self._evaluator.rotate_rows, a, -step, self._keys.galois)

    def _zero(self, like: Ciphertext) -> Ciphertext:
        return self._made(self._encryptor.encrypt_zero)


class SealServer(SlotServer):
    """Runs slot programs under the keys it is sent."""

    def load_keys(self, keys: Sequence[Blob]) -> SealBackend:
        """Load the context and all public keys."""
        memory = MemoryFile()
        return SealBackend(unpack_keys(memory, keys), memory)


def noise_of(parameters: Any) -> Noise:
    """How noise grows: average case, fitted to measurements (docs/libraries.md)."""
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
