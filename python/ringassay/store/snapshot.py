"""Reading a SQLite store that cannot be written: from a copy, which is gone with the process.

SQLite needs to write beside a database with a write-ahead log even to read it: not possible in a
read-only folder, or in somebody else's.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from contextlib import closing, suppress
from pathlib import Path

from ringassay.files import open_to_look
from ringassay.store.errors import StoreIOError


def is_read_only(file: Path) -> bool:
    """Whether there is a database that this process may read and not write."""
    return file.is_file() and not (os.access(file, os.W_OK) and os.access(file.parent, os.W_OK))


class Snapshot:
    """A copy of a database as it is now, in a folder of its own until `close`."""

    def __init__(self, file: Path) -> None:
        try:
            # Names that only its owner may read: what others may not see stays so.
            self._folder = tempfile.TemporaryDirectory(prefix="ringassay-read-")
            self.file = Path(self._folder.name) / file.name
            _copy(file, self.file)
        except OSError as error:
            raise StoreIOError(f"{file} cannot be read: {error.strerror or error}") from error

    def close(self) -> None:
        """Removes it."""
        self._folder.cleanup()


def _copy(file: Path, to: Path) -> None:
    """Through SQLite where another process writes at this time, as a file otherwise."""
    if _beside(file, "-shm").exists():
        with suppress(sqlite3.Error):
            uri = f"{file.resolve().as_uri()}?mode=ro"
            with (
                closing(sqlite3.connect(uri, uri=True, timeout=10)) as source,
                closing(sqlite3.connect(to)) as target,
            ):
                source.backup(target)
            return
    # A user may name a link; one that lies beside the database is somebody else's doing.
    file = file.resolve()
    for ending in ("", "-wal"):
        with suppress(FileNotFoundError):
            descriptor = open_to_look(_beside(file, ending))
            with os.fdopen(descriptor, "rb") as source, _beside(to, ending).open("xb") as target:
                shutil.copyfileobj(source, target)


def _beside(file: Path, ending: str) -> Path:
    return file.with_name(f"{file.name}{ending}")
