"""What HElib is asked for: bits of the modulus for a depth, and what it made of that, judged."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from ringassay.sut import security
from ringassay.sut.errors import Failed, Refused
from ringassay.sut.numbers import is_prime
from ringassay.sut.slots.bfv import FAN_IN_DEPTH
from ringassay.sut.texts import KeyParameters

COLUMNS = 3
"""Of its key-switching matrices: special primes are a third of the modulus, and somewhat more."""

_FIRST_BITS = 50.0
_DIMENSION = 1 << 14


@dataclass(frozen=True)
class Asked:
    """Arguments of the worker's `set_up`."""

    p: int
    bits: int
    security: int
    slots: int
    m: int = 0
    """0: HElib finds one."""


@dataclass(frozen=True)
class Made:
    """What the worker says of its context."""

    m: int
    n: int
    slots: int
    log2_q: float
    log2_p: float
    helib_bits: float
    """Security by HElib's own formula."""

    @classmethod
    def parse(cls, words: str) -> Made:
        """Six numbers. Raises `Failed`."""
        try:
            m, n, slots, *sizes = words.split()
            log2_q, log2_p, bits = map(float, sizes)
            return cls(int(m), int(n), int(slots), log2_q, log2_p, bits)
        except ValueError as error:
            raise Failed(f"HElib's worker says {words!r} of its context") from error

    @property
    def log2_qp(self) -> float:
        """Of the whole modulus."""
        return self.log2_q + self.log2_p


def asked(params: KeyParameters, m: int) -> Asked:
    """For key parameters. Raises `Refused`."""
    if params.reals is not None:
        raise Refused("bits and integers only: no reals")
    p = 2 if params.modulus is None else params.modulus
    if not is_prime(p):
        raise Refused(f"T = {p}: a prime is needed")
    depth = FAN_IN_DEPTH if params.fan_in else params.depth
    # A product costs about the size of rounding noise; our own BGV takes as much (docs/noise.md).
    product = math.log2(p) + math.log2(_DIMENSION) + 6.0
    bits = math.ceil(_FIRST_BITS + math.log2(p) + (depth + 1) * product)
    return Asked(p, bits, params.security, params.batch, m)


def judged(made: Made, wanted: Asked) -> int:
    """Security in bits by our table, interpolated; `Refused` where it is less than asked for."""
    levels = [level for level in security.LEVELS if made.log2_qp <= _most_log2_qp(made.n, level)]
    found = max(levels, default=0)
    if found < min(wanted.security, max(security.LEVELS)):
        raise Refused(
            f"HElib's m = {made.m} has a modulus of {made.log2_qp:.0f} bits in dimension {made.n}: "
            f"less than {wanted.security} bits of security by our table; name another with --m"
        )
    return found


def _most_log2_qp(n: int, level: int) -> float:
    """Between powers of two in proportion; nothing outside the table."""
    below = 1 << n.bit_length() - 1
    low, high = (security.max_log2_qp(size, level) for size in (below, 2 * below))
    if not low:
        return 0.0
    if not high:
        return float(low)
    return low + (high - low) * (n - below) / below


def described(made: Made, wanted: Asked, bits: int) -> dict[str, Any]:
    """Parameters as a REPORT names them."""
    return {
        "scheme": "BGV",
        "n": made.n,
        "m": made.m,
        "t": wanted.p,
        "slots": made.slots,
        "log2_q": round(made.log2_q, 2),
        "log2_qp": round(made.log2_qp, 2),
        "key_switch_digits": COLUMNS,
        "secret": "ternary",
        "error": "sigma 3.2",
        "security_bits": bits,
        "security_method": f"{security.METHOD}, in proportion between powers of two",
        "security_checked_by_library": f"{made.helib_bits:.0f} bits by HElib's formula",
        "encryption": "public key",
    }
