"""How a library that was installed as a Python package was built, as far as its files tell."""

from __future__ import annotations

import mmap
import sys
from collections.abc import Mapping
from importlib.metadata import PackageNotFoundError, distribution, version
from pathlib import Path
from typing import TypedDict


class Facts(TypedDict):
    """Fields of `Hello`."""

    commit: str | None
    profile: str | None
    simd: str | None
    threads: int | None
    library_build: str | None


def version_of(package: str) -> str:
    """The version of an installed package."""
    try:
        return version(package)
    except PackageNotFoundError:
        return "unknown"


def build_facts(
    package: str, library: str, extension: str, marks: Mapping[bytes, str], none: str
) -> Facts:
    """Facts about a library that computes on one thread, inside the module `extension`.

    `marks`: bytes that stand in its binary if it uses certain vector instructions, and their name;
    `none` is said where none of them does.
    """
    from ringassay import _native  # noqa: PLC0415 - for what `make build` stated

    file = getattr(sys.modules.get(extension), "__file__", None)
    return Facts(
        commit=_native.build_facts()["commit"],
        profile=None,
        simd=None if file is None else simd_of(Path(file), marks, none),
        threads=1,
        library_build=origin(package, library),
    )


def simd_of(binary: Path, marks: Mapping[bytes, str], none: str) -> str:
    """The vector instructions that a binary uses, by bytes that stand in it (`build_facts`)."""
    with binary.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as content:
        found = [name for mark, name in marks.items() if content.find(mark) >= 0]
        return ", ".join(found) or none


def origin(package: str, library: str) -> str | None:
    """Who built it: the tags of the wheel that was installed."""
    try:
        wheel = distribution(package).read_text("WHEEL") or ""
    except PackageNotFoundError:
        return None
    tags = [
        line.partition(":")[2].strip() for line in wheel.splitlines() if line.startswith("Tag:")
    ]
    return f"wheel of {package} for {', '.join(tags)}, {library} linked in" if tags else None
