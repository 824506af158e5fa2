"""The client: keys, encryption, decryption."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tenseal import sealapi as seal

from ringassay.sut.memfile import MemoryFile
from ringassay.sut.packets import Blob
from ringassay.sut.seal.backend import encoded, noise_of
from ringassay.sut.seal.keys import (
    checked,
    encryption_parameters,
    galois_element,
    make_context,
    pack_keys,
)
from ringassay.sut.seal.library import SEAL
from ringassay.sut.slots.bfv import FAN_IN_DEPTH, choose, described
from ringassay.sut.slots.party import SlotClient
from ringassay.sut.slots.target import Target, key_steps, may_rebuild
from ringassay.sut.texts import KeyParameters


class SealClient(SlotClient):
    """Encrypts with the public key, as any sender would.

    With `by_secret_key` with the secret one, which it has: seeded ciphertexts of half the size.
    """

    def __init__(self, *, by_secret_key: bool = False) -> None:
        super().__init__()
        self._by_secret_key = by_secret_key
        self._memory = MemoryFile()
        self._context: Any = None

    def make_keys(self, params: KeyParameters) -> tuple[Target, list[bytes]]:
        """Choose parameters, make all keys."""
        with self.part("choose_ns"):
            chosen = choose(params, SEAL)
        parameters = encryption_parameters(chosen)
        context = make_context(parameters, chosen.level)
        generator = seal.KeyGenerator(context)
        secret = generator.secret_key()
        public = seal.PublicKey()
        generator.create_public_key(public)
        self._encryptor = seal.Encryptor(context, secret if self._by_secret_key else public)
        self._decryptor = seal.Decryptor(context, secret)
        self._encoder = seal.BatchEncoder(context)
        self._context = context
        rebuild = may_rebuild(params, chosen.row)
        steps = key_steps(params.batch, chosen.row, rebuild=rebuild)
        known = checked(chosen.level)
        primes = [prime.value() for prime in parameters.coeff_modulus()]
        self.parameters = {
            **described(chosen.n, chosen.modulus, primes),
            "security_checked_by_library": f"HE Standard 2018, {known} bits"
            if known
            else "no: its table begins at 128 bits",
            "noise_model": "average case, fitted to measurements",
            "rotation_keys": len(steps),
            "encryption": "secret key, seeded" if self._by_secret_key else "public key",
        }
        if params.fan_in:
            self.note(f"fan-in circuits name no depth: parameters serve depth {FAN_IN_DEPTH:g}")
        target = Target(params.batch, chosen.row, chosen.modulus, steps, noise_of(parameters))
        elements = [galois_element(step, chosen.n) for step in sorted(steps)]
        first = [parameters, public]
        return target, pack_keys(self._memory, generator, chosen.level, first, elements)

    def encrypt_row(self, row: Sequence[int]) -> bytes:
        """The row, into both rows of slots."""
        plain = encoded(self._encoder, row)
        if self._by_secret_key:
            return self._memory.save(self._encryptor.encrypt_symmetric(plain))
        result = seal.Ciphertext()
        self._encryptor.encrypt(plain, result)
        return self._memory.save(result)

    def decrypt_row(self, ciphertext: Blob) -> Sequence[int]:
        """The first row of slots (and the second behind it)."""
        result = self._memory.load(seal.Ciphertext(), ciphertext, self._context)
        plain = seal.Plaintext()
        self._decryptor.decrypt(result, plain)
        row: list[int] = self._encoder.decode_uint64(plain)
        return row

    def noise_budget(self, ciphertext: Blob) -> int:
        """SEAL's own estimate of the bits left, for calibration; no measure of correctness."""
        result = self._memory.load(seal.Ciphertext(), ciphertext, self._context)
        return int(self._decryptor.invariant_noise_budget(result))
