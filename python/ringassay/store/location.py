"""Where a store lives: a SQLite file, or any database SQLAlchemy can reach."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from ringassay.store.errors import StoreLocationError


@dataclass(frozen=True)
class Location:
    """A database's address, with the file behind it when there is one."""

    url: URL
    file: Path | None
    origin: Path | None = None
    """The file of which `file` is a copy to read from; it cannot be written."""

    @property
    def label(self) -> str:
        """For messages: the file's path, or the URL without its password."""
        file = self.origin or self.file
        return str(file) if file else self.url.render_as_string(hide_password=True)


def locate(target: str | Path) -> Location:
    """Reads `target`: a URL when it contains `://`, otherwise the path of a SQLite file.

    `postgresql://` without a driver means pg8000. In-memory SQLite is refused: it could neither
    be resumed nor read by a second process.
    """
    text = str(target)
    if "://" not in text:
        if not text or text.startswith(":"):
            raise StoreLocationError(
                f"{text!r} is not a path: give a file such as results.db, or a database URL"
            )
        return _sqlite(Path(text))
    try:
        url = make_url(text)
    except ArgumentError as error:
        raise StoreLocationError(
            f"not a database URL ({error}): use results.db, sqlite:///results.db or "
            "postgresql+pg8000://user@host/database"
        ) from error
    if url.get_backend_name() == "sqlite":
        if not url.database or url.database == ":memory:":
            raise StoreLocationError("an in-memory database cannot hold a run: name a file")
        return _sqlite(Path(url.database))
    if url.drivername == "postgresql":
        url = url.set(drivername="postgresql+pg8000")
    return Location(url, None)


def label_of(target: str | Path) -> str:
    """A store's address for messages, without its password. Raises `StoreLocationError`."""
    return str(target) if "://" not in str(target) else locate(target).label


def copy_of(location: Location, file: Path) -> Location:
    """The same database, read from a copy."""
    url = URL.create("sqlite+pysqlite", database=str(file))
    return Location(url, file, origin=location.file)


def _sqlite(path: Path) -> Location:
    absolute = path.expanduser().absolute()
    if absolute.is_dir():
        raise StoreLocationError(f"{absolute} is a directory: name a file in it")
    if not absolute.parent.is_dir():
        raise StoreLocationError(f"the directory {absolute.parent} does not exist: create it first")
    return Location(URL.create("sqlite+pysqlite", database=str(absolute)), absolute)
