"""Parameters for libraries with CKKS: one rule, with the library's bounds as data.

From what the key parameters say (docs/formats.md): D products one after another, P bits of
precision, M the largest value, G bits by which errors grow in the worst case.

* The scale has P + G + log2 n + 1 bits: the error of a fresh encryption or of a rescaling is about
  n/6 in each slot, four standard deviations of it stay below n.
* The lowest prime holds the largest value at that scale, with its sign and a bit to spare.
* D primes of the scale's size above it, one for each product.
* A special prime ½·log2 n + ½·log2(D + 1) + 3 bits above the largest, as far as the library's
  primes go: digits of key switching lie in [0, q) in SEAL, and their mean of q/2 in all
  coefficients at once makes an error of about n^1.5·q in slot 0, beside that of rounding.
* The smallest of the library's ring dimensions with slots for the batch whose whole modulus,
  special prime included, has the security asked for.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from ringassay.sut import security
from ringassay.sut.errors import Refused
from ringassay.sut.texts import KeyParameters

_LEAST_SCALE_BITS = 30
"""Below, rings of these dimensions have too few primes near a power of two."""


@dataclass(frozen=True)
class Library:
    """What a library takes."""

    dimensions: tuple[int, ...]
    """Ring dimensions n, ascending; n/2 slots rotate as one."""
    max_prime_bits: int
    special_bits: Callable[[int], int] | None = None
    """By the size of the largest prime: that of the special ones together, where the library makes
    them by itself."""
    least_levels: int = 0
    """The fewest primes that it makes above the lowest."""
    error_bits: int = 0
    """Bits by which its errors exceed those of rounding, for which the rule is made."""


@dataclass(frozen=True)
class CkksParameters:
    """What the scheme is set up with: sizes of primes, the lowest first, the special one last."""

    n: int
    prime_bits: tuple[int, ...]
    scale_bits: int
    level: int
    """The row of the security table they were chosen by."""

    @property
    def row(self) -> int:
        """Slots that rotate cyclically."""
        return self.n // 2


def choose(params: KeyParameters, library: Library) -> CkksParameters:
    """The smallest parameters that serve `params`; `Refused`, with what would fit, if none do."""
    asked = params.reals
    if asked is None:
        raise Refused(
            "the scheme computes with real and complex numbers: the key parameters have no R or C, "
            "P, M and G"
        )
    level = security.level_for(params.security)
    if level is None:
        raise Refused(f"security of {params.security} bits: at most {security.LEVELS[-1]}")
    usable = [n for n in library.dimensions if n // 2 >= params.batch]
    if not usable:
        raise Refused(f"batch {params.batch}: at most {library.dimensions[-1] // 2} slots")
    depth = max(math.ceil(params.depth), library.least_levels)
    range_bits = max(0, math.ceil(math.log2(asked.magnitude))) + 2
    for n in usable:
        wanted = asked.precision + asked.gain + math.log2(n) + 1 + library.error_bits
        scale = max(_LEAST_SCALE_BITS, math.ceil(wanted))
        first = scale + range_bits
        if first > library.max_prime_bits:
            raise Refused(
                f"{asked.precision:g} bits of precision take a scale of {scale} bits here, and "
                f"values up to {asked.magnitude:g} a lowest prime of {first}: the library's have "
                f"at most {library.max_prime_bits}"
            )
        above = math.ceil(0.5 * math.log2(n) + 0.5 * math.log2(depth + 1) + 3)
        special = min(first + above, library.max_prime_bits)
        if library.special_bits is not None:
            special = library.special_bits(first)
        bits = (first, *[scale] * depth, special)
        if sum(bits) <= security.max_log2_qp(n, level):
            return CkksParameters(n, bits, scale, level)
    largest = usable[-1]
    most = security.max_log2_qp(largest, level)
    raise Refused(
        f"depth {depth} takes a modulus of {sum(bits)} bits, and n = {largest} has {most} in all "
        f"at {level}-bit security: depths up to {max(0, (most - first - bits[-1]) // scale)} fit"
    )


def described(chosen: CkksParameters, primes: Sequence[int], precision: float) -> dict[str, Any]:
    """Parameters as a REPORT names them; the last prime is the special one."""
    bits = [math.log2(prime) for prime in primes]
    return {
        "scheme": "CKKS",
        "n": chosen.n,
        "m": 2 * chosen.n,
        "log2_q": round(sum(bits[:-1]), 2),
        "log2_qp": round(sum(bits), 2),
        "q_bits": [round(size, 2) for size in bits[:-1]],
        "p_bits": [round(size, 2) for size in bits[-1:]],
        "log2_scale": chosen.scale_bits,
        "precision_bits": precision,
        "secret": "ternary",
        "error": "sigma 3.2",
        "security_bits": security.level_of(chosen.n, sum(bits)),
        "security_method": security.METHOD,
    }


def scales(start: int, scale_bits: int, primes: Sequence[int]) -> list[float]:
    """The scale of each level up to `start`, at which inputs enter: Δ_{l-1} = Δ_l² / q_l.

    `primes` are those of the modulus, the lowest first; leaving primes out changes no scale.
    """
    found = [2.0**scale_bits]
    for level in range(start, 0, -1):
        found.append(found[-1] ** 2 / primes[level])
    return found[::-1]
