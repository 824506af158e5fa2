"""Keys for vectors of numbers."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from numpy.typing import ArrayLike

from ringassay.ckks.ciphertext import Ciphertext
from ringassay.ckks.vectors import Precision, Vector, precision, vector
from ringassay.files import open_file, replacing
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
    """Computes on ciphertexts and evaluates circuits: what the one who computes is given.

    With the keys of a refresh circuits have any depth: ciphertexts are refreshed where that takes
    the fewest refreshes.
    """

    def save_refresh(self, path: str | Path) -> None:
        """Saves the keys of the refresh, which may exceed 4 GiB, to a file. It is written beside
        and renamed.

        Raises `MissingKeyError` without such keys, `OSError` if the file cannot be written.
        """
        with replacing(Path(path)) as new:
            self.native.save_refresh(new)

    def load_refresh(self, path: str | Path) -> None:
        """Adds saved keys of a refresh to these keys, whose ciphertexts can then be refreshed.

        Raises `SchemeError` if the file holds keys of other parameters or vectors, is damaged or
        ends early, or there are such keys already; `OSError` if it cannot be read.
        """
        with open_file(Path(path)):
            self.native.load_refresh(Path(path))


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
