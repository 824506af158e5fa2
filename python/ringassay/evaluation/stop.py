"""Stopping on request: the step in progress ends, its case is given up, the rest is kept."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class StoppedError(Exception):
    """A stop was asked for while a case was under way."""


class StopRequest:
    """Set once, by a signal or by a caller; looked at between steps."""

    def __init__(self) -> None:
        self._event = threading.Event()

    def set(self) -> None:
        """Asks for the stop."""
        self._event.set()

    def __bool__(self) -> bool:
        return self._event.is_set()


@contextmanager
def stop_on_signals(request: StopRequest) -> Iterator[None]:
    """In its block, SIGINT and SIGTERM set `request`; a second one ends the step in progress too.

    The second raises `KeyboardInterrupt`, which unwinds through the session and ends the SUT.
    Outside the main thread, where Python has no signals, the block does nothing.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def handle(_number: int, _frame: FrameType | None) -> None:
        if request:
            raise KeyboardInterrupt
        request.set()

    before = {number: signal.signal(number, handle) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
