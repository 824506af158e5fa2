"""What a suite or an entry takes away from isolation is said, and is what the programs can read."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import pytest

from program import Cli
from ringassay.sut.command import SutCommand
from ringassay.sut.openings import openings

SUITE = (
    'version = 1\nname = "s"\nseed = 1\nsecurity = 80\nsuts = ["plaintext"]\n'
    "[bounds]\nfiles = true\nnetwork = true\n"
    '[[expression]]\nname = "e"\nexpression = "a * b"\nmodulus = 17\nrandom_inputs = 1\n'
)
SPY = """\
import os, sys
for place in sys.argv[2:]:
    try:
        with open(place) as file:
            print("READ", file.read(), file=sys.stderr)
    except OSError as error:
        print("NOT", place, error, file=sys.stderr)
print("TOKEN", os.environ.get("SECRET_TOKEN"), file=sys.stderr)
sys.exit(3)
"""


def test_what_a_suite_opens_is_said(cli: Cli) -> None:
    (cli.folder / "s.toml").write_text(SUITE)
    shown = cli("suite", "show", "s.toml")
    ran = cli("run", "s.toml", "--no-probes")
    assert ran.code == 0, ran.err
    for said in (shown.out, ran.err):
        assert "every system reads and writes what you can" in said
        assert "every system reaches this machine's network" in said
    (cli.folder / "s.toml").write_text(SUITE.replace("true", "false"))
    assert "every system" not in cli("suite", "show", "s.toml").out


def test_what_an_entry_opens_is_said_and_is_what_its_programs_read(
    cli: Cli, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """The program itself is the oracle: of three files, it reads the two that are told."""
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    for name in ("key/id", "data/d", "other/o"):
        place = elsewhere / name
        place.parent.mkdir()
        place.write_text(f"<{name}>")
    (cli.folder / "spy").mkdir()
    spy = cli.folder / "spy" / "spy.py"
    places = [str(elsewhere / name) for name in ("key/id", "data/d", "other/o")]
    words = json.dumps(["python3", str(spy), "client", places[0]])
    (cli.folder / "suts.toml").write_text(
        f"[sut.spy]\nclient = {words}\nserver = {words}\n"
        f"readable = [{places[1]!r}]\npass = ['SECRET_TOKEN']\n"
    )
    spy.write_text(SPY.replace("sys.argv[2:]", repr(places)))
    listed = cli("sut", "list", "--sut-file", "suts.toml", "--no-start")
    ended = cli(
        *("run", "quick", "--sut", "spy", "--sut-file", "suts.toml", "--no-probes"),
        SECRET_TOKEN="t0ken",
    )
    for said in (listed.out, ended.err):
        assert f"spy can read {places[0]} and what lies beside it" in said
        assert f"spy can read {places[1]} (readable)" in said
        assert "spy is given your variables SECRET_TOKEN" in said
        assert f"spy can read {cli.folder.resolve()} (its working folder)" in said
        assert "other/o (" not in said
    shown = cli("show", "--wrong").out
    assert "READ <key/id>" in shown and "READ <data/d>" in shown and "TOKEN t0ken" in shown
    assert f"NOT {places[2]}" in shown


def test_shipped_systems_and_ordinary_arguments_open_nothing(tmp_path: Path) -> None:
    command = SutCommand("a", ("x", "client", "--n", "5"), ("x", "server"), cwd="/usr", own=True)
    assert openings(command) == ()
    assert openings(SutCommand("a", ("x", str(tmp_path)), ("x",), cwd=str(tmp_path))) == ()
    long = SutCommand("a", ("x", "y" * 10_000, "a\tb"), ("x",), cwd="/usr", own=True)
    assert openings(long) == ()


@pytest.mark.parametrize("form", ["csv", "store"])
def test_values_of_variables_are_not_stored(cli: Cli, form: str) -> None:
    from ringassay.sut.programs import runtime

    (cli.folder / "suts.toml").write_text(
        f'[sut.mine]\nclient = ["{runtime()}", "sut", "plaintext", "client"]\n'
        f'server = ["{runtime()}", "sut", "plaintext", "server"]\n'
        'env = { API_KEY = "s3cr3t-value", OMP_NUM_THREADS = "1" }\n'
    )
    ended = cli("run", "quick", "--sut", "mine", "--sut-file", "suts.toml", "--no-probes")
    assert ended.code == 0, ended.err
    if form == "csv":
        assert cli("store", "export").code == 0
        content = b"".join(path.read_bytes() for path in (cli.folder / "export").iterdir())
    else:
        with sqlite3.connect(next(cli.folder.glob("*.db"))) as store:
            (command,) = store.execute("select command from suts").fetchone()
        assert json.loads(command)["env"] == {"API_KEY": None, "OMP_NUM_THREADS": "1"}
        content = b"".join(path.read_bytes() for path in cli.folder.glob("*.db*"))
    assert b"API_KEY" in content and b"s3cr3t-value" not in content
