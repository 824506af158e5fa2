"""What a measurement needs of the machine beside memory and time: looked at before it begins.

A temporary folder that is missing or full, or a name that is no UTF-8 text, would otherwise end
every start of every system, none of which can help it.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from ringassay.errors import UserError

SCRATCH_BYTES = 16 << 20
"""What has to be free for temporary files; programs may be given more (`scratch_bytes`)."""


class UnusableEnvironmentError(UserError):
    """The machine lacks something that is no system's fault; the message says what to do."""

    exit_code = 5


def check_environment(files: Iterable[Path] = ()) -> None:
    """Refuses what no system could be started in. `files` are kept out of the programs' sight.

    Raises `UnusableEnvironmentError`.
    """
    for what, name in (*_named(), *(("the file", os.fspath(file)) for file in files)):
        if not _is_utf8(name):
            shown = name.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
            raise UnusableEnvironmentError(
                f"{what} {shown} is not UTF-8 text, and cannot be told to the programs that are "
                "measured: use a folder with another name"
            )
    _check_scratch(Path(os.environ.get("TMPDIR", "/tmp")))  # noqa: S108  (as the harness does)


def _named() -> Iterator[tuple[str, str]]:
    """What messages to the programs' guards name."""
    yield "the temporary folder (TMPDIR)", os.environ.get("TMPDIR", "")
    yield "the home folder (HOME)", os.environ.get("HOME", "")
    yield "the folder in which ringassay is installed,", str(Path(__file__).parents[1])


def _is_utf8(name: str) -> bool:
    try:
        name.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def _check_scratch(folder: Path) -> None:
    if not folder.is_absolute():
        raise UnusableEnvironmentError(
            f"the temporary folder (TMPDIR) {str(folder)!r} is no absolute path: set it to "
            "one, or unset it"
        )
    probe = folder / f"ringassay-probe-{os.getpid()}"
    try:
        probe.mkdir(mode=0o700)
        try:
            (probe / "file").write_bytes(bytes(1 << 16))
            free_bytes = os.statvfs(folder).f_bavail * os.statvfs(folder).f_frsize
        finally:
            (probe / "file").unlink(missing_ok=True)
            probe.rmdir()
    except OSError as problem:
        if problem.errno in (errno.ENOSPC, errno.EDQUOT):
            raise _full(folder) from None
        raise UnusableEnvironmentError(
            f"the temporary folder {folder} cannot be used: {problem.strerror}: set TMPDIR to a "
            "folder that exists and can be written to"
        ) from None
    if free_bytes < SCRATCH_BYTES:
        raise _full(folder)


def _full(folder: Path) -> UnusableEnvironmentError:
    return UnusableEnvironmentError(
        f"the temporary folder {folder} has less than {SCRATCH_BYTES >> 20} MiB left: free some "
        "space, or set TMPDIR to another folder"
    )
