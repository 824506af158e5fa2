"""Which exceptions are for the user, and the exit code each ends in.

0 all well; 1 the run or comparison found something wrong; 2 wrong arguments or files;
3 another process has the run; 4 the database cannot be used; 5 it cannot be written.
"""

from __future__ import annotations

import errno

from ringassay.analysis.sides import UnknownSideError
from ringassay.circuit import FormatError, GenerateError
from ringassay.evaluation.documents import DocumentError
from ringassay.harness import GuardMissing
from ringassay.store import StoreError
from ringassay.sut.registry import SutFileError, UnavailableSutError, UnknownSutError

UNWRITABLE = {errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EROFS, errno.EFBIG}
"""What a disk answers that takes no more."""


class UsageError(Exception):
    """Something the user asked for that cannot be; the message says what to do."""


def explain(error: Exception) -> tuple[str, int] | None:
    """The message and exit code for an error the user can mend; `None` for one of our own."""
    match error:
        case StoreError() | DocumentError():
            return str(error), error.exit_code
        case UsageError() | FormatError() | GenerateError() | GuardMissing() | UnknownSideError():
            return str(error), 2
        case UnknownSutError() | UnavailableSutError() | SutFileError():
            return str(error), 2
        case OSError(errno=int(number)):
            place = "" if error.filename is None else f"{error.filename}: "
            return f"{place}{error.strerror}", 5 if number in UNWRITABLE else 2
        case MemoryError():
            return "this takes more memory than there is", 2
        case _:
            return None
