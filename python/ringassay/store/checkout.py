"""The git checkout that this package runs from."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parents[1]
_SOURCES = ("crates", "Cargo.toml", "Cargo.lock")
_PATIENCE_S = 20.0


@dataclass(frozen=True)
class Checkout:
    """A commit, and whether what runs is that commit."""

    commit: str
    is_modified: bool
    """Whether tracked files differ from the commit, or sources changed after `built` was built."""


def probe_checkout(built: Path | None = None, package: Path = _PACKAGE) -> Checkout | None:
    """The checkout that holds `package` as its own; None without one, or without git.

    A package that was installed below somebody else's checkout does not belong to it.
    """
    top = _git(package, "rev-parse", "--show-toplevel")
    if top is None or Path(top).resolve() / "python" / "ringassay" != package:
        return None
    commit = _git(package, "rev-parse", "HEAD")
    if commit is None:
        return None
    changed = _git(Path(top), "status", "--porcelain", "--untracked-files=no")
    is_modified = changed is None or changed != "" or _is_older(built, Path(top))
    return Checkout(commit[:12], is_modified)


def _git(where: Path, *command: str) -> str | None:
    # No hook or monitor of the checkout is started, and it may be another user's.
    options = ("-c", "safe.directory=*", "-c", "core.fsmonitor=false")
    try:
        found = subprocess.run(
            ("git", *options, "-C", str(where), *command),
            capture_output=True,
            text=True,
            timeout=_PATIENCE_S,
            check=True,
            env={**_without_git(), "GIT_OPTIONAL_LOCKS": "0", "LC_ALL": "C"},
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return found.stdout.strip()


def _without_git() -> dict[str, str]:
    """The environment without variables that name another repository (as in a hook of git)."""
    return {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}


def _is_older(built: Path | None, top: Path) -> bool:
    """Whether any source of the compiled parts is younger than what was built from them."""
    if built is None:
        return False
    try:
        built_at = built.stat().st_mtime
        return any(source.stat().st_mtime > built_at for source in _sources(top))
    except OSError:
        return True


def _sources(top: Path) -> Iterator[Path]:
    for name in _SOURCES:
        path = top / name
        if path.is_dir():
            yield from path.rglob("src/**/*.rs")
        elif path.exists():
            yield path
