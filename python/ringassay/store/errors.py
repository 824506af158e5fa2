"""Everything that can go wrong with a store, in words that say what to do.

Each error carries the exit code a command line should end with: 3 when a run belongs to
another process, 4 when the database cannot be used, 5 when it cannot be written any more.
"""

from __future__ import annotations

from ringassay.errors import UserError


class StoreError(UserError):
    """Base of every error of this package."""

    exit_code = 4


class StoreLocationError(StoreError):
    """The path or URL does not name a database this program can use."""


class NotAStoreError(StoreError):
    """The file or database exists and is something else; it was left untouched."""


class OtherSchemaError(StoreError):
    """The database was written by another version of this program; it was left untouched."""


class CorruptStoreError(StoreError):
    """The database is damaged: its pages, or rows whose content hash does not match."""


class StoreBusyError(StoreError):
    """Another process kept the database locked for longer than the cap on retries."""


class StoreFullError(StoreError):
    """No space is left; the row in flight was not stored, everything before it is whole."""

    exit_code = 5


class StoreIOError(StoreError):
    """The operating system refused a read or write; the row in flight was not stored."""

    exit_code = 5


class RunOwnedError(StoreError):
    """Another process is working on this run."""

    exit_code = 3


class UnknownRunError(StoreError):
    """No run of this name in this store."""


class AmbiguousRunError(UnknownRunError):
    """Several runs are called so; the message lists them."""


class StoreLabelError(StoreError):
    """What is no label for a run."""

    exit_code = 2


class ResumeMismatchError(StoreError):
    """What would be resumed is not what was started: suite, SUT, machine or version differ."""
