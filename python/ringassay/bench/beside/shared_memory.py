"""The memory that libraries take for the same operations."""

from __future__ import annotations

from collections.abc import Sequence

from ringassay.bench.beside.program import Program


def shared_peaks(
    programs: Sequence[Program], measured: Sequence[Sequence[str]], peaks: Sequence[int]
) -> list[int | None]:
    """The peak memory in bytes of each program for the operations that all of its scheme measured.

    Operations take keys, and diagonals of matrices, that others do not have: a process that has
    measured more of them is no measure of what it keeps for the others. So each library is started
    once more, and asked for the shared operations alone, one round of them. None where there is
    nobody to compare with, or a library always does the same operations; the peak that is known
    already where it measured nothing else.
    """
    found: list[int | None] = []
    for program, own, peak in zip(programs, measured, peaks, strict=True):
        others = [
            set(names)
            for other, names in zip(programs, measured, strict=True)
            if other.facts["scheme"] == program.facts["scheme"]
        ]
        shared = [name for name in own if all(name in names for names in others)]
        if len(others) == 1 or "operations" not in program.asked or not shared:
            found.append(None)
        elif len(shared) == len(own):
            found.append(peak)
        else:
            found.append(_peak(program, shared))
    return found


def _peak(program: Program, operations: list[str]) -> int:
    """Of one round of these operations of a program's library."""
    again = Program(program.library, {**program.asked, "operations": operations})
    try:
        again.round()
        return again.end()
    finally:
        again.kill()
