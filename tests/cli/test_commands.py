"""run, runs, report, compare, export: from a suite to files, through the installed program."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pandas as pd
import pytest

from program import Cli


def test_runs_are_listed(finished: Cli) -> None:
    listed = finished("store", "list", "--json").json
    assert [run["state"] for run in listed] == ["finished"]
    assert listed[0]["suts"] == ["plaintext", "original"]
    assert "quick" in finished("store", "list").out


def test_the_report_names_every_system(finished: Cli) -> None:
    ended = finished("report", "--out", "r", "--format", "latex")
    assert ended.code == 0, ended.err
    ended = finished("report", "--out", "r", "--json")
    assert ended.code == 0, ended.err
    html = (finished.folder / ended.json["html"]).read_text()
    latex = (finished.folder / "r/latex/report.tex").read_text()
    for text in (html, latex):
        assert "plaintext" in text
        assert "original" in text


def test_compare_two_systems(finished: Cli) -> None:
    ended = finished("compare", "plaintext", "original", "--out", "c")
    assert ended.code == 0, ended.err
    assert (finished.folder / "c/report.html").stat().st_size > 10_000
    ended = finished("compare", "plaintext", "nobody")
    assert ended.code == 2
    assert "nobody" in ended.err
    assert "Traceback" not in ended.err


@pytest.mark.parametrize(("form", "read"), [("csv", pd.read_csv), ("parquet", pd.read_parquet)])
def test_export(finished: Cli, form: str, read) -> None:  # type: ignore[no-untyped-def]
    ended = finished("store", "export", "--format", form, "--out", form, "--json")
    assert ended.code == 0, ended.err
    table = read(finished.folder / form / f"evaluations.{form}")
    assert set(table["outcome"]) == {"ok"}
    assert len(table) == finished("store", "list", "--json").json[0]["evaluations"]


def test_json_lines_of_a_run(cli: Cli) -> None:
    ended = cli("run", "quick", "--sut", "plaintext", "--json", "--store", "x.db")
    events = [json.loads(line) for line in ended.lines]
    assert ended.code == 0, ended.err
    assert events[0]["event"] == "RunStarted"
    assert [event["event"] for event in events[-2:]] == ["RunEnded", "Decision"]
    assert events[-2]["outcomes"] == {"ok": events[0]["cases"]}
    (system,) = events[-1]["systems"]
    assert (system["system"], system["standing"]) == ("plaintext", "unencrypted")
    # The first kind of arithmetic is told outside, others under their names.
    kinds = [events[-1], *(events[-1][one] for one in ("integers", "real") if one in events[-1])]
    right = sum(one["right"] for kind in kinds for one in kind["systems"])
    assert right == events[0]["cases"]
    again = cli("run", "--resume", "latest", "--store", "x.db", "--json")
    assert again.code == 4
    assert "nothing to resume" in again.err


def test_another_security_is_another_suite(cli: Cli) -> None:
    run = ("run", "quick", "--sut", "plaintext", "--json", "--store", "x.db")
    assert cli(*run).code == 0
    assert cli(*run, "--security", "192").code == 0
    ended = cli("store", "export", "--store", "x.db", "--out", "csv", "--json")
    assert ended.code == 0, ended.err
    assert set(pd.read_csv(cli.folder / "csv/keys.csv")["security"]) == {192}
    ended = cli("run", "--resume", "latest", "--security", "80", "--store", "x.db")
    assert ended.code == 2
    assert "--resume takes no --security" in ended.err


def test_a_wrong_answer_is_exit_code_1_and_a_row(cli: Cli) -> None:
    (cli.folder / "suts.toml").write_text(
        "[sut.liar]\n"
        'client = ["ringassay-runtime", "sut", "plaintext", "client"]\n'
        'server = ["ringassay-sut", "faulty", "server", "--at", "evaluate", '
        '"--do", "wrong-bit"]\n'
    )
    arguments = ("run", "quick", "--sut", "liar", "--sut-file", "suts.toml")
    ended = cli(*arguments, PATH=f"{Path(sys.executable).parent}:{os.environ['PATH']}")
    assert ended.code == 1, ended.err
    assert "wrong" in ended.err
    assert cli("report").code == 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("run",), "which suite"),
        (("run", "nothing"), "no file is called 'nothing'"),
        (("run", "quick", "--sut", "nobody"), "no system under test is called 'nobody'"),
        (("report",), "ringassay.db"),
        (("store", "list", "--store", "sqlite:///"), ""),
    ],
)
def test_mistakes_are_explained(cli: Cli, arguments: tuple[str, ...], said: str) -> None:
    ended = cli(*arguments)
    assert ended.code in {2, 4}, ended.err
    assert said in ended.err
    assert "Traceback" not in ended.err


def test_suites(cli: Cli) -> None:
    assert cli("suite", "new", "mine.toml").code == 0
    assert cli("suite", "new", "mine.toml").code == 2
    shown = cli("suite", "show", "mine.toml")
    assert shown.code == 0, shown.err
    assert "mixed" in shown.out
    assert json.loads(cli("suite", "show", "mine.toml", "--json").out)["name"] == "mine"
    assert {"demo", "quick", "table4"} <= set(cli("suite", "show", "--json").json)
    (cli.folder / "bad.toml").write_text("version = 1\nname = 'x'\n")
    ended = cli("suite", "show", "bad.toml")
    assert ended.code == 2
    assert "bad.toml: seed: is required" in ended.err


def test_doctor_and_suts(cli: Cli) -> None:
    checks = {check["name"]: check for check in cli("doctor", "--json").json["checks"]}
    assert checks["harness"]["ok"]
    assert checks["SUT plaintext"]["ok"]
    assert checks["building: Rust"]["note"]
    assert checks["ringassay-count"]["note"]
    assert "Machine" in cli("doctor").out
    names = {entry["name"] for entry in cli("sut", "list", "--json").json}
    assert {"plaintext", "echo", "seal", "lattigo"} <= names
