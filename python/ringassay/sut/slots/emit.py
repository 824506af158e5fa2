"""A plan under construction: operations with the window and the noise of each result."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from ringassay.sut.slots.layout import Layout, Window
from ringassay.sut.slots.steps import compose
from ringassay.sut.slots.target import Target


class Kind(Enum):
    """Operations of a plan, one per operation of a backend."""

    ADD = "add"
    SUB = "subtract"
    NEGATE = "negate"
    ADD_PLAIN = "add plain"
    MULTIPLY = "multiply"
    SQUARE = "square"
    MULTIPLY_PLAIN = "multiply plain"
    ROTATE = "rotate"


class Op(NamedTuple):
    """One operation. Its result is the register after the wires and the operations before it.

    `b` is a register, for plain operations an index of `Plan.plains`, for ROTATE the step, and 0
    where there is no second operand.
    """

    kind: Kind
    a: int
    b: int


class Plain(NamedTuple):
    """A row to encode: a vector, periodically, or ones in a window and zeros elsewhere."""

    vector: tuple[int, ...] | None
    window: Window | None

    def row(self, layout: Layout) -> list[int]:
        """The values of the row's slots."""
        if self.window is not None:
            return layout.only(self.window)
        return layout.spread(self.vector or ())


@dataclass(frozen=True, slots=True, eq=False)
class Value:
    """A ciphertext to be: its register, valid slots, and predicted noise in bits."""

    register: int
    window: Window
    noise: float


class Emitter:
    """Appends operations; keeps every result's window at least one vector long."""

    def __init__(self, wires: int, target: Target) -> None:
        self.layout = target.layout
        self.noise = target.noise
        self.ops: list[Op] = []
        self.plains: list[Plain] = []
        self.counts: Counter[Kind] = Counter()
        self.rebuilds = 0
        self._plain_index: dict[Plain, int] = {}
        self._wires = wires
        self._steps = frozenset(target.steps)

    def wire(self, index: int) -> Value:
        """A fresh input."""
        return Value(index, self.layout.full, self.noise.fresh)

    def add(self, a: Value, b: Value) -> Value:
        """a + b."""
        return self._sum(Kind.ADD, a, b)

    def sub(self, a: Value, b: Value) -> Value:
        """a - b."""
        return self._sum(Kind.SUB, a, b)

    def negate(self, a: Value) -> Value:
        """-a."""
        return self._push(Kind.NEGATE, a.register, 0, a.window, a.noise)

    def add_plain(self, a: Value, vector: Sequence[int]) -> Value:
        """A known vector added."""
        plain = self._plain(Plain(tuple(vector), None))
        return self._push(Kind.ADD_PLAIN, a.register, plain, a.window, a.noise)

    def multiply(self, a: Value, b: Value) -> Value:
        """a * b."""
        if a is b:
            noise = self.noise.multiply(a.noise, a.noise)
            return self._push(Kind.SQUARE, a.register, 0, a.window, noise)
        a, b = self._aligned(a, b)
        noise = self.noise.multiply(a.noise, b.noise)
        window = a.window.meet(b.window)
        return self._push(Kind.MULTIPLY, a.register, b.register, window, noise)

    def multiply_plain(self, a: Value, vector: Sequence[int]) -> Value:
        """A known vector multiplied in; it must not be all zero."""
        period = None
        if self.layout.cyclic:
            period = 1 if len(set(vector)) == 1 else self.layout.batch
        return self._times(a, Plain(tuple(vector), None), a.window, period)

    def rotate(self, a: Value, amount: int) -> Value:
        """The vector rotated: entry i moves to entry (i + amount) mod l."""
        amount %= self.layout.batch
        if amount == 0:
            return a
        shifts = (amount, amount - self.layout.batch)
        shift = min(shifts, key=lambda shift: self._dearness(a.window, shift))
        if self.layout.shifted(a.window, shift).size < self.layout.batch:
            return self._rebuild(a, amount)
        return self._shift(a, shift)

    def _dearness(self, window: Window, shift: int) -> tuple[int, int]:
        """Weighs a direction: slots while they are scarce, then key switches."""
        left = self.layout.shifted(window, shift).size
        terms = len(compose(shift, self.layout.row, self._steps))
        return (0 if 2 * left >= self.layout.row else -left, terms)

    def _sum(self, kind: Kind, a: Value, b: Value) -> Value:
        a, b = self._aligned(a, b)
        noise = self.noise.add(a.noise, b.noise)
        return self._push(kind, a.register, b.register, a.window.meet(b.window), noise)

    def _aligned(self, a: Value, b: Value) -> tuple[Value, Value]:
        """The operands, rebuilt where their windows share less than one vector."""
        if a.window.meet(b.window).size < self.layout.batch:
            if a.window.size < b.window.size:
                a = self._rebuild(a, 0)
            else:
                b = self._rebuild(b, 0)
        if a.window.meet(b.window).size < self.layout.batch:
            a, b = (value if value.window.lo == 0 else self._rebuild(value, 0) for value in (a, b))
        return a, b

    def _shift(self, a: Value, shift: int) -> Value:
        """The row rotated upwards by `shift`, in as few steps as the keys allow."""
        window = self.layout.shifted(a.window, shift)
        for step in compose(shift, self.layout.row, self._steps):
            noise = self.noise.rotate(a.noise)
            a = self._push(Kind.ROTATE, a.register, step, window, noise)
        return a

    def _rebuild(self, a: Value, amount: int) -> Value:
        """The vector rotated by `amount`, cut out, moved to slot 0 and replicated.

        One shift suffices if the window holds a copy that lands on slots 0 .. l; otherwise the
        two ends of a broken copy are shifted into place separately.
        """
        self.rebuilds += 1
        batch, lo = self.layout.batch, a.window.lo
        shift = -(lo + (-amount - lo) % batch)  # moves a copy that starts in lo .. lo+l to slot 0
        if batch - shift <= a.window.hi:
            one = self._times(self._shift(a, shift), Plain(None, Window(0, batch)), None, None)
        else:
            cut = lo + batch + shift
            one = self._sum(
                Kind.ADD,
                self._times(self._shift(a, shift), Plain(None, Window(0, cut)), None, None),
                self._times(
                    self._shift(a, shift + batch), Plain(None, Window(cut, batch)), None, None
                ),
            )
        copies = 1
        while 2 * copies <= self.layout.copies:
            moved = self._shift(one, copies * batch)
            copies *= 2
            noise = self.noise.add(one.noise, moved.noise)
            window = Window(0, copies * batch)
            one = self._push(Kind.ADD, one.register, moved.register, window, noise)
        return one

    def _times(self, a: Value, plain: Plain, window: Window | None, period: int | None) -> Value:
        """Product with a row; a mask leaves its window's slots valid, zeros in their place too."""
        noise = self.noise.multiply_plain(a.noise, period)
        valid = Window(0, self.layout.batch) if window is None else window
        return self._push(Kind.MULTIPLY_PLAIN, a.register, self._plain(plain), valid, noise)

    def _plain(self, plain: Plain) -> int:
        index = self._plain_index.setdefault(plain, len(self.plains))
        if index == len(self.plains):
            self.plains.append(plain)
        return index

    def _push(self, kind: Kind, a: int, b: int, window: Window, noise: float) -> Value:
        self.ops.append(Op(kind, a, b))
        self.counts[kind] += 1
        return Value(self._wires + len(self.ops) - 1, window, noise)
