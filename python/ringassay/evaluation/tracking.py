"""How far a run is, and how long the rest will take."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable
from dataclasses import dataclass

from ringassay.evaluation.progress import CaseDone, Event, Listener, StepDone, SutStarted


@dataclass
class _Pace:
    """Something that is done again and again: what it took, how often it is to come."""

    left: int = 0
    done: int = 0
    spent_s: float = 0.0

    def each_s(self) -> float:
        """On average; nothing of what has not happened yet."""
        return self.spent_s / self.done if self.done else 0.0

    def begun(self) -> None:
        """Once more."""
        self.left, self.done = max(self.left - 1, 0), self.done + 1


class _Expected:
    """What one system has left: keys to make, circuits to read, cases to measure."""

    def __init__(self, cases: int, like: str) -> None:
        self.like = like
        self.keys, self.turns, self.cases = _Pace(), _Pace(), _Pace(left=cases)
        self.block: object = None
        self.began_s: float | None = None
        """Its turn that is under way."""

    def now(self) -> None:
        """Books the turn under way until now: what is neither key nor circuit is its cases'."""
        if self.began_s is not None:
            now_s = time.monotonic()
            self.cases.spent_s += now_s - self.began_s
            self.began_s = now_s

    def took(self, what: _Pace, wall_ns: int) -> None:
        """Part of the turn under way was not its cases'."""
        what.spent_s += wall_ns / 1e9
        self.cases.spent_s -= wall_ns / 1e9

    def rest_s(self, like: _Expected) -> float:
        """Until all is done, at the pace of `like`."""
        own, paces = (self.keys, self.turns, self.cases), (like.keys, like.turns, like.cases)
        return sum(one.left * pace.each_s() for one, pace in zip(own, paces, strict=True))


class Tracker:
    """Counts cases over all SUTs and estimates the rest; usable from several threads.

    The estimate knows that SUTs differ, and that a key is made once for many cases: for each SUT,
    what its keys, its circuits and its cases took so far, times how many of each it has left. There
    is none until each SUT that has something left was measured.
    """

    def __init__(self, listener: Listener) -> None:
        self._listener = listener
        self._lock = threading.Lock()
        self._expected: dict[str, _Expected] = {}
        self.done = 0
        self.total = 0
        self.outcomes: dict[str, int] = {}

    def emit(self, event: Event) -> None:
        """Passes an event on, one at a time."""
        with self._lock:
            if isinstance(event, SutStarted | StepDone) and event.sut in self._expected:
                self._apart(self._expected[event.sut], event)
            self._listener(event)

    @staticmethod
    def _apart(expected: _Expected, event: SutStarted | StepDone) -> None:
        """Books what is not the time of cases."""
        match event:
            case SutStarted():
                expected.took(expected.keys, event.start_ns)
            case StepDone(step="keygen"):
                expected.took(expected.keys, event.wall_ns)
            case StepDone(step="ingest"):
                expected.took(expected.turns, event.wall_ns)

    def expect(self, sut: str, cases: int, already_done: int, like: str | None = None) -> None:
        """Announces a SUT's cases; `like` is the SUT of which it is a second name."""
        with self._lock:
            self._expected[sut] = _Expected(cases - already_done, like or sut)
            self.total += cases
            self.done += already_done

    def plan(self, turns: Iterable[tuple[str, object]]) -> None:
        """Announces turns by their SUT and the block of turns that share a key."""
        with self._lock:
            blocks = set()
            for sut, block in turns:
                self._expected[sut].turns.left += 1
                blocks.add((sut, block))
            for sut, _ in blocks:
                self._expected[sut].keys.left += 1

    def begin(self, sut: str, block: object = None) -> None:
        """A SUT's turn begins now."""
        with self._lock:
            expected = self._expected[sut]
            if block != expected.block:
                expected.block = block
                expected.keys.begun()
            expected.turns.begun()
            expected.began_s = time.monotonic()

    def pause(self, sut: str) -> None:
        """A SUT's turn ends now."""
        with self._lock:
            self._expected[sut].now()
            self._expected[sut].began_s = None

    def case(self, event: CaseDone) -> None:
        """Counts a case and passes its event on, with the figures filled in."""
        with self._lock:
            self.done += 1
            self._expected[event.sut].cases.begun()
            self.outcomes[event.outcome] = self.outcomes.get(event.outcome, 0) + 1
            filled = CaseDone(
                **{**vars(event), "done": self.done, "total": self.total, "eta_s": self._eta_s()}
            )
            self._listener(filled)

    def _eta_s(self) -> float | None:
        rest_s = 0.0
        for one in self._expected.values():
            one.now()
            like = one if one.cases.done else self._expected.get(one.like, one)
            if one.cases.left and not like.cases.done:
                return None
            rest_s += one.rest_s(like)
        return max(rest_s, 0.0)
