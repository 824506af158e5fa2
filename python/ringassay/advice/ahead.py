"""How long advice will take: what is stored already, what has to be measured."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property

from ringassay.advice import stored
from ringassay.advice.calibrating import BUDGET_S, KEYS_S
from ringassay.advice.computation import Computation
from ringassay.predict.machine import SECONDS
from ringassay.schemes import catalogue, is_approximate
from ringassay.store import Store, latest_calibration

START_S = 2.0
"""Of a system that is only started: Python programs take most of it."""

KERNELS = "kernels of our schemes"


@dataclass(frozen=True)
class Task:
    """What will be done about one system."""

    system: str
    what: str
    seconds: float


@dataclass(frozen=True)
class Forecast:
    """Everything that will be done, and about how long it takes on this machine when it is idle."""

    tasks: tuple[Task, ...]

    @property
    def seconds(self) -> float:
        """All of it."""
        return sum(task.seconds for task in self.tasks)

    @property
    def measured(self) -> tuple[Task, ...]:
        """What is measured, not only read or started."""
        return tuple(task for task in self.tasks if task.seconds > START_S)


@dataclass(frozen=True)
class Forecaster:
    """Looks into a store, if there is one. Starts nothing, measures nothing."""

    store: Store | None
    computation: Computation
    anew: bool
    others: frozenset[str] = frozenset()
    """Systems whose scheme is known not to be for such numbers."""

    def __call__(self, systems: Sequence[str], schemes: Sequence[str]) -> Forecast:
        """For systems that run here, and schemes of ours that are tallied."""
        tasks = [self._kernels()] if schemes else []
        refined = {catalogue()[scheme].sut for scheme in schemes}
        tasks += [self._system(name, at_most=False) for name in systems]
        tasks += [self._system(name, at_most=True) for name in sorted(filter(None, refined))]
        return Forecast(tuple(tasks))

    def _kernels(self) -> Task:
        if self.store is None or latest_calibration(self.store) is None:
            return Task(KERNELS, "measured: none are stored", SECONDS)
        return Task(KERNELS, "stored: checked, measured again if they do not hold", START_S)

    def _system(self, name: str, *, at_most: bool) -> Task:
        earlier = [one for one in self._earlier if one.system == name]
        held = [one for one in earlier if one.params == self.computation.params and one.is_recent]
        if held and not self.anew:
            return Task(name, "stored: started, measured again if it is another build", START_S)
        if name in self.others:
            return Task(name, "started: its scheme is for other kinds of numbers", START_S)
        usual = statistics.median(one.seconds for one in earlier) if earlier else KEYS_S + BUDGET_S
        of = "as long as before" if earlier else "if its keys take no more than some seconds"
        what = "measured, should its tally come near the best" if at_most else "measured"
        return Task(name, f"{what}; {of}", START_S + usual)

    @cached_property
    def _earlier(self) -> list[stored.Known]:
        return [] if self.store is None else stored.known(self.store, datetime.now(UTC))


def tallied(schemes: Sequence[str]) -> list[str]:
    """Those of these schemes that are tallied, not only run."""
    return [one for one in schemes if not is_approximate(one)]
