"""The suites that come with the program."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path


def shipped_suites() -> dict[str, Path]:
    """Their files by name."""
    folder = Path(str(files("ringassay") / "suites"))
    return {file.stem: file for file in sorted(folder.glob("*.toml"))}
