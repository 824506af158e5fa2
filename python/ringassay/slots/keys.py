"""Keys, and circuits evaluated with them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ringassay import _native
from ringassay.slots import shown
from ringassay.slots.ciphertext import Ciphertext
from ringassay.slots.shared import AnyPublicKey, AnySecretKey
from ringassay.slots.vectors import message

if TYPE_CHECKING:
    from ringassay.circuit import Circuit
    from ringassay.slots.parameters import Parameters


class SecretKey(AnySecretKey):
    """Decrypts. Whoever has it can read everything; its memory is cleared when it is dropped."""

    def __init__(self, parameters: Parameters, native: _native.SlotSecretKey) -> None:
        self.parameters: Parameters = parameters
        self.native: _native.SlotSecretKey = native

    def encrypt(self, vector: ArrayLike) -> Ciphertext:
        """A ciphertext that is half as large when saved as one under the public key."""
        return Ciphertext(self.parameters, self.native.encrypt(message(self.parameters, vector)))

    def decrypt(self, ciphertext: Ciphertext) -> NDArray[np.int64]:
        """The vector, entries in [0, t). Raises `NoiseError` where noise may have destroyed it."""
        return self.native.decrypt(ciphertext.native).astype(np.int64)

    def measure(self, ciphertext: Ciphertext) -> tuple[float, float]:
        """The noise that is there: what `Noise.embedding_bits` estimates, and log2 of the largest
        coefficient, which `Noise.bound_bits` bounds."""
        return self.native.measure(ciphertext.native)


class PublicKey(AnyPublicKey):
    """Encrypts."""

    def __init__(self, parameters: Parameters, native: _native.SlotPublicKey) -> None:
        self.parameters: Parameters = parameters
        self.native: _native.SlotPublicKey = native

    def encrypt(self, vector: ArrayLike) -> Ciphertext:
        """A fresh ciphertext."""
        return Ciphertext(self.parameters, self.native.encrypt(message(self.parameters, vector)))

    def _repr_html_(self) -> str:
        """Of what."""
        return shown.public_key(self)


class EvaluationKeys:
    """Multiplies, rotates and evaluates circuits: what the one who computes is given."""

    def __init__(self, parameters: Parameters, native: _native.SlotEvaluationKeys) -> None:
        self.parameters = parameters
        self.native = native

    @property
    def rotations(self) -> int:
        """The number of rotation keys."""
        return self.native.rotations

    def load_ciphertext(self, data: bytes) -> Ciphertext:
        """A saved ciphertext, ready for products and rotations. Raises `SchemeError`."""
        return self.parameters.load_ciphertext(data).using(self)

    def compile(self, circuit: Circuit) -> Program:
        """The circuit, planned for these keys, its constants prepared.

        Raises `SchemeError` if it is too deep for the parameters or of other vectors.
        """
        return Program(self, self.native.compile(circuit))

    def save(self) -> bytes:
        """The keys as bytes."""
        return self.native.save()

    def __repr__(self) -> str:
        """How many key-switching keys."""
        return f"<evaluation keys with {self.rotations} rotation keys>"

    def _repr_html_(self) -> str:
        """How many key-switching keys."""
        return shown.evaluation_keys(self)


class Program:
    """A circuit ready to be evaluated, any number of times; on all processors."""

    def __init__(self, keys: EvaluationKeys, native: _native.SlotProgram) -> None:
        self.keys = keys
        self.native = native
        self.facts = native.facts()

    @property
    def plan(self) -> str:
        """What an evaluation does, in a line."""
        return self.native.plan

    @property
    def budget_bits(self) -> float | None:
        """The noise budget that the worst output will have."""
        return self.facts["budget_bits"]

    @property
    def peak_bytes(self) -> int:
        """The most memory that ciphertexts of an evaluation on one thread take."""
        return self.facts["peak_bytes"]

    def __call__(self, inputs: Sequence[Ciphertext]) -> Ciphertext:
        """The output, for one fresh ciphertext for each wire.

        Raises `SchemeError`, and `ValueError` for a circuit of several outputs.
        """
        found = self.outputs(inputs)
        if len(found) != 1:
            raise ValueError(f"the circuit has {len(found)} outputs: call .outputs(inputs)")
        return found[0]

    def outputs(self, inputs: Sequence[Ciphertext]) -> list[Ciphertext]:
        """All outputs, for one fresh ciphertext for each wire. Raises `SchemeError`."""
        found = self.native.evaluate([ciphertext.native for ciphertext in inputs])
        return [Ciphertext(self.keys.parameters, output) for output in found]

    def __repr__(self) -> str:
        """Its plan."""
        return f"<program: {self.plan}>"

    def _repr_html_(self) -> str:
        """Its plan, and what it needs."""
        return shown.program(self)


@dataclass(frozen=True)
class Keys:
    """The keys of one user."""

    secret: SecretKey
    public: PublicKey
    evaluation: EvaluationKeys

    def encrypt(self, vector: ArrayLike) -> Ciphertext:
        """A fresh ciphertext under the public key, ready for products and rotations."""
        return self.public.encrypt(vector).using(self.evaluation)

    def decrypt(self, ciphertext: Ciphertext) -> NDArray[np.int64]:
        """The vector, entries in [0, t). Raises `SchemeError`."""
        return self.secret.decrypt(ciphertext)

    def _repr_html_(self) -> str:
        """The three keys; nothing of the secret one."""
        return shown.keys(self)


def evaluate(circuit: Circuit, inputs: Sequence[Ciphertext]) -> Ciphertext:
    """The output of a circuit for fresh ciphertexts, one for each wire, which carry keys."""
    keys = next((c.evaluation for c in inputs if c.evaluation is not None), None)
    if keys is None:
        raise _native.MissingKeyError(
            "no input carries evaluation keys: encrypt with `Keys.encrypt`"
        )
    return keys.compile(circuit)(inputs)
