"""From a table of inputs to answers: `run --input --output`, `show --answers`, `eval`."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from program import Cli

MODEL = """\
import numpy as np
from ringassay.trace import computation

WEIGHTS = np.arange(8) / 16

@computation(length=8, bound=1.0)
def score(features):
    return np.polyval((0.5, 0, 0.25), WEIGHTS @ features)

@computation(length=3, modulus=257)
def several(x, y):
    return x * y, x + y
"""

ROWS = np.random.default_rng(3).uniform(-1, 1, (25, 8))


@pytest.fixture
def folder(cli: Cli) -> Path:
    (cli.folder / "model.py").write_text(MODEL)
    frame = pd.DataFrame(ROWS, columns=[f"features_{at}" for at in range(8)])
    frame.insert(0, "customer", [f"c{row}" for row in range(25)])
    frame.to_csv(cli.folder / "customers.csv", index=False)
    return cli.folder


def wanted() -> np.ndarray:
    z = ROWS @ (np.arange(8) / 16)
    return 0.5 * z * z + 0.25


SCORE = ("run", "--function", "model.py:score", "--no-probes", "--sut")


def test_a_table_in_a_file_of_answers_out(cli: Cli, folder: Path) -> None:
    systems = ("plaintext", "--sut", "ringassay-ckks")
    ran = cli(*SCORE, *systems, "--aa", "none", "--input", "customers.csv", "--output", "a.csv")
    assert ran.code == 0, ran.err
    assert "Answers of score, first 5 of 25 rows, 2 rows in a ciphertext" in ran.out
    found = pd.read_csv(folder / "a.csv")
    assert list(found["row"]) == list(range(25))
    assert found["expected"].to_numpy() == pytest.approx(wanted(), abs=1e-14)
    assert (found["plaintext error"] == 0).all()
    errors = (found["ringassay-ckks"] - found["expected"]).abs()
    assert (errors > 0).any() and errors.max() < 2**-20
    assert found["ringassay-ckks error"].to_numpy() == pytest.approx(errors, abs=1e-15)
    shown = cli("show", "--answers", "--all")
    assert shown.code == 0 and "Answers of score, 25 rows" in shown.out
    assert len(shown.out.splitlines()) >= 27
    told = cli("show", "--output", "b.parquet", "--json").json
    assert told["rows"] == 25 and len(told["first"]) == 5
    assert pd.read_parquet(folder / "b.parquet")["ringassay-ckks"].equals(found["ringassay-ckks"])
    assert cli("store", "export", "--out", "data").code == 0
    rows = pd.read_csv(folder / "data" / "evaluations.csv")
    ours = rows[rows["sut"] == "ringassay-ckks"]
    assert (ours["got"] != ours["expected"]).all()


def test_what_cannot_be_written_is_refused_before_anything_is_measured(
    cli: Cli, folder: Path
) -> None:
    score = (*SCORE, "plaintext", "--input", "customers.csv")
    for options, message in (
        (("--output", "a.txt"), "answers are written to files that end in .csv, .npy, .parquet"),
        (("--output", "none/a.csv"), "there is no folder"),
        (("--output", "."), "end in"),
        (("--rows", "0"), "--rows"),
        (("--columns", "features=customer"), "1 columns are named for features, which takes 8"),
        (("--columns", "x=customer"), "the arguments are features"),
    ):
        ended = cli(*score, *options)
        assert ended.code == 2 and message in ended.err, ended
    ended = cli("run", "quick", "--output", "a.csv")
    assert (
        ended.code == 2 and "--output writes the answers to a computation of your own" in ended.err
    )
    ended = cli("run", "quick", "--rows", "3")
    assert ended.code == 2 and "--rows is for --input" in ended.err
    assert not list(folder.glob("*.db"))


def test_a_bad_cell_is_told_before_anything_is_stored(cli: Cli, folder: Path) -> None:
    text = (folder / "customers.csv").read_text().splitlines()
    cells = text[18].split(",")
    cells[3] = "1.5"
    (folder / "bad.csv").write_text("\n".join([*text[:18], ",".join(cells), *text[19:]]))
    ended = cli(*SCORE, "plaintext", "--input", "bad.csv")
    assert ended.code == 2 and "Traceback" not in ended.err
    assert "bad.csv: row 17 (line 19), column features_2: 1.5 is not a number of at most 1" in (
        ended.err.replace("\n", " ")
    )
    assert not list(folder.glob("*.db"))


def test_a_row_has_its_answer_in_the_clear(cli: Cli, folder: Path) -> None:
    ended = cli("circuit", "eval", "--function", "model.py:score", "customers.csv", "--rows", "3")
    assert ended.code == 0, ended.err
    printed = [json.loads(line) for line in ended.lines]
    assert [vector[0] for vector in printed] == pytest.approx(list(wanted()[:3]), abs=1e-15)
    # Doubles, in their shortest form, and nothing else.
    for line in ended.lines:
        assert line == "[" + ",".join(repr(float(e)) for e in line.strip("[]").split(",")) + "]"
    (folder / "c.txt").write_text("W=1,D=1,L=2,C=1\nG1:LMULconst(W0,[0.3333333333333333,0.1i])\n")
    (folder / "in.txt").write_text("[[0.1+0.7i,1i]]")
    assert (
        cli("circuit", "eval", "c.txt", "in.txt").out
        == "[0.03333333333333333+0.2333333333333333i,-0.1]\n"
    )
    told = cli(
        "circuit", "eval", "--function", "model.py:score", "customers.csv", "--json", "--rows", "1"
    )
    assert told.json["row"] == 0 and told.json["input"] == "customers.csv"
    refused = cli("circuit", "eval", "c.txt", "in.txt", "--rows", "1")
    assert refused.code == 2 and "are for tables" in refused.err


def test_wrong_answers_with_several_outputs_are_counted_in_slots(cli: Cli, folder: Path) -> None:
    values = ("--input", "[[6,8,10],[1,1,1]]", "--expected", "[6,8,10];[7,9,12]")
    ran = cli("run", "--function", "model.py:several", *values, "--answers-decide", "--no-probes",
              "--sut", "plaintext")  # fmt: skip
    assert ran.code == 1, ran.err
    told = cli("show", "--wrong").out
    assert "expected (output 1, slot 3 on) 7 9 12 (6 slots)" in told, told
    assert "got      (output 1, slot 3 on) 7 9 11 (6 slots)" in told
    assert "differ in slot 5" in told


def test_answers_of_drawn_circuits_are_not_asked_for(finished: Cli) -> None:
    ended = finished("show", "--answers")
    assert ended.code == 2 and "circuits that were drawn" in ended.err
