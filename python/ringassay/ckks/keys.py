"""Keys for vectors of numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from numpy.typing import ArrayLike

from ringassay.ckks.ciphertext import Ciphertext
from ringassay.ckks.vectors import Precision, Vector, precision, vector
from ringassay.he import keys


class SecretKey(keys.SecretKey[Ciphertext]):
    """Decrypts. Whoever has it can read everything; its memory is cleared when it is dropped."""

    if TYPE_CHECKING:

        def decrypt(self, ciphertext: Ciphertext) -> Vector:
            """The entries with their errors."""

    def precision(self, ciphertext: Ciphertext, wanted: ArrayLike) -> Precision:
        """How precise a ciphertext is, if these are the right entries."""
        wanted = vector(wanted, self.parameters.length)
        return precision(self.native.decrypt(ciphertext.native), wanted)


class PublicKey(keys.PublicKey[Ciphertext]):
    """Encrypts."""


class EvaluationKeys(keys.EvaluationKeys[Ciphertext]):
    """Computes on ciphertexts and evaluates circuits: what the one who computes is given."""


class Keys(keys.Keys[Ciphertext]):
    """The keys of one user."""

    secret: SecretKey
    public: PublicKey
    evaluation: EvaluationKeys

    if TYPE_CHECKING:

        def decrypt(self, ciphertext: Ciphertext) -> Vector:
            """The entries with their errors."""

    def precision(self, ciphertext: Ciphertext, wanted: ArrayLike) -> Precision:
        """How precise a ciphertext is, if these are the right entries."""
        return self.secret.precision(ciphertext, wanted)
