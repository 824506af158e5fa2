"""Keys for vectors of integers, and circuits evaluated with them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ringassay import _native
from ringassay.he import keys
from ringassay.he.integers import shown
from ringassay.he.integers.ciphertext import Ciphertext

if TYPE_CHECKING:
    from ringassay.circuit import Circuit


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

    def compile(self, circuit: Circuit) -> Program:
        """The circuit, planned for these keys, its constants prepared.

        Raises `SchemeError` if it is too deep for the parameters or of other vectors.
        """
        return Program(self, self.native.compile(circuit))


class Keys(keys.Keys[Ciphertext]):
    """The keys of one user."""

    secret: SecretKey
    public: PublicKey
    evaluation: EvaluationKeys

    if TYPE_CHECKING:

        def decrypt(self, ciphertext: Ciphertext) -> NDArray[np.int64]:
            """The vector, entries in [0, t)."""


class Program:
    """A circuit ready to be evaluated, any number of times; on all processors."""

    def __init__(self, keys: EvaluationKeys, native: _native.PackedProgram) -> None:
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


def evaluate(circuit: Circuit, inputs: Sequence[Ciphertext]) -> Ciphertext:
    """The output of a circuit for fresh ciphertexts, one for each wire, which carry keys."""
    found = next((c.evaluation for c in inputs if c.evaluation is not None), None)
    if not isinstance(found, EvaluationKeys):
        raise _native.MissingKeyError(
            "no input carries evaluation keys: encrypt with `Keys.encrypt`"
        )
    return found.compile(circuit)(inputs)
