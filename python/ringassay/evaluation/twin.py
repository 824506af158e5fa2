"""One system measured twice under two names, which says what a run can tell apart (A/A).

What two names of one program seem to differ by is what any two systems would seem to differ by
on this machine at this time. It need not be all circuits: ten say it well enough.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from ringassay.evaluation.plan import derive_seed
from ringassay.evaluation.suite import Suite, SuiteError
from ringassay.sut.command import SutCommand
from ringassay.sut.registry import shipped

NONE = "none"
"""In the place of a system's name: no system is measured twice."""

TWIN_CIRCUITS = 10
"""Circuits of a run that the second name measures, at most; drawn by the suite's seed."""

_NAME_LENGTH = 64


@dataclass(frozen=True)
class Twin:
    """The second name of a system."""

    sut: str
    twin_of: str


def choose_twin(suite: Suite, commands: Sequence[SutCommand], asked: str | None) -> Twin | None:
    """The system to measure twice: the one asked for, else the suite's, else the first that
    computes on ciphertexts, in a run of at least two systems.

    Raises `SuiteError` when the one asked for is not measured at all.
    """
    names = [command.name for command in commands]
    if asked is not None and asked not in (*names, NONE):
        raise SuiteError(
            f"{asked!r} is not measured in this run, so it cannot be measured twice: choose one "
            f"of {', '.join(names)}, or {NONE}"
        )
    chosen = asked or (suite.aa if suite.aa in (*names, NONE) else None)
    if chosen is None:
        chosen = _first_that_computes(names) if len(names) > 1 else NONE
    return None if chosen == NONE else Twin(twin_name(chosen, names), chosen)


def _first_that_computes(names: Sequence[str]) -> str:
    stand_ins = {entry.name for entry in shipped() if entry.stand_in}
    return next((name for name in names if name not in stand_ins), names[0])


def twin_name(name: str, taken: Collection[str]) -> str:
    """`NAME (again)`, with a number where that is taken."""
    number = 1
    while True:
        ending = " (again)" if number == 1 else f" (again {number})"
        second = name[: _NAME_LENGTH - len(ending)] + ending
        if second not in taken:
            return second
        number += 1


def twin_command(twin: Twin, commands: Sequence[SutCommand]) -> SutCommand:
    """The command of the system under its second name."""
    first = next(command for command in commands if command.name == twin.twin_of)
    return replace(first, name=twin.sut)


def twin_positions(suite: Suite) -> dict[int, int]:
    """Positions of the circuits that the second name measures, with their numbers of inputs."""
    inputs = suite.input_counts()
    drawn = sorted(
        range(len(inputs)), key=lambda position: derive_seed("again", suite.seed, position)
    )
    return {position: inputs[position] for position in sorted(drawn[:TWIN_CIRCUITS])}


def twin_cases(suite: Suite) -> int:
    """Evaluations under the second name."""
    return sum(twin_positions(suite).values()) * suite.repetitions
