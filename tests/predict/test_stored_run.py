"""A small evaluation on our BGV, stored, then predicted."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

from calibration import Calibrated
from ringassay.cli.main import app
from ringassay.evaluation import execute, parse_suite
from ringassay.predict import PointsError
from ringassay.predict.stored_run import SUT, confront_run
from ringassay.store import Store
from ringassay.sut.registry import lookup

SUITE = """
version = 1
name = "small"
seed = 5
security = 80
suts = ["plaintext"]

[[family]]
name = "mixed"
kind = "mixed"
batch = 42
depth = 2
width = [4, 30]
circuits = 2
inputs = 3
"""


@pytest.fixture(scope="module")
def evaluated(calibrated: Calibrated, tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("runs") / "runs.db"
    shutil.copy(calibrated.store, file)
    with Store(file) as store:
        execute(parse_suite(SUITE), store, [lookup("plaintext"), lookup(SUT)])
    return file


def test_every_circuit_is_predicted_from_its_plan(evaluated: Path) -> None:
    from ringassay.store import load_calibration

    with Store(evaluated, create=False) as store:
        found = confront_run(store, store.find("latest"), load_calibration(store).document)
    assert len(found.rows) == 4
    assert found.skipped == ()
    for row in found.rows:
        assert row.extrapolated == 0
        # Small circuits on a machine that may be busy: the order of magnitude.
        assert 0.1 < row.predicted_ns / row.measured_ns < 10
        assert 0.7 < row.predicted_bytes / row.measured_bytes < 1.4
    heavy = [row for row in found.rows if row.measured_ns > 4 * found.rows[0].measured_ns]
    assert all(row.predicted_ns > found.rows[0].predicted_ns for row in heavy)


def test_the_command_prints_and_reports(evaluated: Path, tmp_path: Path) -> None:
    out = ["--out", str(tmp_path)]
    shown = CliRunner().invoke(app, ["predict", "run", "--store", str(evaluated), *out])
    assert shown.exit_code == 0, shown.output
    assert "4 circuits: time mean error" in shown.output
    assert "Evaluations on ringassay-bgv" in (tmp_path / "report.html").read_text()


def test_a_run_without_our_engine_is_refused(tmp_path: Path) -> None:
    with Store(tmp_path / "runs.db") as store:
        execute(parse_suite(SUITE), store, [lookup("plaintext")])
        with pytest.raises(PointsError, match=SUT):
            confront_run(store, store.find("latest"), "{}")
