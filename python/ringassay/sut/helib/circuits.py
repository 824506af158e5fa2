"""Circuits on vectors in the first slots of HElib's: a gate is an operation, a rotation two."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ringassay.sut.errors import Failed
from ringassay.sut.party import Circuit
from ringassay.sut.worker import Held, Worker, words_of


class Evaluator:
    """Evaluates circuits of `batch` entries modulo p on rows of `slots` slots."""

    def __init__(self, worker: Worker, batch: int, slots: int, p: int) -> None:
        self._worker, self._batch, self._slots, self._p = worker, batch, slots, p

    def row(self, vector: Sequence[int]) -> bytes:
        """A vector in the first slots, zeros behind it."""
        return words_of([value % self._p for value in vector] + [0] * (self._slots - len(vector)))

    def outputs(self, circuit: Circuit, inputs: list[Held]) -> list[Held]:
        """The circuit's outputs, in order."""
        nodes: dict[int, Held] = dict(enumerate(inputs))
        for node, name, operands, constant in circuit.instructions():
            nodes[node] = self._gate(name, [nodes[operand] for operand in operands], constant)
        return [nodes[node] for node in circuit.output_nodes()]

    def _made(self, operation: str, *operands: Held | int, blob: bytes | None = None) -> Held:
        blobs = [] if blob is None else [blob]
        return self._worker.made(0, operation, *operands, blobs=blobs)

    def _gate(  # noqa: PLR0911 - one for each gate
        self, name: str, operands: list[Held], constant: Any
    ) -> Held:
        match name, operands, constant:
            case "LADD", [a, b], None:
                return self._made("add", a, b)
            case "LSUB", [a, b], None:
                return self._made("sub", a, b)
            case "LNEG", [a], None:
                return self._made("negate", a)
            case "LMUL", [a, b], None:
                return self._made("multiply", a, b)
            case "LADDconst", [a], [*entries]:
                return self._made("add_plain", a, blob=self.row(entries))
            case "LMULconst", [a], [*entries]:
                return self._made("multiply_plain", a, blob=self.row(entries))
            case "LSELECT", [a, b], [*mask]:
                chosen = self._made("multiply_plain", a, blob=self.row(mask))
                others = self.row([1 - bit for bit in mask])
                return self._made("add", chosen, self._made("multiply_plain", b, blob=others))
            case "LROTATE", [a], int(amount):
                return self._rotated(a, amount % self._batch)
        raise Failed(f"the gate {name} is none of this adapter's")

    def _rotated(self, a: Held, amount: int) -> Held:
        """Entries that stay within the vector, and those that come around its end."""
        if amount == 0:
            return a
        if self._batch == self._slots:
            return self._made("rotate", a, amount)
        ones = [1] * self._batch
        upper = self.row([0] * amount + ones[amount:])
        lower = self.row(ones[:amount])
        up = self._made("multiply_plain", self._made("rotate", a, amount), blob=upper)
        around = self._made("rotate", a, amount - self._batch)
        return self._made("add", up, self._made("multiply_plain", around, blob=lower))
