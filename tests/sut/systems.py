"""The systems that the conformance suite asks: every kit, every adapter, our own engine."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from ringassay.schemes import catalogue
from ringassay.sut import registry
from ringassay.sut.programs import runtime

HERE = Path(__file__).parent
BATCH = 6  # divides no row of a power of two
ZT = 65537


class MissingError(Exception):
    """A system that is not here, and why."""


@dataclass(frozen=True)
class System:
    """`argv(scratch)` are program and arguments in front of the role."""

    name: str
    argv: Callable[[Path], Sequence[str]]
    encrypts: bool = True
    original: bool = True
    """Whether it speaks the original protocol as well."""
    depth: float = 3.0
    """Of the keys that are asked for."""
    batches: Sequence[int] = (1, 2, 5, 8)
    """Of the keys for which every gate is tried: fewer where keys take long to make."""


def _shipped(name: str) -> Callable[[Path], Sequence[str]]:
    def argv(_: Path) -> Sequence[str]:
        try:
            return registry.lookup(name).client[:-1]
        except registry.UnavailableSutError as error:
            raise MissingError(str(error)) from error

    return argv


def _go_kit(scratch: Path) -> Sequence[str]:
    """What `sut new --language go` writes."""
    if shutil.which("go") is None:
        raise MissingError("Go is not installed")
    folder = scratch / "toy"
    ringassay = Path(sys.executable).parent / "ringassay"
    command = [str(ringassay), "sut", "new", "toy", "--language", "go", "--out", str(folder)]
    subprocess.run(command, check=True, capture_output=True)
    subprocess.run(["go", "build"], cwd=folder, check=True, timeout=300)
    return [str(folder / "toy")]


PLANNED = (
    System("rust-kit", lambda _: [runtime(), "sut", "slots"], encrypts=False),
    System("python-kit", lambda _: [sys.executable, str(HERE / "clear_pair.py")], encrypts=False),
    System("go-kit", _go_kit, encrypts=False, original=False),
    System("seal", _shipped("seal"), batches=(1, 5)),
    System("seal-wasm-bgv", _shipped("seal-wasm-bgv"), depth=2.0, batches=(5,)),
    System("lattigo", _shipped("lattigo"), original=False, batches=(1, 5)),
    System("lattigo-bfv", _shipped("lattigo-bfv"), original=False, batches=(2, 5)),
    System("openfhe-bgv", _shipped("openfhe-bgv"), original=False, batches=(1, 5)),
    System("openfhe-bfv", _shipped("openfhe-bfv"), original=False, batches=(5, 8)),
    System("fhe-rs", _shipped("fhe-rs"), batches=(1, 5)),
)
"""Systems that take slot programs."""

OWN = tuple(
    System(scheme.sut, _shipped(scheme.sut))
    for scheme in catalogue().values()
    if scheme.sut is not None and scheme.has_slots and "zt" in scheme.spaces
)
"""Our own engine, which plans itself, on every scheme with slots for integers."""

REALS = tuple(
    System(name, _shipped(name)) for name in ("ringassay-ckks", "seal-ckks", "lattigo-ckks")
)
"""Systems that take slot programs over reals."""
