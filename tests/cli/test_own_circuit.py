"""`ringassay run --circuit`, `--expression` and test scripts, as a user types them."""

from __future__ import annotations

from pathlib import Path

import pytest

from program import Cli

MAJORITY = "W=3,D=2,L=4\nG3:LMUL(W0,W1)\nG4:LADD(W0,W1)\nG5:LMUL(W2,G4)\nG6:LADD(G3,G5)\n"


@pytest.fixture
def folder(cli: Cli) -> Path:
    (cli.folder / "majority.txt").write_text(MAJORITY)
    (cli.folder / "in.txt").write_text("[1100,1010,0110]\n")
    (cli.folder / "right.txt").write_text("1110\n")
    (cli.folder / "wrong.txt").write_text("1111\n")
    (cli.folder / "branch.py").write_text("def f(x):\n    if x:\n        return x\n")
    (cli.folder / "drift.py").write_text(
        "import random\n\ndef f(x):\n    return x * random.randrange(17) + random.randrange(17)\n"
    )
    return cli.folder


ONE = ("run", "--circuit", "majority.txt", "--input", "in.txt", "--sut", "plaintext")


def test_a_circuit_is_run_reported_and_exported(cli: Cli, folder: Path) -> None:
    ran = cli(*ONE, "--expected", "right.txt", "--no-probes")
    assert ran.code == 0 and "1 of 1 cases (1 ok)" in ran.err, ran.err
    told = cli("report", "--out", "report")
    assert told.code == 0, told.err
    assert "majority" in (folder / "report" / "report.html").read_text()
    assert cli("store", "export", "--format", "csv", "--out", "data").code == 0
    rows = (folder / "data" / "evaluations.csv").read_text()
    assert "1110" in rows
    resumed = cli("run", "--resume", "latest")
    assert resumed.code != 0 and "nothing to resume" in resumed.err


def test_values_are_given_on_the_command_line(cli: Cli, folder: Path) -> None:
    values = ("--input", "[1100,1010,0110]", "--expected", "[1,1,1,0]")
    ran = cli("run", "--circuit", "majority.txt", *values, "--sut", "plaintext", "--no-probes")
    assert ran.code == 0 and "1 of 1 cases (1 ok)" in ran.err, ran.err
    terms = ("-e", "a*b + 1", "--modulus", "17", "--batch", "2", "--input", "[[2,3],[4,5]]")
    ran = cli("run", *terms, "--expected", "[9,16]", "--sut", "plaintext", "--no-probes")
    assert ran.code == 0 and "1 of 1 cases (1 ok)" in ran.err, ran.err
    ran = cli("run", *terms, "--expected", "[9,15]", "--sut", "plaintext", "--no-probes")
    assert ran.code == 2 and "[9,15] disagrees with the plaintext evaluation" in ran.err


def test_what_is_wrong_is_said_before_anything_is_stored(cli: Cli, folder: Path) -> None:
    said = {
        (*ONE, "--expected", "wrong.txt"): "wrong.txt disagrees with the plaintext evaluation",
        (*ONE, "--modulus", "5"): "--modulus is for --expression or --function",
        (*ONE, "--batch", "5"): "a circuit says its batch itself",
        (*ONE, "--width", "5"): "--width is for --library",
        ("run", "--library", "aes"): "no function is called",
        ("run", "--library", "aes128", "--function", "x.py:f"): "--function takes no --library",
        ("run", "--function", "x.py"): "a function is named file.py:function",
        ("run", "--function", "x.py:f"): "x.py: cannot be read",
        (
            "run",
            "--function",
            "branch.py:f",
            "--batch",
            "4",
            "-t",
            "17",
        ): "branch.py:2: `if x:`: a branch",
        (
            "run",
            "--function",
            "drift.py:f",
            "--batch",
            "4",
            "-t",
            "17",
        ): "gives something else when it is called again",
        (*ONE, "quick"): "takes no --circuit",
        ("run", "--circuit", "majority.txt", "-e", "a*b"): "--circuit takes no --expression",
        ("run", "quick", "--input", "in.txt"): "--input is for --circuit",
        ("run", "--circuit", "in.txt"): "in.txt: line 1, column 1",
        ("run", "-e", "a*"): "the expression: line 1",
        ("run", "--circuit", "none.txt"): "none.txt: cannot be read",
    }
    for arguments, message in said.items():
        ended = cli(*arguments)
        assert ended.code == 2 and message in ended.err, ended
        assert "Traceback" not in ended.err
    assert not list(folder.glob("*.db"))


def test_functions_netlists_and_the_library_are_run(cli: Cli, folder: Path) -> None:
    (folder / "f.py").write_text("def f(x, y):\n    return (x * y).sum(), x - y\n")
    (folder / "and.aag").write_text("aag 3 2 0 1 1\n2\n4\n6\n6 2 4\n")
    (folder / "and.txt").write_text("[1100,1010]")
    (folder / "and.out").write_text("1000")
    for arguments, cases in (
        (["--function", "f.py:f", "--batch", "4", "-t", "257"], 3),
        (["--library", "adder", "--width", "4", "--batch", "5", "--variant", "shallow"], 3),
        (
            ["--circuit", "and.aag", "--batch", "4", "--input", "and.txt", "--expected", "and.out"],
            1,
        ),
    ):
        ran = cli("run", *arguments, "--sut", "plaintext", "--no-probes")
        assert ran.code == 0 and f"{cases} of {cases} cases ({cases} ok)" in ran.err, ran.err


def test_answers_that_decide_are_judged_by(cli: Cli, folder: Path) -> None:
    ran = cli(*ONE, "--expected", "wrong.txt", "--answers-decide", "--no-probes")
    assert ran.code == 1 and "(1 wrong)" in ran.err
    assert ran.err.index("wrong.txt disagrees") < ran.err.index("plaintext: ready")


def test_a_script_is_run_as_it_is(cli: Cli, folder: Path) -> None:
    (folder / "key.txt").write_text("L=4,D=2.0,K=80")
    (folder / "script").write_text(
        "KEY\nkey.txt\nCIRCUIT\nmajority.txt\nINPUT\nin.txt\nINPUT\nin.txt\n"
    )
    ran = cli("run", "script", "--sut", "plaintext", "--no-probes")
    assert ran.code == 0 and "2 of 2 cases (2 ok)" in ran.err, ran.err
    shown = cli("suite", "show", "script")
    assert "security 80 bits" in shown.out and "majority.txt" in shown.out
