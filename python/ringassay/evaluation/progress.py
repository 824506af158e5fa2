"""What an evaluation tells while it runs; how it is shown is the listener's matter."""

from __future__ import annotations

import threading
import time
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
    """Estimated seconds until all are done; None until something was measured."""


@dataclass(frozen=True)
class SutProbed:
    """It is known whether a SUT encrypts, as far as that can be seen from outside."""

    sut: str
    label: str
    """`not encrypted`, `keys shared`, `encrypted as far as probed`, or `not probed`."""
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
    | StepDone
    | CaseDone
    | Crowded
    | SutProbed
    | RunEnded
)
Listener = Callable[[Event], None]


def ignore(_event: Event) -> None:
    """A listener that does nothing."""


class Tracker:
    """Counts cases over all SUTs and estimates the rest; usable from several threads.

    The estimate knows that SUTs differ: each is extrapolated by its own mean time per case in its
    own turns, and one that has not begun by the mean of the others.
    """

    def __init__(self, listener: Listener) -> None:
        self._listener = listener
        self._lock = threading.Lock()
        self._left: dict[str, int] = {}
        self._measured: dict[str, int] = {}
        self._spent: dict[str, float] = {}
        self._started: dict[str, float] = {}
        self.done = 0
        self.total = 0
        self.outcomes: dict[str, int] = {}

    def emit(self, event: Event) -> None:
        """Passes an event on, one at a time."""
        with self._lock:
            self._listener(event)

    def expect(self, sut: str, cases: int, already_done: int) -> None:
        """Announces a SUT's cases."""
        with self._lock:
            self._left[sut] = cases - already_done
            self.total += cases
            self.done += already_done

    def begin(self, sut: str) -> None:
        """A SUT's turn begins now."""
        with self._lock:
            self._started[sut] = time.monotonic()

    def pause(self, sut: str) -> None:
        """A SUT's turn ends now."""
        with self._lock:
            self._spent[sut] = self._spent_s(sut)
            del self._started[sut]

    def _spent_s(self, sut: str) -> float:
        """In its turns so far, the one under way included."""
        begun = self._started.get(sut)
        now_s = 0.0 if begun is None else time.monotonic() - begun
        return self._spent.get(sut, 0.0) + now_s

    def case(self, event: CaseDone) -> None:
        """Counts a case and passes its event on, with the figures filled in."""
        with self._lock:
            self.done += 1
            self._left[event.sut] -= 1
            self.outcomes[event.outcome] = self.outcomes.get(event.outcome, 0) + 1
            self._measured[event.sut] = self._measured.get(event.sut, 0) + 1
            filled = CaseDone(
                **{**vars(event), "done": self.done, "total": self.total, "eta_s": self._eta_s()}
            )
            self._listener(filled)

    def _eta_s(self) -> float | None:
        cases = sum(self._measured.values())
        if not cases:
            return None
        overall = sum(self._spent_s(sut) for sut in self._measured) / cases
        rest_s = 0.0
        for sut, left in self._left.items():
            count = self._measured.get(sut, 0)
            rest_s += left * (self._spent_s(sut) / count if count else overall)
        return rest_s
