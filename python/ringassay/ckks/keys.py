"""Keys."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from numpy.typing import ArrayLike

from ringassay import _native
from ringassay.ckks import shown
from ringassay.ckks.ciphertext import Ciphertext
from ringassay.ckks.vectors import Precision, Vector, is_complex, precision, real, vector
from ringassay.notebook import card
from ringassay.slots.shared import AnyPublicKey, AnySecretKey

if TYPE_CHECKING:
    from ringassay.ckks.parameters import Parameters


class SecretKey(AnySecretKey):
    """Decrypts. Whoever has it can read everything; its memory is cleared when it is dropped."""

    def __init__(self, parameters: Parameters, native: _native.CkksSecretKey) -> None:
        self.parameters: Parameters = parameters
        self.native: _native.CkksSecretKey = native

    def encrypt(self, values: ArrayLike) -> Ciphertext:
        """A ciphertext that is half as large when saved as one under the public key."""
        array = vector(values, self.parameters.length)
        return Ciphertext(self.parameters, self.native.encrypt(array), is_complex(values))

    def decrypt(self, ciphertext: Ciphertext) -> Vector:
        """The entries with their errors, complex if those of the operands were.

        What is returned contains the noise, which reveals the key to whoever knows the ciphertext:
        publish results only rounded to fewer bits than are right (2020/1533). Raises
        `UndecryptableError` for what is damaged or of another key, `OperandError` for entries with
        imaginary parts where real ones were announced.
        """
        values = self.native.decrypt(ciphertext.native)
        return values if ciphertext.is_complex else real(values, ciphertext.expected.worst_error)

    def precision(self, ciphertext: Ciphertext, wanted: ArrayLike) -> Precision:
        """How precise a ciphertext is, if these are the right entries."""
        wanted = vector(wanted, self.parameters.length)
        return precision(self.native.decrypt(ciphertext.native), wanted)


class PublicKey(AnyPublicKey):
    """Encrypts."""

    def __init__(self, parameters: Parameters, native: _native.CkksPublicKey) -> None:
        self.parameters: Parameters = parameters
        self.native: _native.CkksPublicKey = native

    def encrypt(self, values: ArrayLike) -> Ciphertext:
        """A fresh ciphertext. Raises `VectorError` for entries beyond the range."""
        array = vector(values, self.parameters.length)
        return Ciphertext(self.parameters, self.native.encrypt(array), is_complex(values))

    def _repr_html_(self) -> str:
        """Of what."""
        return card("public key", f"{self.parameters!r}")


class EvaluationKeys:
    """Multiplies, rotates and conjugates: what the one who computes is given."""

    def __init__(self, parameters: Parameters, native: _native.CkksEvaluationKeys) -> None:
        self.parameters = parameters
        self.native = native

    @property
    def automorphisms(self) -> int:
        """The number of keys for rotations, and one for conjugation where slots are complex."""
        return self.native.automorphisms

    def load_ciphertext(self, data: bytes, *, is_complex: bool = True) -> Ciphertext:
        """A saved ciphertext, ready for products and rotations. Raises `SchemeError`."""
        return self.parameters.load_ciphertext(data, is_complex=is_complex).using(self)

    def save(self) -> bytes:
        """The keys as bytes."""
        return self.native.save()

    def __repr__(self) -> str:
        """How many keys."""
        return f"<evaluation keys with {self.automorphisms} of automorphisms>"

    def _repr_html_(self) -> str:
        """How many keys."""
        among = ", conjugation among them" if self.parameters.ring == "standard" else ""
        note = f"products, and {self.automorphisms} rotations{among}"
        return card("evaluation keys", f"{note}; {self.parameters!r}")


@dataclass(frozen=True)
class Keys:
    """The keys of one user."""

    secret: SecretKey
    public: PublicKey
    evaluation: EvaluationKeys

    def encrypt(self, values: ArrayLike) -> Ciphertext:
        """A fresh ciphertext under the public key, ready for products and rotations."""
        return self.public.encrypt(values).using(self.evaluation)

    def decrypt(self, ciphertext: Ciphertext) -> Vector:
        """The entries with their errors: see `SecretKey.decrypt`. Raises `SchemeError`."""
        return self.secret.decrypt(ciphertext)

    def precision(self, ciphertext: Ciphertext, wanted: ArrayLike) -> Precision:
        """How precise a ciphertext is, if these are the right entries."""
        return self.secret.precision(ciphertext, wanted)

    def _repr_html_(self) -> str:
        """The three keys; nothing of the secret one."""
        return shown.keys(self)
