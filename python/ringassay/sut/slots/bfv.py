"""Parameters for libraries with BFV: one rule, with the library's bounds as data.

The smallest of the library's ring dimensions with slots for the batch whose modulus, at the
security asked for, holds what a circuit of the depth needs: the noise of 1 + 1.15 D products, a
fresh encryption, a margin, and log2 t. As few equal primes as hold it, and a special prime of that
size (docs/programs.md).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ringassay.sut import security
from ringassay.sut.errors import Refused
from ringassay.sut.numbers import is_prime
from ringassay.sut.texts import KeyParameters

GF2_MODULUS = 65537
"""Plaintext modulus for gf2: prime, 1 mod 2n for every usual dimension, and wide enough that the
integers behind bits fit unreduced in all but a few circuits of depth 8 (docs/libraries.md)."""

FAN_IN_DEPTH = 8.0
"""Depth assumed for fan-in circuits, whose key parameters do not name one."""

_NEED_BASE, _NEED_PER_DEPTH = 1.0, 1.15  # in units of log2(t) + log2(n): one multiplication


@dataclass(frozen=True)
class Library:
    """What a library takes; noise in bits on the scale of its noise table."""

    dimensions: tuple[int, ...]
    """Ring dimensions, ascending, all with slots that rotate in two rows."""
    max_prime_bits: int
    max_modulus_bits: int
    fresh_bits: float
    margin_bits: float
    special_bits: int | None = None
    """Size of the special prime; None: that of the others."""


@dataclass(frozen=True)
class BfvParameters:
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


def described(n: int, modulus: int, primes: Sequence[int]) -> dict[str, Any]:
    """Parameters as a REPORT names them; the last prime is the special one."""
    bits = [math.log2(prime) for prime in primes]
    return {
        "scheme": "BFV",
        "n": n,
        "m": 2 * n,
        "log2_q": round(sum(bits[:-1]), 2),
        "log2_qp": round(sum(bits), 2),
        "t": modulus,
        "q_bits": [round(size, 2) for size in bits[:-1]],
        "p_bits": [round(size, 2) for size in bits[-1:]],
        "secret": "ternary",
        "error": "sigma 3.2",
        "security_bits": security.level_of(n, sum(bits)),
        "security_method": security.METHOD,
    }


def noise_bits_needed(depth: float, log2_n: float, log2_t: float) -> float:
    """Noise growth to provide for a circuit of this depth (paper's Table 1 depths).

    In units of log2(t) + log2(n), the cost of a multiplication. The line lies above what 97 of 100
    random mixed circuits of depth 2 to 8 need (docs/libraries.md).
    """
    return (_NEED_BASE + _NEED_PER_DEPTH * depth) * (log2_t + log2_n)


def choose(params: KeyParameters, library: Library) -> BfvParameters:
    """The smallest parameters that serve `params`; `Refused`, with a hint, if there are none."""
    level = security.level_for(params.security)
    if level is None:
        raise Refused(f"security of {params.security} bits: at most {security.LEVELS[-1]}")
    modulus = GF2_MODULUS if params.modulus is None else params.modulus
    depth = FAN_IN_DEPTH if params.fan_in else params.depth
    if modulus.bit_length() > library.max_modulus_bits:
        most = library.max_modulus_bits
        raise Refused(f"T = {modulus}: the library's plaintext modulus has at most {most} bits")
    usable = [n for n in library.dimensions if n // 2 >= params.batch]
    if not usable:
        raise Refused(
            f"batch {params.batch}: at most {library.dimensions[-1] // 2} slots rotate as one"
        )
    fitting = [n for n in usable if modulus % (2 * n) == 1]
    if not fitting or not is_prime(modulus):
        raise Refused(
            f"T = {modulus}: batching needs a prime that is 1 mod {2 * usable[0]}, "
            f"such as {GF2_MODULUS}"
        )
    log2_t = math.log2(modulus)
    for n in fitting:
        need = noise_bits_needed(depth, math.log2(n), log2_t)
        log2_q = need + library.fresh_bits + library.margin_bits + log2_t
        bits = _prime_bits(log2_q, security.max_log2_qp(n, level), library)
        if bits is not None:
            return BfvParameters(n, bits, modulus, level)
    largest, most = fitting[-1], security.max_log2_qp(fitting[-1], level)
    unit = log2_t + math.log2(largest)
    fits = (0.9 * most / unit - _NEED_BASE) / _NEED_PER_DEPTH
    raise Refused(
        f"depth {depth:g} needs about {noise_bits_needed(depth, math.log2(largest), log2_t):.0f} "
        f"bits of noise budget, and n = {largest} has {most} bits of modulus in all at "
        f"{level}-bit security: depths up to about {fits:.0f} fit"
    )


def _prime_bits(log2_q: float, max_log2_qp: int, library: Library) -> tuple[int, ...] | None:
    """As few equal primes as hold q, and a special prime; None if beyond the table."""
    for count in range(max(1, math.ceil(log2_q / library.max_prime_bits)), 64):
        bits = math.ceil(log2_q / count)
        special = bits if library.special_bits is None else library.special_bits
        if bits * count + special <= max_log2_qp:
            return (*[bits] * count, special)
        if bits < 30:
            break
    return None
