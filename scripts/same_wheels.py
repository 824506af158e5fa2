"""Whether two wheels are the same byte for byte; else where they differ.

.venv/bin/python scripts/same_wheels.py ONE.whl OTHER.whl
"""

from __future__ import annotations

import argparse
import hashlib
import sys
import zipfile
from pathlib import Path


def main() -> int:
    """Exit code 1 if they differ."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("wheels", nargs=2, type=Path)
    one, other = parser.parse_args().wheels
    found = differences(one, other)
    print("\n".join(found) or f"{one.name}: the same, SHA-256 {digest(one.read_bytes())}")
    return 1 if found else 0


def differences(one: Path, other: Path) -> list[str]:
    """What differs, entry by entry; empty only if every byte is the same."""
    if one.name == other.name and one.read_bytes() == other.read_bytes():
        return []
    found = [f"the names {one.name} and {other.name}"] if one.name != other.name else []
    with zipfile.ZipFile(one) as first, zipfile.ZipFile(other) as second:
        entries = [{each.filename: each for each in it.infolist()} for it in (first, second)]
        if list(entries[0]) != list(entries[1]):
            found.append("the names or the order of the entries")
        for name in entries[0].keys() & entries[1].keys():
            here, there = entries[0][name], entries[1][name]
            if here.date_time != there.date_time:
                found.append(f"{name}: dated {here.date_time} and {there.date_time}")
            if here.external_attr != there.external_attr:
                found.append(f"{name}: permissions")
            found += content(name, first.read(here), second.read(there))
    return sorted(found) or ["how the same entries are packed"]


def content(name: str, here: bytes, there: bytes) -> list[str]:
    """What is to be said of two contents of one entry."""
    if here == there:
        return []
    if len(here) != len(there):
        return [f"{name}: {len(here)} and {len(there)} bytes"]
    at = [place for place, (a, b) in enumerate(zip(here, there, strict=True)) if a != b]
    return [f"{name}: {len(at)} of {len(here)} bytes, the first at {at[0]}"]


def digest(data: bytes) -> str:
    """SHA-256 in hexadecimal."""
    return hashlib.sha256(data).hexdigest()


if __name__ == "__main__":
    sys.exit(main())
