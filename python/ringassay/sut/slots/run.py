"""From a plan to a ciphertext."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic

from ringassay.sut.slots.backend import Backend, C, P
from ringassay.sut.slots.emit import Kind
from ringassay.sut.slots.plan import Plan

PLAIN_CACHE_BYTES = 256 << 20
"""Memory that encoded constants may take; the rest is encoded as it is needed."""

_SLOT_BYTES = 16  # both rows of a 64-bit coefficient


class Prepared(Generic[C, P]):
    """A plan with its constants encoded, ready to run on any number of inputs."""

    def __init__(self, plan: Plan, backend: Backend[C, P]) -> None:
        self.plan = plan
        self._backend = backend
        fitting = PLAIN_CACHE_BYTES // (_SLOT_BYTES * plan.layout.row)
        self._encoded = [
            backend.encode(plain.row(plan.layout)) for plain in plan.plains[: max(1, fitting)]
        ]

    def run(self, wire: Callable[[int], C]) -> C:
        """Evaluate; `wire(i)` gives input i and is called once, when it is first needed."""
        plan, backend = self.plan, self._backend
        if plan.output is None:
            return backend.encrypt_constant(self._plain(0))
        live: dict[int, C] = {}

        def read(register: int) -> C:
            if register not in live:
                live[register] = wire(register)  # results of operations are always there
            return live[register]

        for index, (kind, a, b) in enumerate(plan.ops):
            x = read(a)
            match kind:
                case Kind.ADD:
                    result = backend.add(x, read(b))
                case Kind.SUB:
                    result = backend.sub(x, read(b))
                case Kind.NEGATE:
                    result = backend.negate(x)
                case Kind.ADD_PLAIN:
                    result = backend.add_plain(x, self._plain(b))
                case Kind.MULTIPLY:
                    result = backend.multiply(x, read(b))
                case Kind.SQUARE:
                    result = backend.square(x)
                case Kind.MULTIPLY_PLAIN:
                    result = backend.multiply_plain(x, self._plain(b))
                case Kind.ROTATE:
                    result = backend.rotate(x, b)
            live[plan.wires + index] = result
            for register in plan.frees[index]:
                live.pop(register, None)
        return read(plan.output)

    def _plain(self, index: int) -> P:
        if index < len(self._encoded):
            return self._encoded[index]
        return self._backend.encode(self.plan.plains[index].row(self.plan.layout))
