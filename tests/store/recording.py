"""Makes runs in a store without any SUT, for tests of the store alone."""

from __future__ import annotations

from naive import CASES, SUITE, NaiveLab

from ringassay.evaluation import RunEnded, StopRequest, execute, parse_suite
from ringassay.store import Store
from ringassay.sut.command import SutCommand

COMMAND = SutCommand("naive", ("client",), ("server",))
SMALL = parse_suite(SUITE)

__all__ = ["CASES", "COMMAND", "SMALL", "interrupted_run", "run_small"]


def run_small(store: Store, lab: NaiveLab | None = None, **options) -> RunEnded:
    return execute(SMALL, store, [COMMAND], ports=(lab or NaiveLab()).ports(), **options)


def interrupted_run(store: Store, steps: int = 9) -> str:
    """A run stopped before the given number of steps; returns its name."""
    stop = StopRequest()

    def watch(_name, session):
        if len(session.lab.calls) == steps:
            stop.set()

    ended = run_small(store, NaiveLab(fault=watch), stop=stop)
    assert ended.state == "interrupted"
    return ended.run
