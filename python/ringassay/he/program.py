"""Circuits, planned for keys and evaluated on ciphertexts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Generic, TypeVar

from ringassay import _native
from ringassay.he import shown
from ringassay.he.ciphertext import Ciphertext

if TYPE_CHECKING:
    from ringassay.circuit import Circuit
    from ringassay.he.keys import EvaluationKeys

C = TypeVar("C", bound=Ciphertext)


class Program(Generic[C]):
    """A circuit ready to be evaluated, any number of times; of integers on all processors."""

    def __init__(self, keys: EvaluationKeys[C], circuit: Circuit) -> None:
        self.keys = keys
        self.native = keys.native.compile(circuit)
        self.facts = self.native.facts()
        self._is_complex = circuit.summary()["space"] == "complex"

    @property
    def plan(self) -> str:
        """What an evaluation does, in a line."""
        return self.native.plan

    @property
    def budget_bits(self) -> float | None:
        """The noise budget that the worst output will have; None in CKKS: outputs say theirs."""
        return self.facts["budget_bits"]

    @property
    def peak_bytes(self) -> int | None:
        """The most memory that ciphertexts of an evaluation on one thread take; None in CKKS."""
        return self.facts["peak_bytes"]

    def __call__(self, inputs: Sequence[C]) -> C:
        """The output, for one ciphertext for each wire, as it was encrypted.

        Raises `SchemeError`, and `ValueError` for a circuit of several outputs.
        """
        found = self.outputs(inputs)
        if len(found) != 1:
            raise ValueError(f"the circuit has {len(found)} outputs: call .outputs(inputs)")
        return found[0]

    def outputs(self, inputs: Sequence[C]) -> list[C]:
        """All outputs, for one ciphertext for each wire. Raises `SchemeError`."""
        found = self.native.evaluate([ciphertext.native for ciphertext in inputs])
        is_complex = self._is_complex or any(getattr(one, "is_complex", False) for one in inputs)
        return [self.keys.parameters.ciphertext(output, is_complex) for output in found]

    def __repr__(self) -> str:
        """Its plan."""
        return f"<program: {self.plan}>"

    def _repr_html_(self) -> str:
        """Its plan, and what it needs."""
        return shown.program(self)


def evaluate(circuit: Circuit, inputs: Sequence[C]) -> C:
    """The output of a circuit for ciphertexts, one for each wire, which carry keys."""
    found = next((c.evaluation for c in inputs if c.evaluation is not None), None)
    if found is None:
        raise _native.MissingKeyError(
            "no input carries evaluation keys: encrypt with `Keys.encrypt`"
        )
    program: Program[C] = found.compile(circuit)
    return program(inputs)
