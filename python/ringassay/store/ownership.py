"""A run belongs to one process at a time.

Each way of owning ends by itself when its process dies, however it dies: an open file's lock
and a database session's lock are both released by somebody else than the owner.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import re
import time
from contextlib import suppress
from pathlib import Path
from typing import Protocol

from sqlalchemy import Connection, Engine, select, text
from sqlalchemy.exc import DBAPIError

from ringassay.files import open_alone, open_to_look
from ringassay.store.errors import RunOwnedError, StoreIOError
from ringassay.store.location import Location
from ringassay.store.schema import run_locks

_ATTEMPTS = 6
_PAUSE_S = 0.05


class Ownership(Protocol):
    """Held until `release`, or until the process ends."""

    def release(self) -> None:
        """Gives the run back; a second call does nothing."""


def own(engine: Engine, location: Location, run: str) -> Ownership:
    """Takes the run `run`, within a third of a second or not at all.

    The few attempts are for `is_owned`, which holds a free run for a moment to know that it is.
    Raises `RunOwnedError` when another process has it.
    """
    for _ in range(_ATTEMPTS - 1):
        try:
            return _own_now(engine, location, run)
        except RunOwnedError:
            time.sleep(_PAUSE_S)
    return _own_now(engine, location, run)


def _own_now(engine: Engine, location: Location, run: str) -> Ownership:
    if location.file is not None:
        return FileOwnership(lock_path(location.file, run), run)
    if engine.dialect.name == "postgresql":
        return AdvisoryOwnership(engine, run)
    return RowOwnership(engine, run)


def is_owned(engine: Engine, location: Location, run: str) -> bool:
    """Whether some process works on the run at this moment."""
    file = location.origin or location.file
    if file is not None:
        return _is_locked(lock_path(file, run))
    try:
        _own_now(engine, location, run).release()
    except RunOwnedError:
        return True
    return False


def _is_locked(path: Path) -> bool:
    """Whether a lock file is locked. Nothing is written or created."""
    try:
        descriptor = open_to_look(path)
    except OSError:
        return False
    try:
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:
        return False
    finally:
        os.close(descriptor)
    return False


def lock_path(file: Path, run: str) -> Path:
    """The lock file of a run, beside its SQLite file."""
    safe = re.sub(r"[^A-Za-z0-9._-]", "_", run)
    return file.with_name(f"{file.name}.{safe}.lock")


def _owned(run: str, owner: str = "") -> RunOwnedError:
    by = f" ({owner})" if owner else ""
    return RunOwnedError(
        f"run {run} is being worked on by another process{by}: wait for it, or stop it and resume"
    )


class FileOwnership:
    """An advisory lock on a file. The file is removed on release, and harmless if left behind."""

    def __init__(self, path: Path, run: str) -> None:
        self._path = path
        self._descriptor: int | None = None
        while self._descriptor is None:
            self._descriptor = self._attempt(run)

    def _attempt(self, run: str) -> int | None:
        try:
            descriptor = open_alone(self._path)
        except OSError as error:
            raise StoreIOError(f"cannot create the lock file {self._path}: {error}") from error
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            owner = os.pread(descriptor, 64, 0).decode("ascii", "replace").strip()
            os.close(descriptor)
            raise _owned(run, owner) from None
        except OSError as error:
            os.close(descriptor)
            raise StoreIOError(f"cannot lock {self._path}: {error}") from error
        # The previous owner may have removed the file between our open and our lock: then
        # what we hold is a lock on nothing, and we try again.
        if not self._still_there(descriptor):
            os.close(descriptor)
            return None
        with suppress(OSError):  # a note for the reader; a full disk must not cost the lock
            os.ftruncate(descriptor, 0)
            os.pwrite(descriptor, f"process {os.getpid()}\n".encode("ascii"), 0)
        return descriptor

    def _still_there(self, descriptor: int) -> bool:
        try:
            return os.path.samestat(os.fstat(descriptor), self._path.stat())
        except FileNotFoundError:
            return False

    def release(self) -> None:
        """Removes the file while it is still locked, then lets go.

        Where it cannot be removed it stays, unlocked: whoever comes next takes it over.
        """
        if self._descriptor is None:
            return
        with suppress(OSError):
            self._path.unlink()
        os.close(self._descriptor)
        self._descriptor = None


class AdvisoryOwnership:
    """A PostgreSQL session lock: the server frees it when the connection ends."""

    def __init__(self, engine: Engine, run: str) -> None:
        digest = hashlib.sha256(f"ringassay run {run}".encode()).digest()
        number = int.from_bytes(digest[:8], "big", signed=True)
        self._connection: Connection | None = engine.connect().execution_options(
            isolation_level="AUTOCOMMIT"
        )
        got = self._connection.execute(
            text("SELECT pg_try_advisory_lock(:number)"), {"number": number}
        )
        if not got.scalar_one():
            self.release()
            raise _owned(run)

    def release(self) -> None:
        """Ends the session, and with it the lock."""
        if self._connection is not None:
            self._connection.invalidate()
            self._connection.close()
            self._connection = None


class RowOwnership:
    """Any other database: a row of `run_locks` stays locked in an open transaction."""

    def __init__(self, engine: Engine, run: str) -> None:
        self._connection: Connection | None = engine.connect()
        try:
            row = select(run_locks.c.run).where(run_locks.c.run == run)
            self._connection.execute(row.with_for_update(nowait=True))
        except DBAPIError:
            self.release()
            raise _owned(run) from None

    def release(self) -> None:
        """Rolls the empty transaction back."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None
