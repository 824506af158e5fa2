"""Plans gf2 circuits: finds the fewest exact gates that keep every integer below t."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ringassay.sut.errors import Refused
from ringassay.sut.party import Instruction
from ringassay.sut.slots.arithmetic import Arithmetic
from ringassay.sut.slots.emit import Emitter, Kind
from ringassay.sut.slots.gates import walk
from ringassay.sut.slots.order import heights
from ringassay.sut.slots.parity import Parity, ParityGates, TooWideError
from ringassay.sut.slots.target import Target


@dataclass(frozen=True)
class ParityPlan:
    """An emitted gf2 circuit.

    `exact_from` is the height (products, sums above) from which on gates were exact,
    `reductions` the squarings spent on that, `sums` the XORs of the circuit.
    """

    emitter: Emitter
    result: Parity
    sums: int
    exact_from: tuple[int, int]
    reductions: int

    def note(self, modulus: int) -> str:
        """How gf2 was mapped to integers mod t, in a sentence."""
        mode = (
            f"{self.reductions} squarings reduce the operands of XORs that have "
            f"{self.exact_from[0]} products and {self.exact_from[1]} sums or more above them, "
            "the rest is reduced after decryption"
            if self.reductions
            else "nothing reduced before decryption"
        )
        counts = self.emitter.counts
        return (
            f"gf2 on integers mod t = {modulus}: {self.sums} XORs as sums or differences, {mode}; "
            f"the result lies in [{self.result.lo}, {self.result.hi}]; "
            f"{counts[Kind.MULTIPLY] + counts[Kind.SQUARE]} ciphertext products in all"
        )


def plan_parity(instructions: Sequence[Instruction], wires: int, target: Target) -> ParityPlan:
    """The plan with the fewest exact gates; `Refused` if t is too small even for all exact."""
    levels = heights(instructions)
    thresholds = [*sorted(set(levels)), (max(levels)[0] + 1, 0)]
    best: ParityPlan | None = None
    widest_bits = 0
    low, high = 0, len(thresholds) - 1
    tried = high  # nothing exact, which usually does
    while low <= high:
        try:
            best = _emit(instructions, wires, target, levels, thresholds[tried])
        except TooWideError as error:
            widest_bits = error.bits
            high = tried - 1
        else:
            low = tried + 1
        tried = (low + high + 1) // 2
    if best is None:
        raise Refused(
            f"even with all operands reduced mod 2, integers of {widest_bits} bits arise, and "
            f"the plaintext modulus {target.modulus} has {target.modulus.bit_length()}"
        )
    return best


def _emit(
    instructions: Sequence[Instruction],
    wires: int,
    target: Target,
    levels: Sequence[tuple[int, int]],
    exact_from: tuple[int, int],
) -> ParityPlan:
    emitter = Emitter(wires, target)
    arithmetic = Arithmetic(emitter, target.modulus)
    exact, lazy = ParityGates(arithmetic, exact=True), ParityGates(arithmetic, exact=False)
    result = walk(wires, instructions, lambda index: exact if levels[index] >= exact_from else lazy)
    sums = sum(1 for instruction in instructions if instruction[1].startswith("LADD"))
    return ParityPlan(emitter, result, sums, exact_from, exact.reductions)
