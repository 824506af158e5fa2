"""What people expect of a program: hints, nothing left of what was refused, progress, codes."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
import typer

import ringassay.cli.counting as counting
from program import Cli
from ringassay.analysis.shortfall import shortfalls
from ringassay.cli.commands import COMMANDS, load
from ringassay.cli.output import err
from ringassay.cli.run import find_suite, run
from ringassay.evaluation import SuiteError
from ringassay.spelling import meant
from ringassay.store import Store
from ringassay.store.statements import KeyStatement


@pytest.mark.parametrize(
    ("typed", "hint"),
    [
        (["rum"], "'run'"),
        (["run", "quik"], "'quick'"),
        (["run", "quick", "--sut", "Sael"], "'seal'"),
        (["run", "quick", "--sto", "x"], "--store"),
        (["suite", "shw"], "'show'"),
        (["explore", "casestudy"], "'case-study'"),
        (["predict", "panter"], "'panthers'"),
        (["predict", "tallly"], "'tally'"),
    ],
)
def test_a_mistyped_name_is_answered_with_the_nearest(
    cli: Cli, typed: list[str], hint: str
) -> None:
    ended = cli(*typed)
    assert ended.code == 2
    assert hint in ended.err
    assert list(cli.folder.iterdir()) == []


def test_nothing_is_suggested_that_is_not_near() -> None:
    assert meant("zzz", ["seal", "lattigo"]) == ""
    assert meant("seal", []) == ""
    assert meant("lattige", ["seal", "lattigo"]) == " (did you mean 'lattigo'?)"


@pytest.mark.parametrize("typed", [[], ["run"], ["predict", "sweeps"], ["suite", "new"]])
def test_flags_are_shown_as_flags(cli: Cli, typed: list[str]) -> None:
    ended = cli(*typed, "--help")
    assert "--help" in ended.out
    assert "<bool>" not in ended.out


def test_predict_alone_says_what_it_can(cli: Cli) -> None:
    ended = cli("predict")
    assert "sweeps" in ended.out + ended.err
    assert list(cli.folder.iterdir()) == []


@pytest.mark.parametrize(
    "asked",
    [
        ["run", "quick", "--aa", "nobody"],
        ["run", "quick", "--sut", "plaintext", "--sut", "plaintext"],
        ["run", "absent.toml"],
        ["explore", "case-study", "--expression", "a*"],
    ],
)
def test_what_is_refused_leaves_no_store(cli: Cli, asked: list[str]) -> None:
    assert cli(*asked).code == 2
    assert list(cli.folder.iterdir()) == []


def statement(**changed: float | str) -> KeyStatement:
    facts: dict[str, float | str] = {
        "sut": "s",
        "scheme": "BGV",
        "asked_bits": 128.0,
        "claimed_bits": 128.0,
        "n": 4096.0,
        "m": 8192.0,
        "log2_q": 100.0,
        "log2_qp": 100.0,
        "secret": "ternary",
        "error": "gaussian 3.2",
        "parameters": "",
    }
    return KeyStatement(**(facts | changed))  # type: ignore[arg-type]


def test_keys_that_are_too_weak_are_told() -> None:
    assert shortfalls([statement()]) == ()
    weak = [statement(log2_qp=200.0), statement(log2_qp=150.0), statement(sut="t")]
    (found,) = shortfalls(weak)
    assert found.sut == "s"
    assert found.delivered_bits < 100
    # Neither what protects nothing by its own account, nor what does not say enough.
    assert shortfalls([statement(log2_qp=400.0, claimed_bits=0.0)]) == ()
    assert shortfalls([statement(log2_qp=400.0, secret="")]) == ()
    assert shortfalls([statement(log2_qp=math.nan, log2_q=math.nan)]) == ()


SUITE = """\
version = 1
name = "s"
seed = 1
security = 400
suts = ["plaintext"]
[[family]]
name = "f"
kind = "mixed"
batch = 8
depth = 1
width = 2
inputs = 1
"""


def test_to_say_that_one_cannot_is_no_failure(cli: Cli) -> None:
    (cli.folder / "s.toml").write_text(SUITE)
    ended = cli("run", "s.toml", "--sut", "seal", "--no-probes")
    assert "1 unsupported" in ended.err
    assert ended.code == 0, ended.err


def test_weak_keys_are_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "s.toml").write_text(SUITE)
    weak = [statement(log2_qp=200.0)]
    asked = (str(tmp_path / "s.toml"), str(tmp_path / "s.db"))
    run(*asked, probe=False)
    monkeypatch.setattr("ringassay.store.statements.key_statements", lambda _store, _run: weak)
    with pytest.raises(typer.Exit) as ended:
        run(*asked, probe=False)
    assert ended.value.exit_code == 1
    assert "s: its keys deliver" in capsys.readouterr().err


def test_a_run_refused_for_its_circuits_has_never_been(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "s.toml").write_text(SUITE)

    def refuse(*_: object) -> None:
        raise SuiteError("no such circuit")

    monkeypatch.setattr("ringassay.evaluation.prepare.Preparer.prepare", refuse)
    with pytest.raises(SuiteError):
        run(str(tmp_path / "s.toml"), str(tmp_path / "s.db"), probe=False)
    with Store(tmp_path / "s.db", create=False) as store:
        assert store.runs() == []


class Clock:
    """Seconds that the test decides on."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 0.0
        monkeypatch.setattr(counting.time, "monotonic", lambda: self.now)


def test_lines_say_how_far_it_is(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    clock = Clock(monkeypatch)
    # Not `file`: to put that back would hold on to the stream of this test.
    monkeypatch.setattr(err._console, "_file", None)
    with counting.counting(quiet=False) as progress:
        for second in range(1, 31):
            clock.now = float(second)
            progress("executing", second, 90)
    lines = capsys.readouterr().err.splitlines()
    assert lines == [
        "executing: 10 of 90, 1 min 20 s left",
        "executing: 20 of 90, 1 min 10 s left",
        "executing: 30 of 90, 1 min 0 s left",
    ]


def test_what_is_short_or_quiet_says_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    clock = Clock(monkeypatch)
    for quiet, seconds in ((False, 9), (True, 90)):
        with counting.counting(quiet=quiet) as progress:
            for second in range(seconds):
                clock.now += 1.0
                progress("executing", second, 90)
    assert capsys.readouterr().err == ""


def test_every_command_has_the_classes_that_hide_types_of_flags(tmp_path: Path) -> None:
    for name in COMMANDS:
        assert type(load(name)).__module__.startswith("ringassay.cli"), name


def test_a_folder_of_a_suites_name_hides_no_suite(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "demo").mkdir()
    monkeypatch.chdir(tmp_path)
    assert find_suite("demo").name == "demo"
