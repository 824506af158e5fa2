"""How noise grows in SEAL's BFV, in bits. Fitted to measurements (docs/adapters-seal.md).

The scale: log2 of the noise term v of a ciphertext, relative to q; SEAL's own "invariant noise
budget" is log2(q) - log2(t) - v.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

FRESH_BITS = 9.5
"""Public-key encryption, after SEAL's switch away from the special prime."""

MARGIN_BITS = 2.0
"""Kept free below the point where decryption fails."""


@dataclass(frozen=True)
class SealNoise:
    """Growth of noise for ring dimension n, plaintext modulus t, data modulus q (log2 of each).

    `switch_excess_bits` is how much the largest data prime exceeds the special prime.
    """

    log2_n: float
    log2_t: float
    log2_q: float
    switch_excess_bits: float = 0.0

    @property
    def fresh(self) -> float:
        """Noise of a fresh encryption."""
        return FRESH_BITS

    @property
    def capacity(self) -> float:
        """Largest noise that still decrypts, less the margin."""
        return self.log2_q - self.log2_t - MARGIN_BITS

    def add(self, a: float, b: float) -> float:
        """Noise of a sum: the sizes add."""
        high, low = (a, b) if a >= b else (b, a)
        return high + math.log2(1.0 + 2.0 ** (low - high))

    def multiply(self, a: float, b: float) -> float:
        """Noise of a relinearised product."""
        product = self.add(a, b) + self.log2_t + self.log2_n - 1.5
        return self.add(product, self._switch)

    def multiply_plain(self, a: float, period: int | None) -> float:
        """Noise of a product with a row: a polynomial with about `period` terms, else n."""
        log2_terms = self.log2_n if period is None else min(self.log2_n, math.log2(2 * period))
        return a + self.log2_t - 1.0 + log2_terms / 2

    def rotate(self, a: float) -> float:
        """Noise after one key switch."""
        return self.add(a, self._switch)

    @property
    def _switch(self) -> float:
        return self.log2_n - 2.0 + max(0.0, self.switch_excess_bits)
