"""Vectors of encrypted words of a few bits, and lookups in tables."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import index

from ringassay import _native

Table = Sequence[int] | Callable[[int], int]
"""An entry for each word, or the function that gives them."""


class Words:
    """A vector of encrypted words of p bits.

    `+`, `-` and `*` act place by place, without refreshing. A sum has to lie from 0 to 2^p - 1:
    only then it can be decrypted and looked up.
    """

    def __init__(self, native: _native.GateWords, evaluator: _native.GateEvaluator) -> None:
        self.native = native
        self._evaluator = evaluator

    def __len__(self) -> int:
        """How many words."""
        return len(self.native)

    def __getitem__(self, place: int | slice) -> Words:
        """Some of the words: of one place a vector of one."""
        places = range(len(self))[place]
        return self._made(self.native.take(list(places) if isinstance(places, range) else [places]))

    @property
    def bits(self) -> int:
        """p."""
        return self.native.bits

    def __add__(self, other: Words | int) -> Words:
        """Sums, with words or a constant."""
        return self._sum(1, other)

    __radd__ = __add__

    def __sub__(self, other: Words | int) -> Words:
        """Differences."""
        return self._sum(-1, other)

    def __mul__(self, factor: int) -> Words:
        """Products with a small constant; errors grow likewise."""
        return self._made(self._evaluator.sum([(index(factor), self.native)], 0))

    __rmul__ = __mul__

    def lookup(self, table: Table, *, bits: int | None = None) -> Words:
        """The entry of each word, refreshed. `bits` of an entry: p, if not given."""
        return self.lookups([table], bits=bits)[0]

    def lookups(self, tables: Sequence[Table], *, bits: int | None = None) -> list[Words]:
        """The entries of several tables by one rotation for each word, which is less certain."""
        to = self.bits if bits is None else bits
        lists = [(to, _entries(table, self.bits)) for table in tables]
        return [self._made(found) for found in self._evaluator.lookup(self.native, lists)]

    def save(self) -> bytes:
        """The words as bytes; `load` of keys and of an `Evaluator` reads them."""
        return self._evaluator.save_words(self.native)

    @property
    def failure_probability(self) -> float:
        """That the lookup which made the least certain of them was wrong; 0 of fresh words."""
        return float(2.0**self.native.log2_failure)

    def _sum(self, factor: int, other: Words | int) -> Words:
        if not isinstance(other, Words):
            return self._made(self._evaluator.sum([(1, self.native)], factor * index(other)))
        if other._evaluator is not self._evaluator:
            raise _native.MismatchError(
                "operands under the keys of different users: their sum would hold nothing"
            )
        return self._made(self._evaluator.sum([(1, self.native), (factor, other.native)], 0))

    def _made(self, native: _native.GateWords) -> Words:
        return Words(native, self._evaluator)

    def __repr__(self) -> str:
        """How many words, and of how many bits."""
        return f"<{len(self)} encrypted words of {self.bits} bits>"


def _entries(table: Table, bits: int) -> list[int]:
    entries = [table(word) for word in range(1 << bits)] if callable(table) else list(table)
    if any(index(entry) < 0 for entry in entries):
        raise _native.OperandError("entries of tables are not negative")
    return [index(entry) for entry in entries]
