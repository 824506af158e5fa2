"""What must not change."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from pathlib import Path

Forge = Callable[..., str]
"""Changes the store's run and seals the row again; returns the run."""

Contents = Mapping[str, str]


def contents(folder: Path) -> Contents:
    """Every file and link below a folder: its hash, or where it leads."""
    return {
        str(path.relative_to(folder)): f"-> {path.readlink()}"
        if path.is_symlink()
        else hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_symlink() or path.is_file()
    }
