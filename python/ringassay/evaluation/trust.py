"""Which functions of suites may run.

A suite that names a function in a file is a program: tracing executes the file, in a process of
its own (`evaluation.isolated`). So it is executed only if the user gave it, or said to trust its
content and that of the files beside it, which are then known by their SHA-256: an empty file of
that name in `$XDG_CONFIG_HOME/ringassay/trusted`, else below `~/.config`. What ships with ringassay
is trusted.

A file that the user gave as a program of their own (`--function`) is executed in this process: it
is known by its place and its content, likewise in `ringassay/own`.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import ringassay
from ringassay import shell
from ringassay.digests import DigestList
from ringassay.evaluation.given import BESIDE_BYTES, FileRef, Function
from ringassay.evaluation.suite import SuiteError
from ringassay.store.canonical import canonical_json, sha256_hex

_SHIPPED = Path(ringassay.__file__).resolve().parent
_of_this_process: set[str] = set()
"""What is listed, where no list can be written."""


class UntrustedError(SuiteError):
    """Code of a suite that nobody said to trust; the message names file, hash and option."""


def folder(name: str = "trusted") -> Path:
    """Where trust is listed."""
    own = os.environ.get("XDG_CONFIG_HOME") or "~/.config"
    return Path(own).expanduser() / "ringassay" / name


_TRUSTED = DigestList(folder)
_OWN = DigestList(lambda: folder("own"))


def trust(digest: str) -> None:
    """Lists content of this SHA-256; where that is impossible, for this process only."""
    _of_this_process.add(digest)
    _TRUSTED.add(digest)


def adopt(file: FileRef) -> None:
    """Lists a file that was read as a program of the user's, likewise."""
    _of_this_process.add(_place_and_content(file))
    _OWN.add(_place_and_content(file))


def is_own(file: FileRef) -> bool:
    """Whether the file that was read is a program of the user's, or one of ringassay's."""
    digest = _place_and_content(file)
    return _is_shipped(file) or digest in _of_this_process or _OWN.has(digest)


def _place_and_content(file: FileRef) -> str:
    return sha256_hex(canonical_json([file.path, file.text, file.sha256]).encode("ascii"))


def trust_file(path: Path) -> str:
    """Lists the content of a file; its SHA-256. Raises `SuiteError`."""
    digest = sha256_hex(FileRef(path=str(path)).read(BESIDE_BYTES, SuiteError))
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


def require(given: Function) -> None:
    """Raises `UntrustedError` for a function that may not run."""
    for file in given.code:
        if not is_trusted(file):
            raise UntrustedError(
                f"{given.origin} is code of the suite: read it, then trust it "
                f"({file.path}, SHA-256 {file.sha256}): "
                + shell.command("ringassay", "suite", "trust", file.path)
            )


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
            adopt(given.file)
        require(given)
        if not _is_shipped(given.file):
            alone = "" if is_own(given.file) else ", in a process of its own"
            self.tell(f"Runs code: {given.origin}, SHA-256 {given.file.sha256}{alone}")


LOOK = Permission(execute=False)
"""Nothing runs."""
OWN = Permission(trusted=True)
"""The user gave what is read."""
