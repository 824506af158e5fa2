"""What a computation of one's own is run on, where nobody says."""

from __future__ import annotations

DEFAULT_SUTS = ("plaintext", "ringassay-bgv")
"""What a circuit, or a test script, is run on."""

REAL_SUTS = ("plaintext", "ringassay-ckks")
"""What a circuit over real or complex numbers is run on."""

SECURITY = 128
RANDOM_INPUTS = 3
