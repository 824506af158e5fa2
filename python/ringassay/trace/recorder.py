"""Gates as they are recorded: equal ones once, and none for what changes nothing."""

from __future__ import annotations

import marshal
from collections.abc import Callable, Hashable
from hashlib import blake2b

from ringassay.circuit import Circuit, CircuitBuilder
from ringassay.trace import engine
from ringassay.trace.engine import Entries
from ringassay.trace.errors import TraceError, refuse
from ringassay.trace.space import Space

MAX_ENTRIES = 1 << 25
"""Of the constants and masks of a function together, each slot counted: 256 MiB of them."""


class Recorder:
    """The circuit of one call of a function. Nodes are numbers: inputs first, then gates."""

    def __init__(self, space: Space, wires: int) -> None:
        """No gates yet."""
        self.space = space
        try:
            self._builder = CircuitBuilder(
                wires, space.modulus, space.length, space.bound, space.is_complex
            )
        except (ValueError, OverflowError) as error:
            raise TraceError(f"vectors of {space.length} {space}: {error}") from None
        self._known: dict[Hashable, int] = {}
        self._conjugated: dict[int, int] = {}
        self._entries = 0

    def add(self, a: int, b: int) -> int:
        """a + b."""
        return self._once(("+", min(a, b), max(a, b)), lambda: self._builder.add(a, b))

    def sub(self, a: int, b: int) -> int:
        """a - b."""
        if self.space.bits:
            return self.add(a, b)
        return self._once(("-", a, b), lambda: self._builder.sub(a, b))

    def neg(self, a: int) -> int:
        """-a."""
        if self.space.bits:
            return a
        return self._once(("n", a), lambda: self._builder.neg(a))

    def conj(self, a: int) -> int:
        """The complex conjugate; a again of that."""
        if a not in self._conjugated:
            made = self._once(("j", a), lambda: self._builder.conj(a))
            self._conjugated |= {a: made, made: a}
        return self._conjugated[a]

    def mul(self, a: int, b: int) -> int:
        """a * b."""
        if self.space.bits and a == b:
            return a
        return self._once(("*", min(a, b), max(a, b)), lambda: self._builder.mul(a, b))

    def rotate(self, a: int, amount: int) -> int:
        """Entry i goes to i + amount, round the end."""
        amount %= self.space.length
        if amount == 0:
            return a
        return self._once(("r", a, amount), lambda: self._builder.rotate(a, amount))

    def add_const(self, a: int, entries: Entries) -> int:
        """a + entries."""
        if not any(entries):
            return a
        return self._kept("+c", (a,), entries, lambda: self._builder.add_const(a, entries))

    def mul_const(self, a: int, entries: Entries) -> int:
        """a * entries."""
        minus_one = -1 if self.space.reals else self.space.order - 1
        if all(entry == 1 for entry in entries):
            return a
        if all(entry == minus_one for entry in entries):
            return self.neg(a)
        return self._kept("*c", (a,), entries, lambda: self._builder.mul_const(a, entries))

    def select(self, a: int, b: int, mask: tuple[int, ...]) -> int:
        """a where the mask is one, else b."""
        return self._kept("?", (a, b), mask, lambda: self._builder.select(a, b, mask))

    def poly(self, a: int, coefficients: tuple[complex, ...]) -> int:
        """The polynomial with these coefficients, the lowest first."""
        return self._once(("p", a, coefficients), lambda: self._builder.poly(a, coefficients))

    def total(self, a: int) -> int:
        """The sum of all entries, in every entry."""
        made: int = engine.total(self, a)
        return made

    def finish(self, outputs: list[int], names: list[str]) -> Circuit:
        """The circuit."""
        if len(self._builder) == 0:
            # A circuit has a gate, though the function does nothing.
            self._builder.add_const(0, [0] * self.space.length)
        try:
            return self._builder.finish(outputs, names)
        except ValueError as error:
            raise refuse(str(error)) from None

    def _kept(
        self, kind: str, nodes: tuple[int, ...], entries: Entries, gate: Callable[[], int]
    ) -> int:
        """A gate with a constant, known by a digest: the entries themselves may be gigabytes."""
        digest = blake2b(marshal.dumps(tuple(entries), 2), digest_size=32).digest()
        key = (kind, *nodes, digest)
        if key not in self._known:
            self._entries += len(entries)
            if self._entries > MAX_ENTRIES:
                raise refuse(
                    f"constants and masks of more than {MAX_ENTRIES:,} entries together: compute "
                    "with whole vectors, not with each entry of a long one"
                )
        return self._once(key, gate)

    def _once(self, key: Hashable, gate: Callable[[], int]) -> int:
        if key not in self._known:
            try:
                self._known[key] = gate()
            except ValueError as error:
                raise refuse(str(error)) from None
        return self._known[key]
