"""Which functions of suites may run.

A suite that names a function in a file is a program: tracing executes the file, with all that its
user may do. So it is executed only if the user gave it, or said to trust its content, which is then
known by its SHA-256: an empty file of that name in `$XDG_CONFIG_HOME/ringassay/trusted`, else below
`~/.config`. What ships with ringassay is trusted.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import ringassay
from ringassay import shell
from ringassay.digests import DigestList
from ringassay.evaluation.given import SOURCE_BYTES, FileRef, Function
from ringassay.evaluation.suite import SuiteError
from ringassay.store.canonical import sha256_hex

_SHIPPED = Path(ringassay.__file__).resolve().parent
_of_this_process: set[str] = set()


class UntrustedError(SuiteError):
    """Code of a suite that nobody said to trust; the message names file, hash and option."""


def folder() -> Path:
    """Where trust is listed."""
    own = os.environ.get("XDG_CONFIG_HOME") or "~/.config"
    return Path(own).expanduser() / "ringassay" / "trusted"


_TRUSTED = DigestList(folder)


def trust(digest: str) -> None:
    """Lists content of this SHA-256; where that is impossible, for this process only."""
    _of_this_process.add(digest)
    _TRUSTED.add(digest)


def trust_file(path: Path) -> str:
    """Lists the content of a file; its SHA-256. Raises `SuiteError`."""
    digest = sha256_hex(FileRef(path=str(path)).read(SOURCE_BYTES, SuiteError))
    trust(digest)
    return digest


def is_trusted(file: FileRef) -> bool:
    """Whether the content that was read of it may run."""
    if _is_shipped(file):
        return True
    digest = file.sha256 or ""
    return digest in _of_this_process or _TRUSTED.has(digest)


def _is_shipped(file: FileRef) -> bool:
    """Whether it is one of ringassay's own files, and not a text under its name."""
    return file.text is None and Path(file.path).resolve().is_relative_to(_SHIPPED)


def require(given: Function) -> bytes:
    """The source of a function that may run. Raises `UntrustedError`, and as `FileRef.read`."""
    if not is_trusted(given.file):
        raise UntrustedError(
            f"{given.origin} is code of the suite, which would run as your own program: read it, "
            f"then trust it (SHA-256 {given.file.sha256}): "
            + shell.command("ringassay", "suite", "trust", given.file.path)
        )
    return given.file.read(SOURCE_BYTES, SuiteError)


@dataclass(frozen=True)
class Permission:
    """What reading a suite may do with its functions."""

    execute: bool = True
    """False: functions are named and hashed, and nothing runs."""
    trusted: bool = False
    """Whether the user gave them, or says to trust them: then their content is listed."""
    tell: Callable[[str], object] = lambda text: None
    """Hears which code runs, before it does."""

    def ask(self, given: Function) -> None:
        """Raises `UntrustedError` for a function that may not run."""
        if self.trusted and given.file.sha256 is not None:
            trust(given.file.sha256)
        require(given)
        if not _is_shipped(given.file):
            self.tell(f"Runs code: {given.origin}, SHA-256 {given.file.sha256}")


LOOK = Permission(execute=False)
"""Nothing runs."""
OWN = Permission(trusted=True)
"""The user gave what is read."""
