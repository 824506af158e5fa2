"""Slots in the clear: what a library's ciphertexts hold, without the library."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from ringassay.sut.errors import Failed
from ringassay.sut.packets import Blob


@dataclass
class PlainBackend:
    """Rows of integers mod t that rotate cyclically; counts operations, insists on keys."""

    modulus: int
    row: int
    steps: Collection[int]
    counts: Counter[str] = field(default_factory=Counter)
    levels: int = 1

    def encode(self, row: Sequence[int], level: int) -> tuple[int, ...]:
        assert len(row) == self.row
        assert all(0 <= value < self.modulus for value in row)
        return tuple(row)

    def encrypt_constant(self, plain: tuple[int, ...]) -> tuple[int, ...]:
        return plain

    def add(self, a: tuple[int, ...], b: tuple[int, ...]) -> tuple[int, ...]:
        return self._each("add", (x + y for x, y in zip(a, b, strict=True)))

    def sub(self, a: tuple[int, ...], b: tuple[int, ...]) -> tuple[int, ...]:
        return self._each("sub", (x - y for x, y in zip(a, b, strict=True)))

    def negate(self, a: tuple[int, ...]) -> tuple[int, ...]:
        return self._each("negate", (-x for x in a))

    def add_plain(self, a: tuple[int, ...], plain: tuple[int, ...]) -> tuple[int, ...]:
        return self._each("add_plain", (x + y for x, y in zip(a, plain, strict=True)))

    def multiply(self, a: tuple[int, ...], b: tuple[int, ...]) -> tuple[int, ...]:
        return self._each("multiply", (x * y for x, y in zip(a, b, strict=True)))

    def square(self, a: tuple[int, ...]) -> tuple[int, ...]:
        return self._each("square", (x * x for x in a))

    def multiply_plain(self, a: tuple[int, ...], plain: tuple[int, ...]) -> tuple[int, ...]:
        assert any(plain), "libraries refuse to multiply by zero"
        return self._each("multiply_plain", (x * y for x, y in zip(a, plain, strict=True)))

    def rotate(self, a: tuple[int, ...], step: int) -> tuple[int, ...]:
        assert step in self.steps, f"no key for {step}"
        return self._each("rotate", (a[(j - step) % self.row] for j in range(self.row)))

    def lower(self, a: tuple[int, ...], level: int, divide: int) -> tuple[int, ...]:
        assert 0 <= level < level + max(divide, 1) < self.levels
        return a

    def load(self, data: Blob, level: int) -> tuple[int, ...]:
        if len(data) != 8 * self.row:
            raise Failed(f"{len(data)} bytes are no row of {self.row} slots")
        return tuple(memoryview(data).cast("Q"))

    def save(self, a: tuple[int, ...]) -> bytes:
        return array("Q", a).tobytes()

    def _each(self, name: str, values: object) -> tuple[int, ...]:
        self.counts[name] += 1
        return tuple(value % self.modulus for value in values)  # type: ignore[attr-defined]
