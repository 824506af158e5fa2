"""The base class of every error that a user can correct.

Its message says what to do; a command line ends with it and the exit code. Those codes: 1 something
was found wrong or is missing; 2 wrong arguments or files; 3 another process has the run; 4 the
database cannot be used; 5 it cannot be written; 6 and 7 `compare` found something worse, or could
not decide; 130 Ctrl-C (docs/commands.md).
"""

from __future__ import annotations


class UserError(Exception):
    """Something that the user can mend; the message says how."""

    exit_code: int = 2
