"""A small evaluation on our BGV, stored, then predicted."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from calibration import Calibrated, elsewhere
from ringassay import _native
from ringassay.cli.main import app
from ringassay.evaluation import execute, parse_suite
from ringassay.predict import PointsError, StaleCalibrationError, holding, stored_run
from ringassay.predict.own_systems import OWN_SYSTEMS
from ringassay.predict.stored_run import SUTS, confront_run
from ringassay.store import RunData, Store, add_calibration, load, load_calibration
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

[[family]]
name = "reals"
kind = "mixed"
space = "real"
bound = 1.0
precision = 20
batch = 16
depth = 2
width = [4, 30]
circuits = 1
inputs = 3
"""


@pytest.fixture(scope="module")
def evaluated(calibrated: Calibrated, tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("runs") / "runs.db"
    shutil.copy(calibrated.store, file)
    with Store(file) as store:
        execute(parse_suite(SUITE), store, [lookup(name) for name in ("plaintext", *SUTS)])
    return file


def _right(evaluated: Path) -> int:
    """How many circuits our own systems evaluated; the one without rotation keys refuses some."""
    with Store(evaluated, create=False) as store:
        rows = load(store, [store.find("latest")]).evaluations
    own = rows[rows["sut"].isin(SUTS) & (rows["outcome"] == "ok")]
    return len(own.groupby(["sut", "circuit"]))


def test_every_circuit_is_predicted_from_its_plan(evaluated: Path) -> None:
    with Store(evaluated, create=False) as store:
        found = confront_run(store, store.find("latest"), load_calibration(store).document)
    assert len(found.rows) == _right(evaluated) and set(found.suts) == set(SUTS)
    assert found.skipped == ()
    for row in found.rows:
        assert row.extrapolated == 0
        # Small circuits on a machine that may be busy: the order of magnitude.
        assert 0.1 < row.predicted_ns / row.measured_ns < 10
        assert 0.7 < row.predicted_bytes / row.measured_bytes < 1.4
    heavy = [row for row in found.rows if row.measured_ns > 4 * found.rows[0].measured_ns]
    assert all(row.predicted_ns > found.rows[0].predicted_ns for row in heavy)


def test_the_ring_of_a_run_gives_what_a_free_choice_gives(evaluated: Path) -> None:
    with Store(evaluated, create=False) as store:
        keys = load(store, [store.find("latest")]).keys
        prices = _native.EvaluationPrices(load_calibration(store).document)
    own = keys[keys["sut"].isin(SUTS) & (keys["outcome"] == "ok")]
    assert set(own["sut"]) == set(SUTS)
    for key in own.to_dict("records"):
        system, params = OWN_SYSTEMS[key["sut"]], key["params"].encode()
        free = system.predictor(prices, params).parameters
        assert system.predictor(prices, params, int(key["m"])).parameters == free
        assert free[:2] == (key["m"], key["n"])


def test_keys_of_other_parameters_are_named(
    evaluated: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def changed(store: Store, runs: list[str]) -> RunData:
        data = load(store, runs)
        keys = data.keys.copy()
        # One index has too few slots, the other serves with another modulus.
        keys.loc[keys["sut"] == "ringassay-bgv", "m"] = 127
        keys.loc[keys["sut"] == "ringassay-ckks", "log2_qp"] += 1.0
        return replace(data, keys=keys)

    monkeypatch.setattr(stored_run, "load", changed)
    with Store(evaluated, create=False) as store:
        found = confront_run(store, store.find("latest"), load_calibration(store).document)
    assert set(found.suts) == {"ringassay-bgv-no-rotations"}
    assert any("the run has m = 127 and" in said for said in found.skipped)
    assert all("now chosen are m = " in said for said in found.skipped)


def test_the_command_prints_and_reports(evaluated: Path, tmp_path: Path) -> None:
    # A machine that is busy may have drifted since: that is what --stale-ok is for.
    out = ["--stale-ok", "--out", str(tmp_path)]
    shown = CliRunner().invoke(app, ["predict", "run", "--store", str(evaluated), *out])
    assert shown.exit_code == 0, shown.output
    assert "The calibration of 20" in shown.output
    assert f"{_right(evaluated)} circuits: time mean error" in shown.output
    title = "Evaluations on ringassay-bgv, ringassay-bgv-no-rotations and ringassay-ckks"
    assert title in (tmp_path / "report.html").read_text()


def test_a_run_without_our_engine_is_refused(tmp_path: Path) -> None:
    with Store(tmp_path / "runs.db") as store:
        execute(parse_suite(SUITE), store, [lookup("plaintext")])
        with pytest.raises(PointsError, match=SUTS[0]):
            confront_run(store, store.find("latest"), "{}")


def test_a_stale_calibration_is_refused_or_said(evaluated: Path, tmp_path: Path) -> None:
    file = tmp_path / "runs.db"
    shutil.copy(evaluated, file)
    with Store(file, create=False) as store:
        add_calibration(store, elsewhere(load_calibration(store)))
    command = ["predict", "run", "--store", str(file)]
    refused = CliRunner().invoke(app, command)
    assert refused.exit_code == 1
    assert isinstance(refused.exception, StaleCalibrationError)
    said = str(refused.exception)
    assert "is stale: sources of the kernels: 0123456789abcdef" in said
    assert "--stale-ok" in said
    insisted = CliRunner().invoke(app, [*command, "--stale-ok", "--json"])
    assert insisted.exit_code == 0, insisted.output
    assert "is stale" in insisted.stderr
    used = json.loads(insisted.stdout)["calibration"]
    assert used["check"]["is_stale"] is True
    assert "document" not in used


@pytest.mark.parametrize("factor", [0.5, 2.0])
def test_a_machine_that_slowed_or_sped_up_is_noticed(evaluated: Path, factor: float) -> None:
    """By the prices, since the machine cannot be made to: those of another are half or twice."""
    with Store(evaluated, create=False) as store:
        known = load_calibration(store)
    document = json.loads(known.document)
    for cell in document["cells"]:
        cell["cpu_ns"] *= factor
    drifted = replace(known, document=json.dumps(document))
    with pytest.raises(StaleCalibrationError, match=r"kernels take .* times as long"):
        holding(drifted)
    assert holding(drifted, stale_ok=True).is_stale
