"""Security by one yardstick: our estimator on what every system says of its keys.

What a system claims of its own security decides nothing. The estimate starts from the facts it
states: problem, dimension, whole modulus, secret, error ([`stated`][ringassay.security.stated]).
Cost model and attacks are those of docs/security.md.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from ringassay import _native
from ringassay.security.asked import meets
from ringassay.security.stated import Stated

Standing = Literal["met", "below", "none", "unverifiable"]

METHOD = "own estimator (ringassay --page security), MATZOV's cost of lattice reduction"


@dataclass(frozen=True)
class Delivered:
    """Bits of security that the stated parameters deliver; NaN, with the reason, where unknown."""

    bits: float
    how: str
    is_undecryptable: bool = False
    """The errors stated leave nothing to decrypt."""

    @property
    def is_known(self) -> bool:
        """Whether there is an estimate."""
        return not math.isnan(self.bits)


@lru_cache(maxsize=4096)
def delivered(facts: Stated) -> Delivered:
    """The estimate for one key; some 5 ms, or the reason why there is none."""
    problem, dimension, secret = facts.problem, facts.dimension, facts.secret
    log2_q, width = facts.log2_q, facts.error_std
    if problem is None or dimension is None or secret is None or log2_q is None or width is None:
        return Delivered(math.nan, f"not said: {', '.join(facts.missing)}")
    # Quotients of NTRU are as hard as they are narrow, whatever the errors.
    if problem == "lwe":
        refused = _native.undecryptable(dimension, log2_q, width, facts.plaintext_modulus)
        if refused:
            return Delivered(math.nan, f"not estimated: {refused}", is_undecryptable=True)
    try:
        bits, words = _native.attack_status(problem, dimension, log2_q, width, secret)
    except ValueError as error:
        return Delivered(math.nan, str(error))
    return Delivered(math.nan if bits is None else bits, words)


def standing(asked: float, claimed_bits: float, found: Delivered) -> Standing:
    """Whether the security asked for is met, by our estimate alone.

    "none" is the system's own word for keys that protect nothing, which needs no check.
    """
    if claimed_bits <= 0.0:
        return "none"
    if not found.is_known:
        return "unverifiable"
    # A level that nobody asked for is missed by nobody.
    return "met" if math.isnan(asked) or meets(found.bits, asked) else "below"
