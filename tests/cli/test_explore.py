"""`ringassay explore`."""

from __future__ import annotations

import json
import shutil

from calibration import Calibrated
from program import Cli

APP = """
version = 1
name = "small"
[application]
expression = "a*b*c + a"
[[scheme]]
scheme = "fv"
n = [2048, 4096]
log2_q = { from = 60, to = 110, step = 5 }
log2_w = [8, 16]
[[study]]
name = "walk"
block = "fv"
start = { n = 2048, log2_q = 100, log2_w = 8, t = 2 }
steps = [
    { parameter = "log2_w", choose = "cheapest" },
    { parameter = "log2_q", choose = "smallest" },
    { parameter = "n", choose = "secure" },
]
"""


def test_an_exploration_answers(cli: Cli) -> None:
    (cli.folder / "app.toml").write_text(APP)
    ended = cli("explore", "app.toml", "--no-predict")
    assert ended.code == 0, ended.err
    assert "Use FV with n = 4096" in ended.out
    assert "time not predicted" in ended.out
    assert "44 points in" in ended.err
    shown = cli("explore", "--show", "latest")
    assert (shown.code, shown.out) == (0, ended.out)


def test_json_is_for_programs(cli: Cli) -> None:
    (cli.folder / "app.toml").write_text(APP)
    told = json.loads(cli("explore", "app.toml", "--json", "--no-predict").out)
    assert told["facts"]["multiplicative_depth"] == 2
    assert told["recommended"]["scheme"] == "fv"
    assert told["recommended"]["wall_ns"] is None
    assert told["recommended"]["security_bits"] >= 128
    assert told["predicted"] is False
    assert told["studies"][0]["end"]["n"] == 4096


def test_times_and_memory_are_predicted_for_this_machine(cli: Cli, calibrated: Calibrated) -> None:
    (cli.folder / "app.toml").write_text(APP)
    shutil.copy(calibrated.store, cli.folder / "ringassay.db")
    told = json.loads(cli("explore", "app.toml", "--json").out)
    assert told["predicted"] is True
    assert told["recommended"]["wall_ns"] > 0
    assert told["recommended"]["peak_bytes"] > told["recommended"]["data_bytes"]


def test_another_expression_may_be_too_deep(cli: Cli) -> None:
    (cli.folder / "app.toml").write_text(APP)
    ended = cli("explore", "app.toml", "--expression", "a^20", "--no-predict")
    assert ended.code == 1
    assert "Nothing can be recommended: no point reaches depth 19" in ended.out
    assert "Excluded by depth: the deepest point reaches" in ended.out
    assert "no log2 w explored reaches depth 19" in ended.out


def test_a_circuit_file_is_found_beside_the_app(cli: Cli) -> None:
    (cli.folder / "apps").mkdir()
    text = APP.replace('expression = "a*b*c + a"', 'circuit = "product"')
    (cli.folder / "apps" / "app.toml").write_text(text)
    (cli.folder / "apps" / "product").write_text("W=2,D=1,L=1\nG2:LMUL(W0,W1)")
    ended = cli("explore", "apps/app.toml", "--no-predict")
    assert ended.code == 0, ended.err
    assert "1 product, 0 sums, depth 1" in ended.out


def test_what_cannot_be_is_refused(cli: Cli) -> None:
    (cli.folder / "app.toml").write_text(APP)
    (cli.folder / "bad.toml").write_text(APP.replace("a*b*c + a", "a*"))
    for arguments, said in [
        (("explore",), "name an app, a circuit or an --expression, or one exploration"),
        (("explore", "app.toml", "--show", "latest"), "takes no --show"),
        (("explore", "nothing"), "nor is one of the explorations that ship: case-study"),
        (("explore", "nothing.toml"), "cannot be read"),
        (("explore", "bad.toml"), "application.expression: line 1, column 3: expected"),
        (("explore", "app.toml", "--jobs", "2", "--dask", "tcp://x"), "--jobs takes no --dask"),
        (
            ("explore", "app.toml", "--no-predict", "--dask", "nonsense"),
            "complete the exploration with --resume",
        ),
        (("explore", "--resume", "other"), "is not in this store"),
    ]:
        # Long enough for a scheduler on this machine.
        ended = cli(*arguments, DASK_DISTRIBUTED__COMM__TIMEOUTS__CONNECT="2s")
        assert ended.code in {2, 4}, (arguments, ended.err)
        assert said in ended.err, (arguments, ended.err)
        # Before anything is measured.
        assert "calibrat" not in ended.err, (arguments, ended.err)


def test_an_exploration_is_reported(cli: Cli) -> None:
    (cli.folder / "app.toml").write_text(APP)
    ended = cli("explore", "app.toml", "--no-predict", "--out", "report", "--format", "latex")
    assert ended.code == 0, ended.err
    written = (cli.folder / "report/latex").rglob("*.tex")
    assert any("What excluded each scheme" in file.read_text() for file in written)
    again = cli("report", "--explore", "latest", "--out", "again")
    assert again.code == 0, again.err
    page = (cli.folder / "again" / "report.html").read_text()
    assert "Ranking" in page
    assert "n = 4096" in page
    refused = cli("report", "--explore", "latest", "--code", ".")
    assert refused.code == 2
    assert "name a run" in refused.err


def test_a_recommended_point_is_proved(cli: Cli) -> None:
    text = APP.replace("[application]", "[constraints]\nsecurity_bits = 0\n[application]")
    (cli.folder / "app.toml").write_text(text)
    told = json.loads(cli("explore", "--no-predict", "--prove", "app.toml", "--json").out)
    proof = told["proofs"][0]
    assert proof["is_right"] is True
    assert proof["n"] == told["recommended"]["n"]
    assert proof["explored"] is None
    shown = cli("explore", "--show", "latest", "--prove", "fv:n=2048,log2_q=60", "--out", "out")
    assert shown.code == 0, shown.err
    assert "Executed: FV with n = 2048, log2 q = 60" in shown.out
    assert "Predictions beside the truth" not in shown.out
    assert "Executed" in (cli.folder / "out" / "report.html").read_text()
    refused = cli("explore", "--show", "latest", "--prove", "fv:n=77")
    assert refused.code != 0
    assert "no point of the exploration" in refused.err
