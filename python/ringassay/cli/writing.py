"""Files that commands write where the user says: what is there is replaced only when asked."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer

from ringassay.cli.errors import UsageError
from ringassay.files import is_stream, write_whole

OverwriteOption = Annotated[
    bool, typer.Option("--force", help="Replace files that are there already.")
]


def refuse_existing(paths: Iterable[Path], *, force: bool) -> None:
    """Raises `UsageError` where one of the files (a link counts) is there, unless `force`.

    Devices and pipes are written to without a question.
    """
    there = (path for path in paths if path.exists() or path.is_symlink())
    found = next((path for path in there if not is_stream(path)), None)
    if found is not None and not force:
        raise UsageError(f"{found} exists: choose another name or say --force")


def write_new(path: Path, content: str | bytes, *, force: bool) -> None:
    """Writes a file whole. Raises `UsageError` as `refuse_existing`, `OSError` with its name."""
    refuse_existing([path], force=force)
    write_whole(path, content)
