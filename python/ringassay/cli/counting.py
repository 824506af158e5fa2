"""How a measurement looks that counts what it has done: a bar on a terminal, lines elsewhere."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from ringassay.cli.output import duration, err

Progress = Callable[[str, int, int], None]
"""Told what is being done, how often it was, and how often it will have been."""

LINE_EVERY_S = 10.0
"""Time between two lines where there is no terminal; what ends earlier says nothing."""


@contextmanager
def counting(*, quiet: bool) -> Iterator[Progress]:
    """Shows what is being measured."""
    if quiet:
        yield lambda _what, _done, _total: None
    elif err.is_terminal:
        with err.bar("preparing") as bar:
            yield bar.update
    else:
        yield Lines()


@contextmanager
def counted(what: str, *, quiet: bool) -> Iterator[Callable[[int, int], None]]:
    """Likewise of work that is one thing all along."""
    with counting(quiet=quiet) as progress:
        yield lambda done, total: progress(what, done, total)


class Lines:
    """A line every some seconds."""

    def __init__(self) -> None:
        self._begun: dict[str, tuple[float, int]] = {}
        """What is done, when the first was, and how many had been then."""
        self._printed_at = time.monotonic()

    def __call__(self, what: str, done: int, total: int) -> None:
        """Counts; prints where it is time."""
        now = time.monotonic()
        begun, before = self._begun.setdefault(what, (now, done))
        if now - self._printed_at < LINE_EVERY_S:
            return
        self._printed_at = now
        counted = done - before
        rest = f", {duration((total - done) * (now - begun) / counted)} left" if counted > 0 else ""
        err.print(f"{what}: {done} of {total}{rest}")
