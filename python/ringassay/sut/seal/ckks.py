"""SEAL's CKKS: client, server and the operations between them (docs/libraries.md, SEAL).

Scales are exact: all values of a level have one, Δ_{l-1} = Δ_l²/q_l, and a value that goes down by
more than a product is multiplied by 1 at the scale that brings it to its new level's.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tenseal import sealapi as seal

from ringassay.sut.errors import Failed
from ringassay.sut.memfile import MemoryFile
from ringassay.sut.packets import Blob
from ringassay.sut.seal.keys import (
    PublicKeys,
    checked,
    galois_element,
    make_context,
    pack_keys,
    unpack_keys,
)
from ringassay.sut.seal.operations import Ciphertext, Operations, Plaintext
from ringassay.sut.slots.ckks import Library, choose, described, scales
from ringassay.sut.slots.party import SlotClient, SlotServer
from ringassay.sut.slots.program import Program
from ringassay.sut.slots.target import RealTarget, key_steps, may_rebuild
from ringassay.sut.texts import KeyParameters

SEAL_CKKS = Library(dimensions=(4096, 8192, 16384, 32768), max_prime_bits=60)


@dataclass(frozen=True)
class Chain:
    """The levels of a context, the lowest first: identifiers and primes."""

    ids: Sequence[Any]
    primes: Sequence[int]

    @classmethod
    def of(cls, context: Any) -> Chain:
        """Those of ciphertexts; the special prime is none of them."""
        data = context.first_context_data()
        primes = [prime.value() for prime in data.parms().coeff_modulus()]
        found = []
        for _ in primes:
            found.append(data.parms_id())
            data = data.next_context_data()
        return cls(found[::-1], primes)

    def level(self, ciphertext: Ciphertext) -> int:
        """The level at which a ciphertext lies."""
        return self.ids.index(ciphertext.parms_id())


class CkksBackend(Operations):
    """Operations on ciphertexts over real and complex numbers. Products are rescaled."""

    def __init__(self, keys: PublicKeys, memory: MemoryFile, scale_bits: int) -> None:
        super().__init__(keys, memory)
        self._scale_bits = scale_bits
        self._chain = Chain.of(keys.context)
        self._scales: Sequence[float] = ()
        self._encoder = seal.CKKSEncoder(keys.context)

    def begin(self, program: Program) -> None:
        """Scales follow from the level at which a program's inputs enter."""
        levels = [numbers[2] for name, numbers in program.ops if name == "input"]
        start = levels[0] if levels else program.levels - 1
        self._scales = scales(start, self._scale_bits, self._chain.primes)

    def load(self, data: Blob, level: int) -> Ciphertext:
        """A ciphertext with the primes above the level left out, which changes no scale."""
        found = self._memory.load(seal.Ciphertext(), data, self._keys.context)
        return self._at(found, level)

    def encode(self, row: Sequence[complex], level: int) -> Plaintext:
        """A row at the level's scale."""
        plain = seal.Plaintext()
        self._encoder.encode(list(row), self._chain.ids[level], self._scales[level], plain)
        return plain

    def multiply_plain(self, a: Ciphertext, plain: Plaintext) -> Ciphertext:
        """Product with an encoded row, rescaled."""
        return self._rescaled(self._made(self._evaluator.multiply_plain, a, plain))

    def rotate(self, a: Ciphertext, step: int) -> Ciphertext:
        """Slots move up by `step`; SEAL counts rotations downwards."""
        return self._made(self._evaluator.rotate_vector, a, -step, self._keys.galois)

    def conjugate(self, a: Ciphertext) -> Ciphertext:
        """The complex conjugate of every slot."""
        return self._made(self._evaluator.complex_conjugate, a, self._keys.galois)

    def lower(self, a: Ciphertext, level: int, divide: int) -> Ciphertext:
        """`a` at a lower level, and at that level's scale: times 1, rescaled."""
        switched = self._at(a, level + 1)
        factor = self._scales[level] * self._chain.primes[level + 1] / a.scale
        one = seal.Plaintext()
        self._encoder.encode(1.0, self._chain.ids[level + 1], factor, one)
        return self._rescaled(self._made(self._evaluator.multiply_plain, switched, one))

    def _at(self, a: Ciphertext, level: int) -> Ciphertext:
        if self._chain.level(a) == level:
            return a
        result = seal.Ciphertext()
        self._evaluator.mod_switch_to(a, self._chain.ids[level], result)
        return result

    def _relinearised(self, product: Ciphertext) -> Ciphertext:
        return self._rescaled(super()._relinearised(product))

    def _rescaled(self, a: Ciphertext) -> Ciphertext:
        result = self._made(self._evaluator.rescale_to_next, a)
        # What it is up to the rounding of doubles, which SEAL would take for another scale.
        result.scale = self._scales[self._chain.level(result)]
        return result

    def _zero(self, like: Ciphertext) -> Ciphertext:
        zero = self._made(self._encryptor.encrypt_zero, like.parms_id())
        zero.scale = like.scale
        return zero


