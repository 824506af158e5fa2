"""What can be wrong with a challenge, or with what is asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from ringassay import _native
from ringassay.errors import UserError

Progress = Callable[[int, int], object]
"""Told how much is done, of how much."""


class ChallengeError(UserError, ValueError):
    """What cannot be done with these parameters, files or records; the message says why."""


class WrongChallengeError(ChallengeError):
    """What is wrong with a challenge, and in which file."""

    exit_code = 1


@contextmanager
def translated() -> Iterator[None]:
    """Raises the errors of this package for those of the compiled module."""
    try:
        yield
    except _native.ChallengeWrongError as error:
        raise WrongChallengeError(str(error)) from error
    except _native.ChallengeRequestError as error:
        raise ChallengeError(str(error)) from error
    except OverflowError as error:
        raise ChallengeError(f"a number is negative or too large: {error}") from error
