"""The client: keys, encryption, decryption."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from tenseal import sealapi as seal

from ringassay.sut import security
from ringassay.sut.errors import Failed
from ringassay.sut.packets import Blob
from ringassay.sut.party import Client
from ringassay.sut.seal.keys import (
    KeyScope,
    checked,
    encryption_parameters,
    make_context,
    pack_keys,
)
from ringassay.sut.seal.memfile import MemoryFile
from ringassay.sut.seal.parameters import FAN_IN_DEPTH, choose
from ringassay.sut.slots.header import Header
from ringassay.sut.slots.layout import Layout
from ringassay.sut.slots.steps import key_steps
from ringassay.sut.texts import KeyParameters, Vector

_ROTATION_DEPTH = 0.5  # of LROTATE, and half of that for long vectors (formats.md)
_LONG_BATCH = 600


class SealClient(Client):
    """Encrypts with the public key, as any sender would.

    With `by_secret_key` with the secret one, which it has: seeded ciphertexts of half the size.
    """

    def __init__(self, *, by_secret_key: bool = False) -> None:
        super().__init__()
        self._by_secret_key = by_secret_key
        self._memory = MemoryFile()
        self._context: Any = None

    def keygen(self, params: KeyParameters) -> list[bytes]:
        """Choose parameters, make all keys."""
        with self.part("choose_ns"):
            chosen = choose(params)
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
        self._modulus = chosen.modulus
        self._layout = Layout(params.batch, chosen.row)
        steps = key_steps(params.batch, chosen.row, rebuild=_may_rebuild(params, chosen.row))
        self.parameters = {
            **_described(parameters, chosen.level, len(steps)),
            "encryption": "secret key, seeded" if self._by_secret_key else "public key",
        }
        if params.fan_in:
            self.note(f"fan-in circuits name no depth: parameters serve depth {FAN_IN_DEPTH:g}")
        scope = KeyScope(chosen.level, params.batch, steps)
        return pack_keys(self._memory, generator, public, parameters, scope)

    def encrypt(self, vectors: list[Vector]) -> list[bytes]:
        """One ciphertext per wire, the vector repeated over both rows."""
        return [self._encrypt(vector) for vector in vectors]

    def decrypt(self, ciphertext: list[Blob]) -> Sequence[int]:
        """Read the slots that the header points at."""
        if len(ciphertext) != 2:
            raise Failed(f"a result of 2 chunks expected, got {len(ciphertext)}")
        header = Header.unpack(ciphertext[0])
        if header.offset + self._layout.batch > self._layout.row:
            raise Failed(f"the result's header points at slot {header.offset}, outside the row")
        result = self._memory.load(seal.Ciphertext(), ciphertext[1], self._context)
        plain = seal.Plaintext()
        self._decryptor.decrypt(result, plain)
        row = self._encoder.decode_uint64(plain)
        return [
            header.read(value, self._modulus) for value in self._layout.collect(row, header.offset)
        ]

    def noise_budget(self, ciphertext: Blob) -> int:
        """SEAL's own estimate of the bits left, for calibration; no measure of correctness."""
        result = self._memory.load(seal.Ciphertext(), ciphertext, self._context)
        return int(self._decryptor.invariant_noise_budget(result))

    def _encrypt(self, vector: Vector) -> bytes:
        row = self._layout.spread(vector)
        plain = seal.Plaintext()
        self._encoder.encode([*row, *row], plain)
        if self._by_secret_key:
            return self._memory.save(self._encryptor.encrypt_symmetric(plain))
        result = seal.Ciphertext()
        self._encryptor.encrypt(plain, result)
        return self._memory.save(result)


def _may_rebuild(params: KeyParameters, row: int) -> bool:
    """Whether a circuit of this depth can use up the copies of a vector in a row.

    Each rotation on a path costs at most half a vector at one end of the window, and paths that
    lost slots at different ends may meet.
    """
    depth = _ROTATION_DEPTH if params.batch <= _LONG_BATCH else _ROTATION_DEPTH / 2
    rotations = math.ceil(params.depth / depth)
    return row < params.batch * (1 + rotations)


def _checked(level: int) -> str:
    known = checked(level)
    return f"HE Standard 2018, {known} bits" if known else "no: its table begins at 128 bits"


def _described(parameters: Any, level: int, rotation_keys: int) -> dict[str, Any]:
    """The parameters as a REPORT names them."""
    n = parameters.poly_modulus_degree()
    bits = [math.log2(prime.value()) for prime in parameters.coeff_modulus()]
    return {
        "scheme": "BFV",
        "n": n,
        "m": 2 * n,
        "log2_q": round(sum(bits[:-1]), 2),
        "log2_qp": round(sum(bits), 2),
        "t": parameters.plain_modulus().value(),
        "q_bits": [round(size, 2) for size in bits[:-1]],
        "p_bits": [round(size, 2) for size in bits[-1:]],
        "secret": "ternary",
        "error": "sigma 3.2",
        "security_bits": security.level_of(n, sum(bits)),
        "security_method": security.METHOD,
        "security_checked_by_library": _checked(level),
        "noise_model": "average case, fitted to measurements",
        "rotation_keys": rotation_keys,
    }
