"""`ringassay predict calibrate`, really measured, in two rounds; its place in the store."""

from __future__ import annotations

import json
import subprocess
from dataclasses import replace

import pytest
from sqlalchemy import update

from program import PROGRAM
from ringassay import _native
from ringassay.predict import StaleCalibrationError, check, holding, measure
from ringassay.store import (
    CorruptStoreError,
    Store,
    UnknownRunError,
    add_calibration,
    calibration_names,
    load_calibration,
    probe_circumstances,
)
from ringassay.store.schema import calibrations


@pytest.fixture(scope="module")
def measured(calibrated):
    with Store(calibrated.store, create=False) as store:
        return load_calibration(store)


def calibrate(*arguments, cwd):
    return subprocess.run(
        [PROGRAM, "predict", "calibrate", *arguments],
        cwd=cwd,
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_calibration_says_where_and_how_it_was_made(measured):
    assert measured.backend == _native.backends()["chosen"]
    assert measured.version == _native.__version__
    assert measured.rounds == 2
    assert measured.cells > 500
    assert 0 <= measured.spread < 1
    # Of two samples: that the median lies between them is as likely as not.
    assert _native.calibration_facts(measured.document)["confidence"] == 0.5
    assert measured.circumstances == probe_circumstances().to_json()
    cells = json.loads(measured.document)["cells"]
    assert all(cell["cpu_ns"] > 0 for cell in cells)
    phase = _native.calibration_facts(measured.document)["phase"]
    assert phase["vector_ns"] > 0
    assert phase["scalar_ns"] > 0
    assert phase["vector_range"] >= 1
    # Two rounds of seconds, with a pause after each 20 ms.
    assert phase["samples"] > 20


def test_it_is_stored_and_found(measured, tmp_path):
    with Store(str(tmp_path / "store.db")) as store:
        with pytest.raises(UnknownRunError, match="ringassay predict calibrate"):
            load_calibration(store)
        name = add_calibration(store, measured)
        assert load_calibration(store) == load_calibration(store, name) == measured
        assert calibration_names(store) == [name]
        with pytest.raises(UnknownRunError):
            load_calibration(store, "none")
        store.write(lambda connection: connection.execute(update(calibrations).values(rounds=9)))
        with pytest.raises(CorruptStoreError):
            load_calibration(store)


def test_another_machine_or_version_is_stale(measured):
    elsewhere = replace(measured, machine=replace(measured.machine, cpu_model="another"))
    assert "processor: another" in check(elsewhere).reasons[0]
    document = json.loads(measured.document)
    document["machine"]["version"] = "0.0.0"
    older = check(replace(measured, document=json.dumps(document)))
    assert older.is_stale
    assert "version: 0.0.0" in older.reasons[0]


def test_a_drift_is_noticed(measured):
    document = json.loads(measured.document)
    for cell in document["cells"]:
        cell["cpu_ns"] /= 3
        cell["spread"] = 0.01
    found = check(replace(measured, document=json.dumps(document)))
    assert found.is_stale
    assert found.drift > 1.5
    assert found.cells > 3


def test_another_phase_of_the_machine_is_noticed_and_refused(measured):
    document = json.loads(measured.document)
    document["phase"]["vector_ns"] /= 4
    slower = replace(measured, document=json.dumps(document))
    found = check(slower)
    assert any("another phase: vector code takes" in reason for reason in found.reasons)
    assert found.vector > 1.5
    with pytest.raises(StaleCalibrationError, match="another phase"):
        holding(slower)
    assert holding(slower, stale_ok=True).is_stale


def test_a_calibration_without_probes_is_checked_without(measured):
    document = json.loads(measured.document)
    del document["phase"]
    found = check(replace(measured, document=json.dumps(document)))
    assert (found.vector, found.scalar) == (None, None)
    assert not any("phase" in reason for reason in found.reasons)


@pytest.mark.parametrize("text", ["", "{}", '{"format": 9}', "[1, 2"])
def test_what_is_no_calibration_is_refused(measured, text):
    for use in (_native.calibration_facts, _native.check_calibration):
        with pytest.raises(_native.CalibrationError):
            use(text)
    with pytest.raises(_native.CalibrationError):
        check(replace(measured, document=text))


def test_an_error_in_progress_comes_through():
    heard = []

    def broken(done, rounds):
        heard.append((done, rounds))
        if done == rounds:
            raise KeyError("progress")

    with pytest.raises(KeyError):
        measure(2, broken)
    assert heard == [(1, 2), (2, 2)]


def test_the_command_measures_stores_and_checks(calibrated, tmp_path):
    nothing = calibrate("--check", cwd=tmp_path)
    assert nothing.returncode == 4
    assert "does not exist" in nothing.stderr
    assert calibrated.facts["rounds"] == 2
    assert calibrated.facts["machine"]["cpu_model"]
    checked = calibrate("--check", "--json", "--store", calibrated.store, cwd=tmp_path)
    assert checked.returncode in (0, 1), checked.stderr
    assert json.loads(checked.stdout)["is_stale"] == (checked.returncode == 1)


def test_rounds_or_a_time_are_named(tmp_path):
    both = calibrate("--rounds", "3", "--seconds", "5", cwd=tmp_path)
    assert both.returncode == 2
    assert "--rounds takes no --seconds" in both.stderr


def test_another_governor_is_stale(measured):
    then = replace(probe_circumstances(), governors="powersave")
    found = check(replace(measured, circumstances=then.to_json()))
    assert any("governor: powersave" in reason for reason in found.reasons)
