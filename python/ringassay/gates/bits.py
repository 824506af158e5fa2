"""Vectors of encrypted bits."""

from __future__ import annotations

from collections.abc import Sequence

from ringassay import _native


class Bits:
    """A vector of encrypted bits; `&`, `|`, `^`, `~` act place by place."""

    def __init__(self, native: _native.GateBits, evaluator: _native.GateEvaluator) -> None:
        self.native = native
        self._evaluator = evaluator

    def __len__(self) -> int:
        """How many bits."""
        return len(self.native)

    def __getitem__(self, place: int | slice) -> Bits:
        """Some of the bits: of one place a vector of one."""
        places = range(len(self))[place]
        chosen = list(places) if isinstance(places, range) else [places]
        return self._made(self.native.take(chosen))

    def __and__(self, other: Bits) -> Bits:
        """Both."""
        return self._gate("and", other)

    def __or__(self, other: Bits) -> Bits:
        """One of both, or both."""
        return self._gate("or", other)

    def __xor__(self, other: Bits) -> Bits:
        """One of both, not both."""
        return self._gate("xor", other)

    def __invert__(self) -> Bits:
        """The other way round, for nothing."""
        return self._made(self._evaluator.invert(self.native))

    def nand(self, other: Bits) -> Bits:
        """Not both."""
        return self._gate("nand", other)

    def nor(self, other: Bits) -> Bits:
        """None of both."""
        return self._gate("nor", other)

    def xnor(self, other: Bits) -> Bits:
        """Both or none."""
        return self._gate("xnor", other)

    def select(self, ones: Bits, zeros: Bits) -> Bits:
        """`ones` where these bits are 1, `zeros` where they are 0: two gates."""
        self._check(ones, zeros)
        return self._made(self._evaluator.select(self.native, ones.native, zeros.native))

    def save(self) -> bytes:
        """The bits as bytes; `load` of keys and of an `Evaluator` reads them."""
        return self._evaluator.save_bits(self.native)

    @property
    def failure_probability(self) -> float:
        """That the gate which made the least certain of these bits was wrong; 0 of fresh bits."""
        return float(2.0**self.native.log2_failure)

    def _gate(self, name: str, *others: Bits) -> Bits:
        for other in others:
            if not isinstance(other, Bits):
                raise TypeError(f"gates take encrypted bits, not {type(other).__name__}")
        self._check(*others)
        operands = [self.native, *(other.native for other in others)]
        return self._made(self._evaluator.gate(name, operands))

    def _made(self, native: _native.GateBits) -> Bits:
        return Bits(native, self._evaluator)

    def _check(self, *others: Bits) -> None:
        if any(other._evaluator is not self._evaluator for other in others):
            raise _native.MismatchError(
                "operands under the keys of different users: a gate of both would hold nothing"
            )

    def __repr__(self) -> str:
        """How many bits."""
        return f"<{len(self)} encrypted bits>"


def majority(operands: Sequence[Bits]) -> Bits:
    """What at least two of three vectors hold: one gate, as the carry of an adder."""
    return _of_three("majority", operands)


def xor3(operands: Sequence[Bits]) -> Bits:
    """The parity of three vectors: one gate, as the sum of an adder."""
    return _of_three("xor3", operands)


def _of_three(name: str, operands: Sequence[Bits]) -> Bits:
    if len(operands) != 3:
        raise _native.OperandError(f"{name} is a gate of three vectors, not {len(operands)}")
    first, *others = operands
    return first._gate(name, *others)
