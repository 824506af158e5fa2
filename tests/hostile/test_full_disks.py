"""A sample of `full_disks.py`, of the commands that take no second."""

from __future__ import annotations

from pathlib import Path

import full_disks
import pytest

QUICK = ("generate", "convert", "library", "suite new", "export")


@pytest.mark.parametrize("command", QUICK)
def test_what_was_there_is_there_or_replaced(tmp_path: Path, measured: Path, command: str) -> None:
    source = full_disks.prepared(tmp_path / "source", measured)
    undisturbed = full_disks.strike(command, source, {})
    assert undisturbed.code == 0, undisturbed.said
    whole = undisturbed.files
    old = {name: "" for name in whole if name not in full_disks.KEPT}
    assert old
    half = full_disks.largest(command, source) // 2
    full = full_disks.strike(command, source, old, most_bytes=half)
    assert full.code > 0 and not full_disks.wrong(full, whole, old)
    # Half a file is noticed where it lies.
    (name, *_) = old
    cut = {**whole, name: "a part of it"}
    assert full_disks.wrong(full_disks.Struck(1, name, 0.0, cut), whole, old)
