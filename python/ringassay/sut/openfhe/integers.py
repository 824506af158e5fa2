"""OpenFHE's BGV and BFV: parameters, client, server and the operations between them.

BGV runs in the mode FIXEDMANUAL: its primes are 1 mod t, so that dividing by one leaves a message
as it is, and programs say where they are divided by. BFV has one level.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import openfhe

from ringassay.sut import security
from ringassay.sut.errors import Failed, Refused
from ringassay.sut.numbers import least_prime_bits
from ringassay.sut.openfhe import library
from ringassay.sut.packets import Blob
from ringassay.sut.slots import bfv, bgv
from ringassay.sut.slots.party import SlotClient, SlotServer
from ringassay.sut.slots.target import Noise, Target, key_steps, may_rebuild
from ringassay.sut.texts import KeyParameters

MAX_MODULUS_BITS = {"bfv": 40, "bgv": 32}
"""From 2^32 on BGV's answers are wrong in this mode (docs/findings/openfhe.md)."""

_DIMENSIONS = (4096, 8192, 16384, 32768)
_MOST_DEPTH = 64

BFV = bfv.Library(
    dimensions=_DIMENSIONS,
    max_prime_bits=55,  # above, P has two primes for digits of one
    max_modulus_bits=MAX_MODULUS_BITS["bfv"],
    fresh_bits=13.0,  # encryption modulo Q, without a division behind it
    margin_bits=2.0,
    special_bits=library.SPECIAL_BITS,
)


def _least_prime_bits(n: int, t: int, count: int) -> int:
    """The size of which there are so many primes that are 1 mod 2nt, and one for the lowest.

    Where OpenFHE runs out of them its process ends with a floating-point exception
    (docs/findings/openfhe.md).
    """
    return least_prime_bits(2 * n * t, count + 1)


BGV = bgv.Library(
    dimensions=_DIMENSIONS,
    max_prime_bits=60,
    max_modulus_bits=MAX_MODULUS_BITS["bgv"],
    sigma=library.SIGMA,
    special_bits=library.special_bits,
    least_levels=1,
    least_prime_bits=_least_prime_bits,
    centred_plaintexts=False,  # docs/findings/openfhe.md
)

Ciphertext = Any  # the binding's types say little
Plaintext = Any


def _bfv(params: KeyParameters) -> tuple[Any, dict[str, Any], Noise, int]:
    """A context with as large a modulus as the rule wants: OpenFHE makes it from a depth."""
    dimensions = BFV.dimensions
    while True:
        chosen = bfv.choose(params, replace(BFV, dimensions=dimensions))
        *wanted, special = chosen.prime_bits
        most = security.max_log2_qp(chosen.n, chosen.level)
        found = _bfv_at(chosen, wanted, most - special)
        if found is not None:
            context, primes, checked = found
            break
        dimensions = tuple(n for n in dimensions if n > chosen.n)
        if not dimensions:
            raise Refused("OpenFHE makes a larger modulus than is secure, in every ring")
    log2_n, log2_t = math.log2(chosen.n), math.log2(chosen.modulus)
    log2_q = sum(map(math.log2, primes))
    noise = Noise(
        capacity=[log2_q - log2_t - BFV.margin_bits],
        fresh=BFV.fresh_bits,
        multiply=("sum", log2_t + log2_n - 1.5),
        key_switch=log2_n,
        # Plaintexts that are not centred have a mean of t/2, which counts n times.
        multiply_plain=log2_t - 1.0 + log2_n,
    )
    said = bfv.described(chosen.n, chosen.modulus, [*primes, 1 << library.SPECIAL_BITS])
    said |= {"key_switch_digits": len(primes), "security_checked_by_library": checked}
    return context, said, noise, chosen.modulus


def _bfv_at(chosen: bfv.BfvParameters, wanted: Sequence[int], most_log2_q: int) -> Any:
    """A context of so many primes, its primes and what it says of security, if that is secure."""
    for depth in range(1, _MOST_DEPTH):
        settings: dict[str, Any] = {
            "PlaintextModulus": chosen.modulus,
            "RingDim": chosen.n,
            "MultiplicativeDepth": depth,
            "ScalingModSize": wanted[0],
            "NumLargeDigits": len(wanted),
            "MultiplicationTechnique": openfhe.MultiplicationTechnique.HPSPOVERQ,
        }
        try:
            context = library.make_context("BFV", **settings)
        except library.LibraryRefusedError:
            continue
        primes = library.primes_of(context)
        if len(primes) > len(wanted) or sum(map(math.log2, primes)) > most_log2_q:
            return None
        if len(primes) == len(wanted):
            context, checked = library.checked_context("BFV", chosen.level, **settings)
            # The check may have chosen other primes: those are what counts.
            primes = library.primes_of(context)
            same = len(primes) == len(wanted) and context.GetRingDimension() == chosen.n
            return (context, primes, checked) if same else None
    return None