class SealCkksServer(SlotServer):
    """Runs slot programs over real and complex numbers under the keys it is sent."""

    def load_keys(self, keys: Sequence[Blob]) -> CkksBackend:
        """Load the context, the scale and all public keys."""
        if not keys or not bytes(keys[-1]).isdigit() or len(keys[-1]) > 2:
            raise Failed("the key does not end with the size of its scale")
        memory = MemoryFile()
        public = unpack_keys(memory, keys[:-1], seal.SCHEME_TYPE.CKKS)
        return CkksBackend(public, memory, int(bytes(keys[-1])))


class SealCkksClient(SlotClient):
    """Encrypts with the public key, as any sender would."""

    def __init__(self) -> None:
        super().__init__()
        self._memory = MemoryFile()
        self._context: Any = None
        self._is_complex = False

    def make_keys(self, params: KeyParameters) -> tuple[RealTarget, list[Blob]]:
        """Choose parameters, make all keys."""
        with self.part("choose_ns"):
            chosen = choose(params, SEAL_CKKS)
        assert params.reals is not None
        parameters = seal.EncryptionParameters(seal.SCHEME_TYPE.CKKS)
        parameters.set_poly_modulus_degree(chosen.n)
        modulus = seal.CoeffModulus.Create(chosen.n, list(chosen.prime_bits))
        parameters.set_coeff_modulus(modulus)
        context = make_context(parameters, chosen.level)
        generator = seal.KeyGenerator(context)
        secret = generator.secret_key()
        public = seal.PublicKey()
        generator.create_public_key(public)
        self._encryptor = seal.Encryptor(context, public)
        self._decryptor = seal.Decryptor(context, secret)
        self._encoder = seal.CKKSEncoder(context)
        self._is_complex = params.reals.is_complex
        self._context, self._scale = context, math.ldexp(1.0, chosen.scale_bits)
        rebuild = may_rebuild(params, chosen.row)
        steps = key_steps(params.batch, chosen.row, rebuild=rebuild)
        primes = [prime.value() for prime in modulus]
        known = checked(chosen.level)
        self.parameters = {
            **described(chosen, primes, params.reals.precision),
            "security_checked_by_library": f"HE Standard 2018, {known} bits"
            if known
            else "no: its table begins at 128 bits",
            "rotation_keys": len(steps),
            "encryption": "public key",
        }
        levels = len(primes) - 1
        target = RealTarget(params.batch, chosen.row, levels, steps, self._is_complex)
        elements = [galois_element(step, chosen.n) for step in sorted(steps)]
        if self._is_complex:
            self.parameters["conjugation_keys"] = 1
            elements.append(2 * chosen.n - 1)
        first = [parameters, public]
        keys = pack_keys(self._memory, generator, chosen.level, first, elements)
        return target, [*keys, str(chosen.scale_bits).encode()]

    def encrypt_row(self, row: Sequence[complex]) -> bytes:
        """The row at the highest level."""
        plain = seal.Plaintext()
        self._encoder.encode(list(row), self._scale, plain)
        result = seal.Ciphertext()
        self._encryptor.encrypt(plain, result)
        return self._memory.save(result)

    def decrypt_row(self, ciphertext: Blob) -> Sequence[complex]:
        """The slots; of a key for reals their real parts."""
        result = self._memory.load(seal.Ciphertext(), ciphertext, self._context)
        plain = seal.Plaintext()
        self._decryptor.decrypt(result, plain)
        decode = self._encoder.decode_complex if self._is_complex else self._encoder.decode_double
        row: list[complex] = decode(plain)
        return row
