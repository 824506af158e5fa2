"""Where the installed program begins: before anything that takes time is imported.

Until there is something to interrupt, Ctrl-C ends the process as it ends a C program, in silence:
Python's own handler would raise inside whatever module is being imported, and print where. Some
imports turn that exception into another, a failed import or a syntax error, which no one can catch.
"""

from __future__ import annotations

import signal
import sys
from importlib import import_module

INTERRUPTED = 128 + signal.SIGINT
"""What shells say of a program that Ctrl-C ended."""


def hear_interrupts() -> None:
    """Has Ctrl-C raise KeyboardInterrupt from now on: the command that begins handles it."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_DFL:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def main() -> None:
    """Imports `ringassay`, then runs it."""
    _start("ringassay.cli.main")


def code() -> None:
    """The same for `ringassay-code`."""
    _start("ringassay.cli.code")


def _start(program: str) -> None:
    # Whoever starts programs in the background of a shell has them ignore the signal: so be it.
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        import_module(program).main()
    except KeyboardInterrupt:  # between commands; commands hear it themselves
        sys.exit(INTERRUPTED)


if __name__ == "__main__":
    main()
