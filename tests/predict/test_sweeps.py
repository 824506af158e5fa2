"""Sweeps, the truth of a few small points, and the table."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from calibration import Calibrated, elsewhere
from ringassay.cli.main import app
from ringassay.cli.predict import shipped_sweeps
from ringassay.predict.sweeps import SweepsError, load_sweeps
from ringassay.predict.table import confront
from ringassay.predict.truth import execute
from ringassay.store import (
    Store,
    UnknownRunError,
    add_calibration,
    calibration_names,
    latest_calibration,
    load_calibration,
)

SMALL = """
version = 1
name = "small"
[[sweep]]
scheme = "fv"
parameter = "log2_q"
values = { from = 30, to = 50, step = 10 }
n = 64
log2_w = 10
"""


def write(folder: Path, text: str) -> Path:
    file = folder / "sweeps.toml"
    file.write_text(text)
    return file


def test_the_papers_table_has_256_points() -> None:
    sweeps = load_sweeps(shipped_sweeps()["panthers"])
    assert len(sweeps.points()) == 256
    assert [len(sweep.points()) for sweep in sweeps.sweep] == [21, 21, 59, 21, 21, 59, 19, 19, 16]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("from = 30", "from = 60"),
        ('scheme = "fv"', 'scheme = "bgv"'),
        ("n = 64", "n = 64\nlog2_q = 30"),
        ("version = 1", "version = 2"),
    ],
)
def test_what_is_refused(tmp_path: Path, old: str, new: str) -> None:
    with pytest.raises(SweepsError):
        load_sweeps(write(tmp_path, SMALL.replace(old, new)))


def test_executions_are_kept_and_compared(tmp_path: Path) -> None:
    sweeps = load_sweeps(write(tmp_path, SMALL))
    journal = tmp_path / "journal.jsonl"
    heard: list[tuple[int, int]] = []

    def measured() -> object:
        return execute(
            sweeps.points(),
            rounds=1,
            repeats=2,
            kernel_rounds=1,
            journal=journal,
            progress=lambda done, total: heard.append((done, total)),
        )

    truths = measured()
    assert heard[-1] == (6, 6)
    assert measured() == truths, "read, not executed again"
    assert len(heard) == 6
    again = execute(sweeps.points(), rounds=1, repeats=2, kernel_rounds=1, journal=journal)
    assert again.calibration is not None
    found = confront(sweeps, again, again.calibration)
    (row,) = found.rows
    assert row.time.count == 3
    assert set(row.time_by_points) == {1, 2, 3}
    assert row.memory.largest < 0.5
    assert found.ratio > 0


def test_the_command_writes_a_report(tmp_path: Path) -> None:
    out = ["--rounds", "1", "--repeats", "1", "--kernel-rounds", "1", "--out", str(tmp_path)]
    out += ["--store", str(tmp_path / "store.db")]
    shown = CliRunner().invoke(app, ["predict", str(write(tmp_path, SMALL)), *out])
    assert shown.exit_code == 0, shown.output
    assert "report.html" in shown.stdout
    page = (tmp_path / "report.html").read_text()
    assert "fv log2_q" in page
    assert "Memory along log2 q" in page


def test_expressions_are_swept_and_json_is_nothing_but_json(tmp_path: Path) -> None:
    text = SMALL.replace('name = "small"', 'name = "small"\nexpression = "a*b + a"')
    text += """
[[sweep]]
scheme = "yashe"
parameter = "log2_q"
values = [40, 50]
n = 64
log2_w = 10
"""
    folder = tmp_path / "out"
    few = ["--rounds", "1", "--repeats", "1", "--kernel-rounds", "1"]
    options = [*few, "--json", "--out", str(folder), "--store", str(tmp_path / "store.db")]
    shown = CliRunner().invoke(app, ["predict", str(write(tmp_path, text)), *options])
    assert shown.exit_code == 0, shown.output
    fv, yashe = json.loads(shown.stdout)["rows"]
    assert len(fv["points"]) == 3 and len(yashe["points"]) == 2
    assert fv["points"][0]["point"]["expression"] == "a*b + a"
    assert all(point["measured_ns"] > 0 for point in fv["points"])
    page = (folder / "report.html").read_text()
    assert "Time of the schemes along log2 q" in page and "yashe, executed" in page


def test_what_was_measured_of_kernels_is_stored_once(tmp_path: Path) -> None:
    file, store = write(tmp_path, SMALL), tmp_path / "store.db"
    journal = tmp_path / "journal.jsonl"
    rounds = ["--rounds", "1", "--kernel-rounds", "1", "--journal", str(journal)]
    command = ["predict", str(file), *rounds, "--store", str(store), "--json"]
    first = CliRunner().invoke(app, command)
    assert first.exit_code == 0, first.output
    with Store(store, create=False) as opened:
        (name,) = calibration_names(opened)
        assert json.loads(first.stdout)["stored_as"] == name
        kept = load_calibration(opened, name)
        assert all(cell["cpu_ns"] > 0 for cell in json.loads(kept.document)["cells"])
        assert kept.circumstances is not None
        # It has no prices of other rings: nobody takes it for a calibration of the machine.
        assert latest_calibration(opened) is None
        with pytest.raises(UnknownRunError, match="ringassay predict calibrate"):
            load_calibration(opened)
    again = CliRunner().invoke(app, command)
    assert json.loads(again.stdout)["stored_as"] is None
    with Store(store, create=False) as opened:
        assert calibration_names(opened) == [name], "read from the journal, not measured"


def test_a_stale_calibration_is_refused_before_anything_is_executed(
    tmp_path: Path, calibrated: Calibrated
) -> None:
    store = tmp_path / "store.db"
    with Store(calibrated.store, create=False) as opened:
        known = load_calibration(opened)
    with Store(store) as opened:
        add_calibration(opened, elsewhere(known))
    command = ["predict", str(write(tmp_path, SMALL)), "--stored", "--store", str(store)]
    journal = tmp_path / "journal.jsonl"
    refused = CliRunner().invoke(app, [*command, "--journal", str(journal)])
    assert refused.exit_code == 1, refused.output
    assert not journal.exists()
