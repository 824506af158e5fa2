"""A suite on our own systems, predicted before it is run."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

from calibration import Calibrated
from ringassay.cli.main import app
from ringassay.evaluation import execute, parse_suite
from ringassay.predict.own_systems import OWN_SYSTEMS
from ringassay.predict.suite import SuitePredictionError, predict_suite
from ringassay.store import Store, load, load_calibration
from ringassay.sut.registry import lookup

SUITE = """
version = 1
name = "adders"
seed = 5
security = 80
suts = ["plaintext", "ringassay-bgv", "ringassay-bgv-no-rotations"]

[[library]]
name = "adder"
width = 4
batch = 40
random_inputs = 1

[[library]]
name = "too-deep"
function = "adder"
width = 64
batch = 40
random_inputs = 1
key = "L=40,D=63.0,K=512"
"""


def test_predictions_come_near_what_is_run_later(calibrated: Calibrated, tmp_path: Path) -> None:
    suite = parse_suite(SUITE)
    with Store(calibrated.store, create=False) as store:
        document = load_calibration(store).document
    found = predict_suite(suite, suite.suts, document)
    assert [(row.sut, row.name) for row in found.rows] == [
        ("ringassay-bgv", "adder"),
        ("ringassay-bgv-no-rotations", "adder"),
    ]
    assert len(found.refused) == 2 and all("too-deep" in reason for reason in found.refused)
    public, secret = found.rows
    # Rings differ: without rotations another one is cheapest. For each coefficient and bit of its
    # modulus one of the two components is sent as a seed; and no rotation keys are held.
    each = [row.input_bytes / (row.n * row.log2_qp) for row in (secret, public)]
    assert 0.4 < each[0] / each[1] < 0.7
    assert secret.peak_bytes < public.peak_bytes
    small = suite.model_copy(update={"library": suite.library[:1]})
    with Store(tmp_path / "runs.db") as store:
        own = [name for name in suite.suts if name in OWN_SYSTEMS]
        ended = execute(small, store, [lookup(name) for name in own], aa="none", probe=False)
        assert ended.outcomes == {"ok": 2}
        data = load(store, [ended.run])
    measured = data.evaluations.set_index("sut")
    for row in found.rows:
        run = measured.loc[row.sut]
        # A machine that may be busy: the order of magnitude.
        assert 0.1 < row.evaluate_ns / run["evaluate_cpu_ns"] < 10
        assert 0.6 < row.peak_bytes / run["evaluate_peak_bytes"] < 1.6


def test_systems_of_which_only_the_outside_is_known_are_refused() -> None:
    with pytest.raises(SuitePredictionError, match="--sut ringassay-bgv"):
        predict_suite(parse_suite(SUITE), ("plaintext", "seal"), "{}")


def test_the_command(calibrated: Calibrated, tmp_path: Path) -> None:
    file = tmp_path / "adders.toml"
    file.write_text(SUITE)
    shutil.copy(calibrated.store, tmp_path / "runs.db")
    command = ["predict", "suite", str(file), "--store", str(tmp_path / "runs.db"), "--stale-ok"]
    shown = CliRunner().invoke(app, command)
    assert shown.exit_code == 1, shown.output  # one of the two is refused
    assert "peak memory, MB" in shown.output and "Refused: too-deep" in shown.stderr
    as_json = CliRunner().invoke(app, [*command, "--json", "--sut", "ringassay-bgv"])
    document = json.loads(as_json.stdout)
    assert [row["sut"] for row in document["rows"]] == ["ringassay-bgv"]
    assert "check" in document["calibration"] and document["suite"] == "adders"
