"""Which contents this user's programs have checked before: nothing else is remembered of them.

A digest is remembered as an empty file of that name, in `$XDG_CACHE_HOME/ringassay/checked`, else
below `~/.cache`. It covers every byte on which a check depends, so that what was altered after the
check has another digest and is checked anew. Nothing about it is in the database: a file that comes
from somebody else brings no verdict with it. Forgetting costs time and nothing else.
"""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

from ringassay.digests import DigestList
from ringassay.files import open_to_look

CHECK = "1"
"""Changed with the rules of a check: what passed an earlier one is checked anew."""

MOST = 4096
"""Digests that are kept; beyond that the oldest half goes."""


def folder() -> Path:
    """Where digests are remembered."""
    cache = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    return Path(cache).expanduser() / "ringassay" / "checked"


def digest_of(*parts: bytes) -> str:
    """The digest of some content: of all its parts, and of where one ends and the next begins."""
    whole = hashlib.sha256(CHECK.encode())
    for part in parts:
        whole.update(len(part).to_bytes(8, "big"))
        whole.update(part)
    return whole.hexdigest()


def file_digest(file: Path) -> str | None:
    """The digest of a SQLite database as it lies on the disk, with the log beside it; None if it
    cannot be read."""
    try:
        file = file.resolve()
        parts = [_hash(file)]
        log = file.with_name(f"{file.name}-wal")
        if log.exists() and log.stat().st_size:  # an empty one says what none says
            parts.append(_hash(log))
    except OSError:
        return None
    return digest_of(*parts)


def _hash(file: Path) -> bytes:
    with os.fdopen(open_to_look(file), "rb") as opened:
        return hashlib.file_digest(opened, "sha256").digest()


_CHECKED = DigestList(folder, MOST)


def is_remembered(digest: str) -> bool:
    """Whether content of this digest was checked and found sound."""
    return _CHECKED.has(digest)


def remember(digest: str) -> None:
    """Notes that content of this digest is sound; where that is impossible, nothing happens."""
    _CHECKED.add(digest)
