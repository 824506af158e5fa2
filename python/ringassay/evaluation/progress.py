"""What an evaluation tells while it runs; how it is shown is the listener's matter."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class RunStarted:
    """The run exists, or was taken up again."""

    run: str
    suite: str
    suts: tuple[str, ...]
    circuits: int
    cases: int
    """Cases of all SUTs together, those of the second name included."""
    resumed: bool
    twin_of: str | None = None
    """The system that is measured twice (A/A), if one is."""
    twin_cases: int = 0
    opened: tuple[str, ...] = ()
    """What suite and entries take away from the isolation of the systems, a line each."""


@dataclass(frozen=True)
class CircuitPrepared:
    """A circuit was generated and its baseline measured."""

    position: int
    circuits: int
    family: str


@dataclass(frozen=True)
class AnswersDisagree:
    """A right answer that the user gave is not the plaintext evaluation's, and decides."""

    message: str


@dataclass(frozen=True)
class SutStarted:
    """A SUT's processes are ready."""

    sut: str
    start_ns: int
    missing: dict[str, str]
    """Protections that are not in force although they are wanted, with the reason."""


@dataclass(frozen=True)
class SutNotStarted:
    """A SUT's processes ran and did not become ready."""

    sut: str
    missing: dict[str, str]
    """Protections that were not in force although they are wanted, with the reason."""


@dataclass(frozen=True)
class StepDone:
    """A step of a SUT ended, well or not."""

    sut: str
    step: str
    """keygen, ingest, encrypt, evaluate or decrypt."""
    circuit: str
    """Identifier, empty for keygen."""
    outcome: str
    wall_ns: int


@dataclass(frozen=True)
class CaseDone:
    """A case is stored."""

    sut: str
    circuit: str
    family: str
    input: int
    repetition: int
    outcome: str
    message: str
    """What went wrong, in a line; empty for ok and wrong."""
    done: int
    total: int
    """Cases done so far and in all, of all SUTs, those of earlier attempts included."""
    eta_s: float | None
    """Estimated seconds until all are done; None until each SUT with cases left was measured."""


@dataclass(frozen=True)
class SutProbed:
    """It is known whether a SUT encrypts, as far as that can be seen from outside."""

    sut: str
    label: str
    """`not encrypted`, `keys shared`, `not as claimed`, `not probed`, or `encrypted as far as
    probed`."""
    reasons: tuple[str, ...]
    declared: bool
    """Not encrypted, and the SUT says so itself."""
    open: tuple[str, ...]
    """What the label leaves open."""


@dataclass(frozen=True)
class Crowded:
    """The sessions of one key do not fit into memory side by side: the rest of its circuits is
    measured system by system."""

    params: str
    bound_bytes: int
    """What waiting sessions may hold."""


@dataclass(frozen=True)
class RunEnded:
    """The run is finished, or interrupted."""

    run: str
    state: str
    done: int
    total: int
    outcomes: dict[str, int]
    """Outcome to its number in this attempt."""
    resume_hint: str
    """The command that completes the run; empty when it is finished."""
    secrecy: tuple[SutProbed, ...] = ()
    """Whether each SUT encrypts; empty when the run was stopped before it was probed."""


Event = (
    RunStarted
    | AnswersDisagree
    | CircuitPrepared
    | SutStarted
    | SutNotStarted
    | StepDone
    | CaseDone
    | Crowded
    | SutProbed
    | RunEnded
)
Listener = Callable[[Event], None]


def ignore(_event: Event) -> None:
    """A listener that does nothing."""
