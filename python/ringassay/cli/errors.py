"""Which exceptions are for the user, and the exit code each ends in (`ringassay.errors`)."""

from __future__ import annotations

import errno

from ringassay._native import FormatError, GenerateError
from ringassay.errors import UserError

UNWRITABLE = {errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EROFS, errno.EFBIG}
"""What a disk answers that takes no more."""


class UsageError(UserError):
    """Something the user asked for that cannot be; the message says what to do."""


def explain(error: Exception) -> tuple[str, int] | None:
    """The message and exit code for an error the user can mend; `None` for one of our own."""
    match error:
        case UserError():
            return str(error), error.exit_code
        case FormatError() | GenerateError():  # they are Rust's and have no base of ours
            return str(error), 2
        case OSError(errno=int(number)):
            place = "" if error.filename is None else f"{error.filename}: "
            return f"{place}{error.strerror}", 5 if number in UNWRITABLE else 2
        case MemoryError():
            return "this takes more memory than there is", 2
        case _:
            return None
