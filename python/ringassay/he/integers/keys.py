"""Keys for vectors of integers, and circuits evaluated with them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ringassay.he import keys
from ringassay.he.integers.ciphertext import Ciphertext


class SecretKey(keys.SecretKey[Ciphertext]):
    """Decrypts. Whoever has it can read everything; its memory is cleared when it is dropped."""

    if TYPE_CHECKING:

        def decrypt(self, ciphertext: Ciphertext) -> NDArray[np.int64]:
            """The vector, entries in [0, t)."""

    def measure(self, ciphertext: Ciphertext) -> tuple[float, float]:
        """The noise that is there: what `Noise.embedding_bits` estimates, and log2 of the largest
        coefficient, which `Noise.bound_bits` bounds."""
        return self.native.measure(ciphertext.native)


class PublicKey(keys.PublicKey[Ciphertext]):
    """Encrypts."""


class EvaluationKeys(keys.EvaluationKeys[Ciphertext]):
    """Multiplies, rotates and evaluates circuits: what the one who computes is given."""


class Keys(keys.Keys[Ciphertext]):
    """The keys of one user."""

    secret: SecretKey
    public: PublicKey
    evaluation: EvaluationKeys

    if TYPE_CHECKING:

        def decrypt(self, ciphertext: Ciphertext) -> NDArray[np.int64]:
            """The vector, entries in [0, t)."""