def _bgv(params: KeyParameters) -> tuple[Any, dict[str, Any], Noise, int]:
    chosen = bgv.choose(params, BGV)
    chain = chosen.chain
    levels = len(chain.prime_bits) - 1
    context, checked = library.checked_context(
        "BGV",
        chosen.level,
        PlaintextModulus=chosen.modulus,
        RingDim=chosen.n,
        MultiplicativeDepth=levels,
        ScalingTechnique=openfhe.ScalingTechnique.FIXEDMANUAL,
        FirstModSize=int(chain.prime_bits[0]),
        ScalingModSize=int(chain.prime_bits[-1]),
        NumLargeDigits=chain.digits,
    )
    primes = library.primes_of(context)
    if any(prime % chosen.modulus != 1 for prime in primes[1:]):
        raise Failed("OpenFHE made primes of the levels that are not 1 mod t")
    n, t = chosen.n, chosen.modulus
    made = replace(chain, prime_bits=list(map(math.log2, primes)))
    noise = bgv.noise_of(n, t, made, library.SIGMA, centred=BGV.centred_plaintexts)
    said = bgv.described(chosen, primes, library.SIGMA)
    return context, {**said, "security_checked_by_library": checked}, noise, t


class IntegerClient(SlotClient):
    """Encrypts with the public key, as any sender would."""

    def __init__(self, scheme: str) -> None:
        super().__init__()
        self._choose = {"bfv": _bfv, "bgv": _bgv}[scheme]
        self._context: Any = None

    def make_keys(self, params: KeyParameters) -> tuple[Target, list[bytes]]:
        """Choose parameters, make all keys."""
        library.forget_keys(self._context)
        self._context = None
        with self.part("choose_ns"):
            try:
                context, said, noise, t = self._choose(params)
            except library.LibraryRefusedError as error:
                raise Failed(f"OpenFHE does not take the parameters: {error}") from error
        row = context.GetRingDimension() // 2
        steps = key_steps(params.batch, row, rebuild=may_rebuild(params, row))
        pair = context.KeyGen()
        chunks = library.make_keys(context, pair, steps)
        digits, primes = said["key_switch_digits"], len(said["q_bits"])
        specials = library.special_primes(chunks[2], 2 * row, primes, digits)
        if specials * library.SPECIAL_BITS > math.ceil(sum(said["p_bits"])):
            raise Failed(f"OpenFHE made {specials} special primes, more than was judged secure")
        self._context, self._pair, self._t = context, pair, t
        self.parameters = {
            **said,
            "special_primes": specials,
            "rotation_keys": len(steps),
            "encryption": "public key",
        }
        return Target(params.batch, row, t, steps, noise), chunks

    def encrypt_row(self, row: Sequence[int]) -> bytes:
        """The row, into both rows of slots, at the highest level."""
        plain = encoded(self._context, row, self._t, 0)
        return library.save(self._context.Encrypt(self._pair.publicKey, plain))

    def decrypt_row(self, ciphertext: Blob) -> list[int]:
        """The first row of slots (and the second behind it)."""
        loaded = library.load_ciphertext(ciphertext)
        plain = self._context.Decrypt(self._pair.secretKey, loaded)
        plain.SetLength(self._context.GetRingDimension())
        return [value % self._t for value in plain.GetPackedValue()]


class IntegerServer(SlotServer):
    """Runs slot programs under the keys it is sent, whose context names the scheme."""

    def load_keys(self, keys: Sequence[Blob]) -> IntegerBackend:
        """Load the context and all public keys."""
        context, public = library.load_keys(keys)
        library.enabled(context)
        assert isinstance(self._target, Target)
        if context.GetPlaintextModulus() != self._target.modulus:
            raise Failed("the context's plaintext modulus is not that of the target")
        top = len(self._target.noise.capacity) - 1
        return IntegerBackend(context, public, self._target.modulus, top)


def encoded(context: Any, row: Sequence[int], t: int, dropped: int) -> Plaintext:
    """A row of values in [0, t), in both rows of slots, so many primes below the highest level."""
    half = t // 2
    centred = [value - t if value > half else value for value in row]
    return context.MakePackedPlaintext([*centred, *centred], 1, dropped)


class IntegerBackend:
    """Operations on ciphertexts whose two rows of slots hold the same values."""

    def __init__(self, context: Any, public: Any, t: int, top: int) -> None:
        self._on, self._public, self._t, self._top = context, public, t, top
        self.save = library.save
        self.add, self.sub = context.EvalAdd, context.EvalSub
        self.negate = context.EvalNegate
        self.add_plain, self.multiply_plain = context.EvalAdd, context.EvalMult
        self.multiply, self.square = context.EvalMult, context.EvalSquare

    def load(self, data: Blob, level: int) -> Ciphertext:
        """A ciphertext with the primes above the level left out."""
        return self._dropped(library.load_ciphertext(data), level)

    def encode(self, row: Sequence[int], level: int) -> Plaintext:
        """Encode a row of values in [0, t) for a level."""
        return encoded(self._on, row, self._t, self._top - level)

    def encrypt_constant(self, plain: Plaintext) -> Ciphertext:
        """A public-key encryption."""
        return self._on.Encrypt(self._public, plain)

    def rotate(self, a: Ciphertext, step: int) -> Ciphertext:
        """Both rows rotated upwards; OpenFHE counts rotations downwards."""
        return self._on.EvalRotate(a, -step)

    def lower(self, a: Ciphertext, level: int, divide: int) -> Ciphertext:
        """Primes left out, then the last ones divided by."""
        result = self._dropped(a, level + divide)
        for _ in range(divide):
            result = self._on.ModReduce(result)
        return result

    def _dropped(self, a: Ciphertext, level: int) -> Ciphertext:
        more = self._top - level - a.GetLevel()
        return self._on.LevelReduce(a, None, more) if more > 0 else a
