"""OpenFHE's CKKS: parameters, client, server and the operations between them.

In the mode FIXEDMANUAL OpenFHE takes all scales to be one Δ. Scales are kept exactly here all the
same (docs/programs.md, Reals): what lies at a level has the scale Δ_l, so that rows are encoded
times Δ_l/Δ, and a result is preceded by Δ_l/Δ, a double of 8 bytes, by which the client divides.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Sequence
from typing import Any

import openfhe

from ringassay.sut import security
from ringassay.sut.errors import Failed, Refused
from ringassay.sut.openfhe import library
from ringassay.sut.packets import Blob
from ringassay.sut.slots.ckks import CkksParameters, Library, choose, described, scales
from ringassay.sut.slots.party import SlotClient, SlotServer
from ringassay.sut.slots.program import Program
from ringassay.sut.slots.target import RealTarget, key_steps, may_rebuild
from ringassay.sut.texts import KeyParameters

CKKS = Library(
    dimensions=(4096, 8192, 16384, 32768, 65536),
    max_prime_bits=60,
    special_bits=library.special_bits,
    least_levels=1,
    # Encryption modulo Q, without a division behind it, leaves an error of deviation 3.7 n in a
    # slot, and decoding adds noise of its own (sqrt(2) times what it finds in the imaginary parts).
    error_bits=5,
)

Ciphertext = Any  # the binding's types say little
Plaintext = Any

_RATIO = struct.Struct("<d")


def _context(chosen: CkksParameters) -> tuple[Any, str]:
    first, *above = chosen.prime_bits[:-1]
    return library.checked_context(
        "CKKS",
        chosen.level,
        RingDim=chosen.n,
        MultiplicativeDepth=len(above),
        ScalingTechnique=openfhe.ScalingTechnique.FIXEDMANUAL,
        FirstModSize=first,
        ScalingModSize=chosen.scale_bits,
        NumLargeDigits=len(above) + 1,
        BatchSize=chosen.row,
    )


class RealClient(SlotClient):
    """Encrypts with the public key, as any sender would."""

    _context: Any = None

    def make_keys(self, params: KeyParameters) -> tuple[RealTarget, list[bytes]]:
        """Choose parameters, make all keys."""
        library.forget_keys(self._context)
        self._context = None
        if params.reals is not None and params.reals.is_complex:
            raise Refused("computes with real numbers: its binding encodes no complex vectors")
        with self.part("choose_ns"):
            chosen = choose(params, CKKS)
            try:
                context, checked = _context(chosen)
            except library.LibraryRefusedError as error:
                raise Failed(f"OpenFHE does not take the parameters: {error}") from error
        assert params.reals is not None
        steps = key_steps(params.batch, chosen.row, rebuild=may_rebuild(params, chosen.row))
        pair = context.KeyGen()
        chunks = library.make_keys(context, pair, steps)
        primes = library.primes_of(context)
        specials = library.special_primes(chunks[2], chosen.n, len(primes), len(primes))
        said = described(
            chosen, [*primes, 1 << specials * library.SPECIAL_BITS], params.reals.precision
        )
        if said["log2_qp"] > security.max_log2_qp(chosen.n, chosen.level):
            raise Failed(
                f"OpenFHE made a modulus of {said['log2_qp']} bits: too large to be secure"
            )
        self._context, self._pair, self._row = context, pair, chosen.row
        self.parameters = {
            **said,
            "special_primes": specials,
            "error": f"sigma {library.SIGMA}",
            "security_checked_by_library": checked,
            "rotation_keys": len(steps),
            "encryption": "public key",
        }
        return RealTarget(params.batch, chosen.row, len(primes), steps), [
            *chunks,
            str(chosen.scale_bits).encode(),
        ]

    def encrypt_row(self, row: Sequence[float]) -> bytes:
        """The row at the highest level."""
        plain = self._context.MakeCKKSPackedPlaintext(list(row))
        return library.save(self._context.Encrypt(self._pair.publicKey, plain))

    def decrypt_row(self, ciphertext: Blob) -> list[float]:
        """The real parts of the slots."""
        if len(ciphertext) < _RATIO.size:
            raise Failed("a result begins with its scale, a double of 8 bytes")
        (ratio,) = _RATIO.unpack(memoryview(ciphertext)[: _RATIO.size])
        if not (math.isfinite(ratio) and ratio > 0):
            raise Failed(f"a result's scale of {ratio}")
        loaded = library.load_ciphertext(memoryview(ciphertext)[_RATIO.size :])
        plain = self._context.Decrypt(self._pair.secretKey, loaded)
        plain.SetLength(self._row)
        return [value / ratio for value in plain.GetRealPackedValue()]


class RealServer(SlotServer):
    """Runs slot programs over reals under the keys it is sent."""

    def load_keys(self, keys: Sequence[Blob]) -> RealBackend:
        """Load the context, the scale and all public keys."""
        if not keys or not bytes(keys[-1]).isdigit() or len(keys[-1]) > 2:
            raise Failed("the key does not end with the size of its scale")
        context, public = library.load_keys(keys[:-1])
        return RealBackend(library.enabled(context), public, int(bytes(keys[-1])))


class RealBackend:
    """Operations on ciphertexts over reals."""

    def __init__(self, context: Any, public: Any, scale_bits: int) -> None:
        self._on, self._public, self._scale_bits = context, public, scale_bits
        self._primes = library.primes_of(context)
        self._top = len(self._primes) - 1
        self._ratios: Sequence[float] = ()
        self.add, self.sub, self.negate = context.EvalAdd, context.EvalSub, context.EvalNegate
        self.add_plain = context.EvalAdd

    def begin(self, program: Program) -> None:
        """Scales follow from the level at which a program's inputs enter."""
        levels = [numbers[2] for name, numbers in program.ops if name == "input"]
        start = levels[0] if levels else program.levels - 1
        unit = 2.0**self._scale_bits
        self._ratios = [scale / unit for scale in scales(start, self._scale_bits, self._primes)]

    def load(self, data: Blob, level: int) -> Ciphertext:
        """A ciphertext with the primes above the level left out, which changes no scale."""
        return self._dropped(library.load_ciphertext(data), level)

    def save(self, a: Ciphertext) -> bytes:
        """A result behind its scale."""
        return _RATIO.pack(self._ratios[self._level(a)]) + library.save(a)

    def encode(self, row: Sequence[float], level: int) -> Plaintext:
        """A row at the level's scale."""
        ratio = self._ratios[level]
        values = [value * ratio for value in row]
        return self._on.MakeCKKSPackedPlaintext(values, 1, self._top - level)

    def encrypt_constant(self, plain: Plaintext) -> Ciphertext:
        """A public-key encryption."""
        return self._on.Encrypt(self._public, plain)

    def multiply(self, a: Ciphertext, b: Ciphertext) -> Ciphertext:
        """Product, relinearised and rescaled."""
        return self._on.Rescale(self._on.EvalMult(a, b))

    def square(self, a: Ciphertext) -> Ciphertext:
        """Square, relinearised and rescaled."""
        return self._on.Rescale(self._on.EvalSquare(a))

    def multiply_plain(self, a: Ciphertext, plain: Plaintext) -> Ciphertext:
        """Product with an encoded row, rescaled."""
        return self._on.Rescale(self._on.EvalMult(a, plain))

    def rotate(self, a: Ciphertext, step: int) -> Ciphertext:
        """Slots move up by `step`; OpenFHE counts rotations downwards."""
        return self._on.EvalRotate(a, -step)

    def lower(self, a: Ciphertext, level: int, divide: int) -> Ciphertext:
        """`a` at a lower level, and at that level's scale: times 1, rescaled."""
        ratio = self._ratios[self._level(a)]
        factor = math.ldexp(
            self._ratios[level] * self._primes[level + 1] / ratio, -self._scale_bits
        )
        return self._on.Rescale(self._on.EvalMult(self._dropped(a, level + 1), factor))

    def _level(self, a: Ciphertext) -> int:
        level: int = self._top - a.GetLevel()
        return level

    def _dropped(self, a: Ciphertext, level: int) -> Ciphertext:
        more = self._level(a) - level
        return self._on.LevelReduce(a, None, more) if more > 0 else a
