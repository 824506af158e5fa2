"""What a function cannot be traced for, with the user's line."""

from __future__ import annotations

import linecache
import sys
from pathlib import Path
from types import TracebackType

import numpy as np

from ringassay import integers
from ringassay.errors import UserError

_PACKAGE = Path(__file__).parents[1]
_OWN = (
    *(str(_PACKAGE / name) for name in ("trace", "slots", "ckks")),
    integers.__file__,
    str(Path(np.__file__).parent),
)
"""Whose lines are not the user's."""


class TraceError(UserError):
    """A function that cannot become a circuit; the message names file and line, and what to do."""

    def __init__(self, message: str, why: str | None = None) -> None:
        """`why` is the message without the place."""
        super().__init__(message)
        self.why = message if why is None else why


def refuse(why: str) -> TraceError:
    """The error at the line of the user's that is being executed."""
    return TraceError(f"{user_line()}: {why}", why)


def user_line() -> str:
    """The line of the user's that is being executed."""
    frame = sys._getframe(1)
    while frame.f_back is not None and frame.f_code.co_filename.startswith(_OWN):
        frame = frame.f_back
    return _place(frame.f_code.co_filename, frame.f_lineno)


def failed(error: BaseException, what: str) -> TraceError:
    """The error that the user's code raised one of its own."""
    place = _last_of_user(error.__traceback__)
    why = f"{what}: {type(error).__name__}: {error}"
    return TraceError(f"{place}: {why}" if place else why, why)


def _last_of_user(traceback: TracebackType | None) -> str | None:
    place = None
    while traceback is not None:
        name = traceback.tb_frame.f_code.co_filename
        if not name.startswith((*_OWN, "<frozen")):
            place = _place(name, traceback.tb_lineno)
        traceback = traceback.tb_next
    return place


def _place(name: str, line: int) -> str:
    text = linecache.getline(name, line).strip()
    return f"{name}:{line}" + (f": `{text}`" if text else "")
