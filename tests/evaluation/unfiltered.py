"""Runs a program that can neither filter system calls nor leave its session keyring, as on a kernel
that refuses both:

    python unfiltered.py VARIABLE program argument ...

sets the variable and becomes the program, in a new session keyring. Exit code 77, with the reason,
where this cannot be arranged.
"""

from __future__ import annotations

import ctypes
import os
import platform
import struct
import sys
from typing import NoReturn

NO_NEW_PRIVS, FILTER_MODE, SECCOMP_OPTION = 38, 2, 22
JOIN_SESSION = 1
NUMBERS = {"x86_64": (317, 250), "aarch64": (277, 219)}
"""Of `seccomp` and `keyctl`."""
ALLOW, EPERM = 0x7FFF0000, 0x00050001


def give_up(why: str) -> NoReturn:
    print(why)
    sys.exit(77)


def program(seccomp: int, keyctl: int) -> bytes:
    """Refuses `seccomp`, and of `keyctl` a change of the session keyring (classic BPF)."""
    load, equal, answer = 0x20, 0x15, 0x06
    statements = [
        (load, 0, 0, 0),
        (equal, 4, 0, seccomp),
        (equal, 0, 2, keyctl),
        (load, 0, 0, 16),
        (equal, 1, 0, JOIN_SESSION),
        (answer, 0, 0, ALLOW),
        (answer, 0, 0, EPERM),
    ]
    return b"".join(struct.pack("HBBI", *statement) for statement in statements)


def main() -> None:
    libc = ctypes.CDLL(None, use_errno=True)
    numbers = NUMBERS.get(platform.machine())
    if numbers is None:
        give_up(f"numbers of {platform.machine()} are not known")
    if libc.syscall(numbers[1], JOIN_SESSION, None) < 0:
        give_up("no session keyring")
    code = ctypes.create_string_buffer(program(*numbers))
    given = ctypes.create_string_buffer(struct.pack("HxxxxxxP", 7, ctypes.addressof(code)))
    if libc.prctl(NO_NEW_PRIVS, 1, 0, 0, 0) or libc.prctl(SECCOMP_OPTION, FILTER_MODE, given):
        give_up("no filter of system calls")
    os.environ[sys.argv[1]] = "1"
    os.execv(sys.argv[2], sys.argv[2:])


main()
