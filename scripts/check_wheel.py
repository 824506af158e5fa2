"""Looks into a wheel before anybody installs it: `make wheel` runs this.

    .venv/bin/python scripts/check_wheel.py dist/ringassay-*.whl

Says sizes; fails when a program is missing or not executable, when licences or the list of parts
are, when a program needs a newer C library than the wheel's name promises, or has paths of this
machine in it.
"""

from __future__ import annotations

import argparse
import re
import sys
import zipfile
from pathlib import Path

RUNTIME = "ringassay-runtime"
LATTIGO = "ringassay-lattigo"
LICENCES = ("LICENSE-APACHE", "LICENSE-MIT", "THIRD-PARTY.txt")
PARTS = "ringassay.cdx.json"


def main() -> int:
    """Exit code 1 if anything is wrong."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("wheels", nargs="+", type=Path)
    faults = [
        f"{wheel.name}: {fault}" for wheel in parser.parse_args().wheels for fault in check(wheel)
    ]
    for fault in faults:
        print(fault, file=sys.stderr)
    return 1 if faults else 0


def check(wheel: Path) -> list[str]:
    """What is wrong with a wheel; prints what is in it."""
    faults = []
    with zipfile.ZipFile(wheel) as archive:
        entries = {entry.filename.rpartition("/")[2]: entry for entry in archive.infolist()}
        print(f"{wheel}: {wheel.stat().st_size / 1e6:.1f} MB")
        for name in ("_native.abi3.so", RUNTIME, LATTIGO):
            entry = entries.get(name)
            if entry is None:
                print(f"  {name}: not in it")
                faults += [] if name == LATTIGO else [f"{name} is missing"]
                continue
            packed, whole = entry.compress_size / 1e6, entry.file_size / 1e6
            print(f"  {name}: {packed:.1f} MB, installed {whole:.1f} MB")
            if not (entry.external_attr >> 16) & 0o111:
                faults.append(f"{name} is not executable")
            faults += _libc(name, archive.read(entry), wheel.name)
            faults += _paths(name, archive.read(entry))
        wanted = (*LICENCES, PARTS, "protocol.md", "index.md")
        faults += [f"{name} is missing" for name in wanted if name not in entries]
    return faults


def _libc(name: str, program: bytes, wheel: str) -> list[str]:
    """Whether the versions of the C library that a program names are in the wheel's name."""
    promised = re.search(r"manylinux_2_(\d+)", wheel)
    needed = max(map(int, re.findall(rb"GLIBC_2\.(\d+)", program)), default=0)
    if promised is None or needed <= int(promised[1]):
        return []
    return [f"{name} needs glibc 2.{needed}, the wheel promises 2.{promised[1]}"]


def _paths(name: str, program: bytes) -> list[str]:
    """Where on this machine a program was built: another folder would give other bytes."""
    places = (f"{Path(__file__).resolve().parents[1]}/", f"{Path.home()}/.")
    return [f"{name} names {place}" for place in places if place.encode() in program]


if __name__ == "__main__":
    sys.exit(main())
