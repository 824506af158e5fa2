"""Keys."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from numpy.typing import ArrayLike

from ringassay import _native
from ringassay.he import shown
from ringassay.he.ciphertext import Ciphertext

if TYPE_CHECKING:
    from ringassay.circuit import Circuit
    from ringassay.he.parameters import Parameters
    from ringassay.he.program import Program

C = TypeVar("C", bound=Ciphertext)


class SecretKey(Generic[C]):
    """Decrypts. Whoever has it can read everything; its memory is cleared when it is dropped."""

    def __init__(self, parameters: Parameters, native: _native.PackedSecretKey) -> None:
        self.parameters: Any = parameters
        self.native = native

    def encrypt(self, vector: ArrayLike) -> C:
        """A ciphertext that is half as large when saved as one under the public key."""
        made: C = self.parameters.encrypted(self.native.encrypt, vector)
        return made

    def decrypt(self, ciphertext: C) -> Any:
        """The vector: integers in [0, t); in CKKS numbers with their errors, complex if those of
        the operands were.

        What CKKS returns contains the noise, which reveals the key to whoever knows the ciphertext:
        publish results only rounded to fewer bits than are right (2020/1533). Raises `NoiseError`
        where noise may have destroyed it, `UndecryptableError` for what is damaged or of another
        key.
        """
        return self.parameters.delivered(self.native.decrypt(ciphertext.native), ciphertext)

    def save(self) -> bytes:
        """The key as bytes: keep them as secret as the key."""
        return self.native.save()

    def __repr__(self) -> str:
        """Shows nothing of the key."""
        return "SecretKey(…)"

    def _repr_html_(self) -> str:
        """Shows nothing of the key."""
        return shown.secret_key()


class PublicKey(Generic[C]):
    """Encrypts."""

    def __init__(self, parameters: Parameters, native: _native.PackedPublicKey) -> None:
        self.parameters: Any = parameters
        self.native = native

    def encrypt(self, vector: ArrayLike) -> C:
        """A fresh ciphertext. Raises `VectorError` for entries that no vector has."""
        made: C = self.parameters.encrypted(self.native.encrypt, vector)
        return made

    def save(self) -> bytes:
        """The key as bytes."""
        return self.native.save()

    def __repr__(self) -> str:
        """Of what."""
        return f"<public key of {self.parameters!r}>"

    def _repr_html_(self) -> str:
        """Of what."""
        return shown.public_key(self)


class EvaluationKeys(Generic[C]):
    """Multiplies, rotates, conjugates where slots are complex, and evaluates circuits: what the one
    who computes is given."""

    def __init__(self, parameters: Parameters, native: _native.PackedEvaluationKeys) -> None:
        self.parameters: Any = parameters
        self.native = native

    @property
    def rotations(self) -> int:
        """The number of rotation keys."""
        return self.native.rotations

    def compile(self, circuit: Circuit) -> Program[C]:
        """The circuit, planned for these keys, its constants prepared.

        Raises `SchemeError` if it is too deep for the parameters or of other vectors; in CKKS if
        vectors have not 2^k entries.
        """
        from ringassay.he.program import Program  # noqa: PLC0415

        return Program(self, circuit)

    def load_ciphertext(self, data: bytes, **how: Any) -> C:
        """A saved ciphertext, ready for products and rotations. Raises `SchemeError`."""
        made: C = self.parameters.load_ciphertext(data, **how).using(self)
        return made

    def save(self) -> bytes:
        """The keys as bytes."""
        return self.native.save()

    def __repr__(self) -> str:
        """How many key-switching keys."""
        return f"<evaluation keys with {self.rotations} rotation keys>"

    def _repr_html_(self) -> str:
        """How many key-switching keys."""
        return shown.evaluation_keys(self)


@dataclass(frozen=True)
class Keys(Generic[C]):
    """The keys of one user."""

    secret: SecretKey[C]
    public: PublicKey[C]
    evaluation: EvaluationKeys[C]

    def encrypt(self, vector: ArrayLike) -> C:
        """A fresh ciphertext under the public key, ready for products and rotations."""
        return self.public.encrypt(vector).using(self.evaluation)

    def decrypt(self, ciphertext: C) -> Any:
        """The vector: see `SecretKey.decrypt`. Raises `SchemeError`."""
        return self.secret.decrypt(ciphertext)

    def _repr_html_(self) -> str:
        """The three keys; nothing of the secret one."""
        return shown.keys(self)
