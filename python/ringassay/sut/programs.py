"""Where ringassay's own programs are: the one look-up for whoever starts them.

Whatever runs in a process of its own is a verb of one program, `ringassay-runtime`, which travels
with the package. An installer puts it into the folder for programs that belongs to the package.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from ringassay.errors import UserError

RUNTIME = "ringassay-runtime"
LATTIGO = "ringassay-lattigo"

_PACKAGE = Path(__file__).parents[1]


class RuntimeMissing(UserError, RuntimeError):  # noqa: N818 - named for what is missing
    """The program that all systems under test need was not found."""

    def __init__(self) -> None:
        super().__init__(f"{absence(RUNTIME)}: {remedy(RUNTIME)}")


def find_program(name: str) -> str | None:
    """Path of a program of ours: where the package is installed, beside this Python, on PATH."""
    for folder in (*_installed(_PACKAGE.parent), Path(sys.executable).parent):
        found = shutil.which(str(folder / name))
        if found is not None:
            return found
    return shutil.which(name)


def runtime() -> str:
    """Path of `ringassay-runtime`. Raises `RuntimeMissing`."""
    found = find_program(RUNTIME)
    if found is None:
        raise RuntimeMissing
    return found


def absence(name: str) -> str:
    """Where a program that was not found should have been."""
    return f"the program {name} is neither beside {sys.executable} nor on PATH"


def remedy(name: str) -> str:
    """What to do for a program of ours that was not found."""
    if in_checkout():
        is_without_go = name == LATTIGO and shutil.which("go") is None
        return "install Go (https://go.dev/dl/), then make build" if is_without_go else "make build"
    if name == LATTIGO:
        return (
            "install Go (https://go.dev/dl/), then ringassay from its source distribution: "
            "this wheel was built without Go"
        )
    return (
        "pip install --force-reinstall --no-deps ringassay, from the wheel or source it came from"
    )


def in_checkout() -> bool:
    """Whether the package runs from its repository, not from an installation."""
    return (_PACKAGE.parents[1] / "crates").is_dir()


def _installed(packages: Path) -> tuple[Path, ...]:
    """Where an installer puts programs whose package is in this folder."""
    target = packages / "bin"  # pip install --target
    if packages.name not in {"site-packages", "dist-packages"}:
        return (target,)
    # In an environment, a prefix or a home: lib/python3.X/site-packages beside bin.
    return (packages.parents[2] / "bin", target)


__all__ = [
    "LATTIGO",
    "RUNTIME",
    "RuntimeMissing",
    "absence",
    "find_program",
    "in_checkout",
    "remedy",
    "runtime",
]
