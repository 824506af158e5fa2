"""How hard parameters are to break, of any library.

    from ringassay import security

    security.estimate(8192, 218)                       # every attack, at its best parameters
    security.bits([4096, 8192], [[100], [200]])        # arrays, as numpy broadcasts them
    security.max_log2_q(8192, security=128)            # the other way round
    security.together([security.Key(8192, 218), security.Key(1024, 27)])

The whole modulus counts, special primes included. See docs/security.md for what is estimated, and
for what is not. Raises `SecurityError`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ringassay.lazy import lazy_names
from ringassay.security.attacks import Attack, Estimate, estimate, estimate_key
from ringassay.security.key import MODELS, STANDARD_ERROR, Key, SecurityError, deviation
from ringassay.security.limits import Published, max_log2_q, min_dimension, published
from ringassay.security.several import Together, together

if TYPE_CHECKING:
    from ringassay.security.ranges import bits, largest, table
else:  # numpy comes with arrays: a single estimate does without
    __getattr__ = lazy_names(__name__, {"ranges": ("bits", "largest", "table")})

__all__ = [
    "MODELS",
    "STANDARD_ERROR",
    "Attack",
    "Estimate",
    "Key",
    "Published",
    "SecurityError",
    "Together",
    "bits",
    "deviation",
    "estimate",
    "estimate_key",
    "largest",
    "max_log2_q",
    "min_dimension",
    "published",
    "table",
    "together",
]
