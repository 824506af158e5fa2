"""The turns of a run, taken: systems interleaved, idle ones waiting on the shelf."""

from __future__ import annotations

import itertools
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
from dataclasses import dataclass

from ringassay.evaluation.progress import Crowded
from ringassay.evaluation.runner import SutRunner
from ringassay.evaluation.schedule import Turn
from ringassay.evaluation.shelf import Shelf
from ringassay.evaluation.stop import StopRequest
from ringassay.evaluation.tracking import Tracker


@dataclass(frozen=True)
class _Planned:
    """A turn with something left to measure."""

    turn: Turn
    number: int
    next_number: int | None
    """The turn for which its session is needed next."""
    next_of_sut: int | None
    """The same for a session that has no key yet, which serves any."""
    soon: bool
    """That one lies in the same block."""


@dataclass(frozen=True)
class Measuring:
    """Takes the turns that have something left to measure, in order."""

    runners: Mapping[str, SutRunner]
    shelf: Shelf
    jobs: int
    stop: StopRequest
    tracker: Tracker

    def run(self, turns: Sequence[Turn]) -> None:
        """Until all are done, or until asked to stop; no session is left open."""
        left = _planned([turn for turn in turns if self.runners[turn.sut].pending(turn)])
        self.tracker.plan((one.turn.sut, one.turn.block) for one in left)
        try:
            for _, block in itertools.groupby(left, key=lambda one: one.turn.block):
                if self.jobs == 1:
                    self._interleaved(list(block))
                else:
                    self._at_once(list(block))
        finally:
            for runner in self.runners.values():
                runner.host.drop()
            self.shelf.close()

    def _interleaved(self, block: list[_Planned]) -> None:
        """Circuit by circuit. Where the sessions of one key do not fit side by side, the rest of
        its circuits goes system by system, or each circuit would cost each system a key."""
        self.shelf.crowded = False
        rest = deque(block)
        is_crowded = False
        while rest and not self.stop:
            one = rest.popleft()
            self._visit(one, rest[0] if rest else None)
            if self.shelf.crowded and not is_crowded:
                is_crowded = True
                rest = deque(_system_by_system(rest))
                self.tracker.emit(Crowded(one.turn.group.params.text, self.shelf.bound_bytes))

    def _at_once(self, block: list[_Planned]) -> None:
        """Several systems at the same time, each through its circuits."""
        ordered = _system_by_system(block)
        of_each = [list(of) for _, of in itertools.groupby(ordered, key=lambda one: one.turn.sut)]

        def work(turns: list[_Planned]) -> None:
            for one, following in itertools.zip_longest(turns, turns[1:]):
                self._visit(one, following)

        with ThreadPoolExecutor(max_workers=self.jobs) as pool:
            futures = [pool.submit(work, turns) for turns in of_each]
            try:
                wait(futures, return_when=FIRST_EXCEPTION)
                for future in futures:
                    if future.done():
                        future.result()
                for future in futures:
                    future.result()
            except BaseException:
                self.stop.set()  # the others end after their step in progress
                raise

    def _visit(self, one: _Planned, following: _Planned | None) -> None:
        if self.stop:
            return
        turn = one.turn
        runner = self.runners[turn.sut]
        self.tracker.begin(turn.sut, turn.block)
        try:
            runner.visit(turn)
        finally:
            self.tracker.pause(turn.sut)
        if following is None or following.turn.place != turn.place:
            runner.host.rest(one.next_number, one.next_of_sut, in_this_block=one.soon)


def _planned(turns: Sequence[Turn]) -> list[_Planned]:
    upcoming: dict[tuple[str, str], int] = {}
    of_sut: dict[str, int] = {}
    found = []
    for number in reversed(range(len(turns))):
        turn = turns[number]
        following = upcoming.get(turn.place)
        soon = following is not None and turns[following].block == turn.block
        found.append(_Planned(turn, number, following, of_sut.get(turn.sut), soon))
        upcoming[turn.place] = of_sut[turn.sut] = number
    return found[::-1]


def _system_by_system(block: Iterable[_Planned]) -> list[_Planned]:
    """The same turns, each system's together, in the order in which they first come."""
    turns = list(block)
    first = {one.turn.sut: one.number for one in reversed(turns)}
    return sorted(turns, key=lambda one: first[one.turn.sut])
