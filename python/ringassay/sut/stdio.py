"""Keeps the packet stream to itself, whatever a library prints."""

from __future__ import annotations

import os
import sys


def claim() -> tuple[int, int]:
    """Take standard input and output away from everybody else; return their new descriptors.

    From here on descriptor 0 reads nothing and descriptor 1 is standard error, for this
    interpreter, for C and C++ code below it, and for any child. The returned descriptors are not
    inherited.
    """
    sys.stdout.flush()
    packets_in, packets_out = os.dup(0), os.dup(1)
    null = os.open(os.devnull, os.O_RDONLY)
    os.dup2(null, 0)
    os.close(null)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    return packets_in, packets_out
