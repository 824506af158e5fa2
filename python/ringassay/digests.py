"""Lists of digests: empty files, named by what they stand for, in a folder of the user's alone."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

_UNUSABLE = (OSError, RuntimeError)
"""No folder to look in or to write to; no home."""


@dataclass(frozen=True)
class DigestList:
    """Digests below a folder, which is made when the first is added."""

    folder: Callable[[], Path]
    """Where they are; asked each time, because the environment decides."""
    most: int | None = None
    """Digests that are kept; beyond that the oldest half goes."""

    def has(self, digest: str) -> bool:
        """Whether it is listed."""
        try:
            return bool(digest) and (self.folder() / digest).is_file()
        except _UNUSABLE:
            return False

    def add(self, digest: str) -> None:
        """Lists it; where that is impossible, nothing happens."""
        with suppress(*_UNUSABLE):
            where = self.folder()
            where.mkdir(mode=0o700, parents=True, exist_ok=True)
            (where / digest).touch(mode=0o600)
            kept = [] if self.most is None else list(where.iterdir())
            if self.most is not None and len(kept) > self.most:
                kept.sort(key=lambda path: path.stat().st_mtime)
                for path in kept[: self.most // 2]:
                    path.unlink(missing_ok=True)
