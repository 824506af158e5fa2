"""What parameter sets of all schemes of encrypted vectors have in common."""

from __future__ import annotations

from abc import abstractmethod
from types import ModuleType
from typing import TYPE_CHECKING, Any, TypedDict, cast

from ringassay import _native
from ringassay.lazy import made_once

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike

    from ringassay.he.ciphertext import Ciphertext
    from ringassay.he.transform import Transform

    Rotations = _native.Circuit | ArrayLike | Transform[Any] | Sequence[Transform[Any]]
    """Amounts, a circuit, or transforms, for which there will be keys."""


class SharedFacts(TypedDict):
    """What is known of parameters, as the compiled module says it."""

    explanation: list[str]
    n: int
    slots: int
    log2_q: float
    log2_p: float
    security_bits: float
    security: str
    is_secure: bool | None


class Parameters:
    """A parameter set for vectors of one length. Public: it travels with every key."""

    native: Any
    facts: SharedFacts
    length: int

    def save(self) -> bytes:
        """The parameters as bytes, without the length of vectors and the reasons."""
        data: bytes = self.native.save()
        return data

    @property
    def explanation(self) -> list[str]:
        """Why these, in sentences; empty for parameters that were loaded."""
        return self.facts["explanation"]

    @property
    def n(self) -> int:
        """The degree of the ring."""
        return self.facts["n"]

    @property
    def slots(self) -> int:
        """The number of slots: the most entries of a vector."""
        return self.facts["slots"]

    @property
    def log2_q(self) -> float:
        """log2 of the modulus of fresh ciphertexts."""
        return self.facts["log2_q"]

    @property
    def log2_p(self) -> float:
        """log2 of the special modulus of key switching."""
        return self.facts["log2_p"]

    @property
    def log2_qp(self) -> float:
        """log2 of the largest modulus at which something is published; security is judged there."""
        return self.log2_q + self.log2_p

    @property
    def security_bits(self) -> float:
        """log2 of the cost of the best attack known to the estimator."""
        return self.facts["security_bits"]

    @property
    def security(self) -> str:
        """The estimate in words: attack, cost model."""
        return self.facts["security"]

    @property
    def is_secure(self) -> bool | None:
        """Whether the security asked for is reached; None for parameters that were loaded."""
        return self.facts["is_secure"]

    @made_once
    def instance(self) -> _native.PackedInstance:
        """Rings and tables, made when first needed."""
        made: _native.PackedInstance = self.native.instance()
        return made

    def keys(
        self,
        rotation_keys: int | None = None,
        *,
        rotations: Rotations | None = None,
    ) -> Any:
        """Fresh keys, with rotation keys that compose all rotations.

        Each rotation key takes as much memory as the key for products. `rotation_keys` is the most
        of them (0: none); with fewer, rotations take more steps. `rotations` are amounts of
        rotations, a circuit, or a transform or several, for all of which there will be keys, and no
        others: none for a circuit without rotations, or for `[]`. Raises `SchemeError`.
        """
        wanted = self.wanted_rotations(rotation_keys, rotations)
        secret, public, evaluation = self.instance.generate(rotation_keys, wanted)
        classes = self._classes()
        return classes.Keys(
            classes.SecretKey(self, secret),
            classes.PublicKey(self, public),
            classes.EvaluationKeys(self, evaluation),
        )

    def wanted_rotations(
        self, rotation_keys: int | None, rotations: Rotations | None
    ) -> _native.Circuit | list[int] | list[_native.PackedTransform] | None:
        """The rotations that `keys` is asked for, as the compiled module takes them."""
        if rotations is not None and rotation_keys is not None:
            raise _native.VectorError("rotations says which keys, rotation_keys how many: give one")
        if rotations is None or isinstance(rotations, _native.Circuit):
            return rotations
        if transforms := _transforms(rotations):
            return [transform.native for transform in transforms]
        from ringassay.integers import integers  # noqa: PLC0415

        amounts = integers(cast("ArrayLike", rotations), _native.VectorError).reshape(-1)
        return [int(amount) % self._period() for amount in amounts]

    def transform(self, matrix: ArrayLike) -> Any:
        """A square matrix that multiplies encrypted vectors: `transform @ ciphertext`.

        As many rows as a vector has entries: integers, taken modulo t, or in CKKS numbers. In CKKS
        a product takes one level. Raises `VectorError` for another shape.
        """
        from ringassay.he.transform import Transform  # noqa: PLC0415

        entries, is_complex = self._entries_of_matrix(matrix)
        return Transform(self, self.instance.transform(entries), is_complex)

    def load_secret_key(self, data: bytes) -> Any:
        """A saved secret key of these parameters. Raises `SchemeError`; likewise below."""
        return self._classes().SecretKey(self, self.instance.load_secret_key(data))

    def load_public_key(self, data: bytes) -> Any:
        """A saved public key."""
        return self.public_key(self.instance.load_public_key(data))

    def public_key(self, native: _native.PackedPublicKey) -> Any:
        """A public key of the compiled module."""
        return self._classes().PublicKey(self, native)

    def load_evaluation_keys(self, data: bytes) -> Any:
        """Saved evaluation keys."""
        return self.evaluation_keys(self.instance.load_evaluation_keys(data))

    def evaluation_keys(self, native: _native.PackedEvaluationKeys) -> Any:
        """Evaluation keys of the compiled module."""
        return self._classes().EvaluationKeys(self, native)

    @abstractmethod
    def _classes(self) -> ModuleType:
        """The module that has the classes of keys."""

    @abstractmethod
    def _period(self) -> int:
        """Rotations by so much are none."""

    @abstractmethod
    def _entries_of_matrix(self, matrix: ArrayLike) -> tuple[Any, bool]:
        """The rows one after the other, for the compiled module; whether they are complex."""

    @abstractmethod
    def ciphertext(self, native: _native.PackedCiphertext, is_complex: bool) -> Ciphertext:
        """A ciphertext; whether its entries may be complex numbers."""

    @abstractmethod
    def encrypted(self, encrypt: Any, vector: ArrayLike) -> Ciphertext:
        """The ciphertext that `encrypt` makes of a vector."""

    @abstractmethod
    def delivered(self, values: Any, ciphertext: Any) -> Any:
        """The entries of a decrypted ciphertext."""


def _transforms(rotations: Any) -> list[Transform[Any]]:
    """The transforms that keys are wanted for; none where something else is."""
    from ringassay.he.transform import Transform  # noqa: PLC0415

    several = [rotations] if isinstance(rotations, Transform) else rotations
    if isinstance(several, list | tuple) and several:
        found = [one for one in several if isinstance(one, Transform)]
        if found and len(found) < len(several):
            raise _native.VectorError("rotations are amounts or transforms, not both")
        return found
    return []
