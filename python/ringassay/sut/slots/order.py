"""What a circuit's instructions have to do with its output."""

from __future__ import annotations

from collections.abc import Sequence

from ringassay.sut.errors import Refused
from ringassay.sut.party import Instruction


def needed(instructions: Sequence[Instruction]) -> list[Instruction]:
    """The instructions that the last one depends on, in their order."""
    if not instructions:
        raise Refused("the circuit has no gate, so nothing is its output")
    wanted = {instructions[-1][0]}
    kept = []
    for instruction in reversed(instructions):
        if instruction[0] in wanted:
            wanted.update(instruction[2])
            kept.append(instruction)
    return kept[::-1]


def heights(instructions: Sequence[Instruction]) -> list[tuple[int, int]]:
    """Per instruction, what lies between its result and the output: products, then sums.

    The lexicographic maximum over all paths, so that it never grows on the way to the output.
    """
    above: dict[int, tuple[int, int]] = {}
    result = []
    for node, gate, operands, _ in reversed(instructions):
        height = products, sums = above.get(node, (0, 0))
        result.append(height)
        below = (products + (gate == "LMUL"), sums + (gate in ("LADD", "LSUB", "LADDconst")))
        for operand in operands:
            above[operand] = max(above.get(operand, (0, 0)), below)
    return result[::-1]
