"""BFV parameters for a batch, a depth and a security level."""

from __future__ import annotations

import math
from dataclasses import dataclass

from ringassay.sut import security
from ringassay.sut.errors import Refused
from ringassay.sut.seal.noise import FRESH_BITS, MARGIN_BITS
from ringassay.sut.texts import KeyParameters

DIMENSIONS = (4096, 8192, 16384, 32768)
"""Ring dimensions that SEAL checks the security of and that hold more than one level."""

GF2_MODULUS = 65537
"""Plaintext modulus for gf2: prime, 1 mod 2n for every dimension above, and wide enough that the
integers behind bits fit unreduced in all but a few circuits of depth 8 (docs/adapters-seal.md)."""

MAX_PRIME_BITS = 60
MAX_MODULUS_BITS = 60

FAN_IN_DEPTH = 8.0
"""Depth assumed for fan-in circuits, whose key parameters do not name one."""

_NEED_BASE, _NEED_PER_DEPTH = 1.0, 1.15  # in units of log2(t) + log2(n): one multiplication


@dataclass(frozen=True)
class SealParameters:
    """What the scheme is set up with.

    `prime_bits` are the sizes of the primes of the modulus, the special prime last;
    `level` is the row of the security table they were chosen by.
    """

    n: int
    prime_bits: tuple[int, ...]
    modulus: int
    level: int

    @property
    def row(self) -> int:
        """Slots that rotate cyclically: half of the slots."""
        return self.n // 2


def noise_bits_needed(depth: float, log2_n: float, log2_t: float) -> float:
    """Noise growth to provide for a circuit of this depth (paper's Table 1 depths).

    In units of log2(t) + log2(n), the cost of a multiplication. The line lies above what 97 of 100
    random mixed circuits of depth 2 to 8 need (docs/adapters-seal.md).
    """
    return (_NEED_BASE + _NEED_PER_DEPTH * depth) * (log2_t + log2_n)


def choose(params: KeyParameters) -> SealParameters:
    """The smallest parameters that serve `params`; `Refused`, with a hint, if there are none."""
    level = security.level_for(params.security)
    if level is None:
        raise Refused(f"security of {params.security} bits: at most {security.LEVELS[-1]}")
    modulus = GF2_MODULUS if params.modulus is None else params.modulus
    depth = FAN_IN_DEPTH if params.fan_in else params.depth
    if modulus.bit_length() > MAX_MODULUS_BITS:
        raise Refused(f"T = {modulus}: SEAL's plaintext modulus has at most 60 bits")
    usable = [n for n in DIMENSIONS if n // 2 >= params.batch]
    if not usable:
        raise Refused(f"batch {params.batch}: at most {DIMENSIONS[-1] // 2} slots rotate as one")
    fitting = [n for n in usable if modulus % (2 * n) == 1]
    if not fitting or not _is_prime(modulus):
        raise Refused(
            f"T = {modulus}: batching needs a prime that is 1 mod {2 * usable[0]}, "
            f"such as {GF2_MODULUS}"
        )
    log2_t = math.log2(modulus)
    for n in fitting:
        need = noise_bits_needed(depth, math.log2(n), log2_t)
        bits = _prime_bits(need + FRESH_BITS + MARGIN_BITS + log2_t, security.max_log2_qp(n, level))
        if bits is not None:
            return SealParameters(n, bits, modulus, level)
    largest, most = fitting[-1], security.max_log2_qp(fitting[-1], level)
    unit = log2_t + math.log2(largest)
    fits = (0.9 * most / unit - _NEED_BASE) / _NEED_PER_DEPTH
    raise Refused(
        f"depth {depth:g} needs about {noise_bits_needed(depth, math.log2(largest), log2_t):.0f} "
        f"bits of noise budget, and n = {largest} has {most} bits of modulus in all at "
        f"{level}-bit security: depths up to about {fits:.0f} fit"
    )


def _prime_bits(log2_q: float, max_log2_qp: int) -> tuple[int, ...] | None:
    """As few equal primes as hold q, and a special prime of that size; None if beyond the table."""
    for count in range(max(1, math.ceil(log2_q / MAX_PRIME_BITS)), 64):
        bits = math.ceil(log2_q / count)
        if bits * (count + 1) <= max_log2_qp:
            return (bits,) * (count + 1)
        if bits < 30:
            break
    return None


def _is_prime(number: int) -> bool:
    """Miller-Rabin with bases that decide every number below 2^64."""
    bases = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37)
    if number < 2 or any(number % base == 0 and number != base for base in bases):
        return False
    odd, twos = number - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    for base in bases:
        x = pow(base, odd, number)
        if number == base or x in (1, number - 1):
            continue
        for _ in range(twos - 1):
            x = x * x % number
            if x == number - 1:
                break
        else:
            return False
    return True
