"""A sample of `full_disks.py`, of the commands that take no second."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import full_disks
import pytest

QUICK = ("generate", "convert", "library", "suite new", "export", "keys")


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


def test_a_cut_key_is_no_whole_one() -> None:
    key = full_disks.OBJECT + bytes([2, 0, 1, 2]) + (9).to_bytes(8, "little") + bytes(32 + 9 + 32)
    assert full_disks.told(key) == "object 0102, whole"
    assert full_disks.told(key[:-1]) == "object 0102, a part"


def test_a_run_on_a_full_disk_loses_nothing(tmp_path: Path, measured: Path) -> None:
    source = full_disks.prepared(tmp_path / "source", measured)
    rows = full_disks.stored(source / "results.db")
    assert rows is not None and rows["evaluations"]
    undisturbed = full_disks.strike("run", source, {})
    cases = full_disks.acknowledged(undisturbed.heard)
    assert undisturbed.code == 0 and cases >= 10, undisturbed.said
    assert not full_disks.wrong(undisturbed, {}, {}, rows)
    most = full_disks.largest("run", source)
    codes = set()
    for part in (4, 10, 14, 15):
        struck = full_disks.strike("run", source, {}, most_bytes=most * part // 16)
        assert not full_disks.wrong(struck, {}, {}, rows)
        codes.add(struck.code)
    assert codes - {0}
    killed = full_disks.strike("run", source, {}, after_s=undisturbed.seconds * 0.7)
    assert not full_disks.wrong(killed, {}, {}, rows)
    # The judge: a row that is gone, a case that was only said to be stored, a damaged file.
    assert full_disks.lost(undisturbed, {**rows, "runs": {(1,)}})
    assert full_disks.lost(replace(undisturbed, rows=rows), rows)
    assert full_disks.lost(replace(undisturbed, rows=None), rows) == ["results.db is damaged"]
