"""How the SEAL that runs here was built, as far as its binary and its package tell."""

from __future__ import annotations

import mmap
import sys
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import TypedDict

PACKAGE = "tenseal"
_HEXL = b"hexl"


class Facts(TypedDict):
    """Fields of `Hello`."""

    commit: str | None
    profile: str | None
    simd: str | None
    threads: int | None
    library_build: str | None


def build_facts() -> Facts:
    """SEAL computes on one thread; its only vector instructions are those of HEXL, if any."""
    from ringassay import _native  # noqa: PLC0415 - for what `make build` stated

    binary = _binary()
    return Facts(
        commit=_native.build_facts()["commit"],
        profile=None,
        simd=None if binary is None else _simd(binary),
        threads=1,
        library_build=_origin(),
    )


def _binary() -> Path | None:
    """The extension that SEAL is linked into."""
    file = getattr(sys.modules.get("_sealapi_cpp"), "__file__", None)
    return Path(file) if file else None


def _simd(binary: Path) -> str:
    with binary.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as content:
        return "HEXL" if content.find(_HEXL) >= 0 else "none (no HEXL in it)"


def _origin() -> str | None:
    """Who built it: the tags of the wheel that was installed."""
    try:
        wheel = distribution(PACKAGE).read_text("WHEEL") or ""
    except PackageNotFoundError:
        return None
    tags = [
        line.partition(":")[2].strip() for line in wheel.splitlines() if line.startswith("Tag:")
    ]
    return f"wheel of {PACKAGE} for {', '.join(tags)}, SEAL linked in" if tags else None
