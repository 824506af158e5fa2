"""What must not change."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from pathlib import Path

from sqlalchemy import Connection, select, update

from ringassay.store.counts import counted
from ringassay.store.integrity import seal
from ringassay.store.schema import runs

Forge = Callable[..., str]
"""Changes the store's run and seals the row again; returns the run."""

Contents = Mapping[str, str]


def count_anew(connection: Connection) -> None:
    """Notes in every run what it holds now, and seals that, as anybody can who changed rows."""
    for row in connection.execute(select(runs)).mappings().all():
        sealed = seal(runs, {**row, "counts": counted(connection, row["run"])})
        connection.execute(update(runs).where(runs.c.run == row["run"]).values(sealed))


def contents(folder: Path) -> Contents:
    """Every file and link below a folder: its hash, or where it leads."""
    return {
        str(path.relative_to(folder)): f"-> {path.readlink()}"
        if path.is_symlink()
        else hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_symlink() or path.is_file()
    }
