"""What a circuit takes, and what it answers with, for those who give values to it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ringassay.spaces import APPROXIMATE

if TYPE_CHECKING:
    from ringassay.circuit import Circuit

DTYPES: dict[str, type[np.generic]] = {
    "gf2": np.int64,
    "zt": np.int64,
    "real": np.float64,
    "complex": np.complex128,
}
"""How values of a space are held."""


@dataclass(frozen=True)
class Signature:
    """Vectors, in their order: the arguments of a computation, or its answers."""

    names: tuple[str, ...]
    lengths: tuple[int, ...]
    """Entries of each; 1 of an answer that is a number, which lies in every slot."""
    batch: int
    """Slots of a vector."""
    space: str
    modulus: int | None = None
    bound: float | None = None

    @classmethod
    def of(cls, circuit: Circuit) -> Signature:
        """What a circuit takes."""
        summary = circuit.summary()
        wires = int(summary["wires"])
        names = circuit.input_names or [f"W{wire}" for wire in range(wires)]
        batch = int(summary["batch"])
        return cls(
            tuple(names),
            (batch,) * wires,
            batch,
            str(summary["space"]),
            summary["modulus"],
            summary["bound"],
        )

    def answers(self, lengths: Sequence[int]) -> Signature:
        """What the same computation answers with."""
        names = (
            ("answer",) if len(lengths) == 1 else tuple(f"answer[{i}]" for i in range(len(lengths)))
        )
        return replace(self, names=names, lengths=tuple(lengths), bound=None)

    @property
    def approximate(self) -> bool:
        """Whether values are real or complex numbers."""
        return self.space in APPROXIMATE

    @property
    def dtype(self) -> np.dtype[Any]:
        """How values are held."""
        return np.dtype(DTYPES[self.space])

    @property
    def width(self) -> int:
        """Entries of all vectors together."""
        return sum(self.lengths)

    @property
    def value(self) -> str:
        """What an entry is, in words."""
        if self.space == "gf2":
            return "0 or 1"
        if self.space == "zt":
            return f"a whole number from 0 to {(self.modulus or 2) - 1}"
        kind = "a complex number" if self.space == "complex" else "a number"
        if self.bound is None:
            return kind
        return f"{kind} of at most {self.bound:g} in absolute value"

    def __str__(self) -> str:
        """What a row has to hold, in words."""
        shown = ", ".join(self.names[:3]) + (", …" if len(self.names) > 3 else "")
        if len(set(self.lengths)) == 1 and len(self.names) > 1:
            entries = "a number" if self.lengths[0] == 1 else f"{self.lengths[0]} entries"
            return f"{len(self.names)} vectors ({shown}) of {entries} each, {self.value}"
        length = self.lengths[0]
        return f"{shown}: {length} {'entry' if length == 1 else 'entries'}, {self.value}"

    def unfit(self, values: NDArray[Any]) -> NDArray[np.bool_]:
        """Which of these values are none of this space, or out of its range."""
        if self.approximate:
            bad: NDArray[np.bool_] = ~np.isfinite(values)
            if self.bound is not None:
                bad |= np.abs(np.where(bad, 0, values)) > self.bound
            return bad
        outside: NDArray[np.bool_] = (values < 0) | (values >= (self.modulus or 2))
        return outside


def parameters_of(names: Sequence[str]) -> Mapping[str, tuple[int, ...]]:
    """The arguments behind names of wires, `rows[0]`, `rows[1]`, …, with the wires of each."""
    found: dict[str, list[int]] = {}
    for wire, name in enumerate(names):
        base, bracket, index = name.partition("[")
        whole = bracket and index.endswith("]") and index[:-1].isdigit()
        found.setdefault(base if whole else name, []).append(wire)
    return {name: tuple(wires) for name, wires in found.items()}
