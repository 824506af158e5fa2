"""Two wheels are compared byte for byte, and what differs is named."""

from __future__ import annotations

import runpy
import zipfile
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"
differences = runpy.run_path(str(SCRIPTS / "same_wheels.py"))["differences"]
paths = runpy.run_path(str(SCRIPTS / "check_wheel.py"))["_paths"]
ENTRIES = {"a": (b"one", (2026, 1, 1, 0, 0, 0), 0o644), "b": (b"two", (2026, 1, 1, 0, 0, 0), 0o755)}


def wheel(
    path: Path, entries: dict[str, tuple[bytes, tuple[int, ...], int]], level: int = 9
) -> Path:
    path.parent.mkdir(parents=True)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=level) as archive:
        for name, (content, when, mode) in entries.items():
            entry = zipfile.ZipInfo(name, when)
            entry.external_attr = mode << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, content * 1000, compresslevel=level)
    return path


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({}, []),
        ({"b": (b"twO", (2026, 1, 1, 0, 0, 0), 0o755)}, ["b: 1000 of 3000 bytes, the first at 2"]),
        ({"b": (b"three", (2026, 1, 1, 0, 0, 0), 0o755)}, ["b: 3000 and 5000 bytes"]),
        ({"b": (b"two", (2026, 1, 2, 0, 0, 0), 0o755)}, ["b: dated"]),
        ({"b": (b"two", (2026, 1, 1, 0, 0, 0), 0o644)}, ["b: permissions"]),
        ({"c": (b"", (2026, 1, 1, 0, 0, 0), 0o644)}, ["the names or the order of the entries"]),
    ],
)
def test_what_differs_is_named(tmp_path: Path, changed, said) -> None:
    one = wheel(tmp_path / "one/x.whl", ENTRIES)
    other = wheel(tmp_path / "other/x.whl", ENTRIES | changed)
    found = differences(one, other)
    assert len(found) == len(said)
    assert all(text.startswith(start) for text, start in zip(found, said, strict=True))


def test_order_name_and_packing_count(tmp_path: Path) -> None:
    one = wheel(tmp_path / "one/x.whl", ENTRIES)
    turned = wheel(tmp_path / "turned/x.whl", dict(reversed(ENTRIES.items())))
    assert differences(one, turned) == ["the names or the order of the entries"]
    packed = wheel(tmp_path / "packed/x.whl", ENTRIES, level=0)
    assert differences(one, packed) == ["how the same entries are packed"]
    named = wheel(tmp_path / "named/y.whl", ENTRIES)
    assert differences(one, named) == ["the names x.whl and y.whl"]


def test_paths_of_the_machine_are_found() -> None:
    inside = str(SCRIPTS.parent / "crates/x.rs").encode()
    assert paths("program", b"\0" + inside)
    assert paths("program", b"/ringassay/crates/x.rs /cargo/registry /root") == []
