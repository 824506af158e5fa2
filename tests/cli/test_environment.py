"""Terminals, disks and files that are not as one wishes, through the installed program."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from program import PROGRAM, Cli, Ended

PATH = f"{Path(sys.executable).parent}:{os.environ['PATH']}"

SUITE = """\
version = 1
name = "s"
seed = 1
security = 128
suts = ["mine"]
[[family]]
name = "f"
kind = "mixed"
batch = 8
depth = 2
width = 3
inputs = 6
"""


def said(ended: Ended, code: int, text: str) -> None:
    assert ended.code == code, ended.err
    assert text in ended.err
    assert "Traceback" not in ended.err


def test_an_endless_file_is_refused(cli: Cli) -> None:
    said(cli("circuit", "eval", "/dev/zero", "-"), 2, "/dev/zero: larger than 268435456 bytes")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
def test_a_full_disk_ends_in_a_line(cli: Cli) -> None:
    said(cli("circuit", "generate", "--out", "/dev/full"), 5, "No space left on device")
    said(cli("suite", "new", "/dev/full", "--force"), 5, "No space left on device")


def test_a_file_where_a_folder_is_needed(finished: Cli) -> None:
    (finished.folder / "taken").touch()
    said(finished("report", "--out", "taken"), 2, "taken: File exists")
    said(finished("compare", "plaintext", "plaintext"), 2, "both sides are 'plaintext'")


def test_lines_are_whole_where_there_is_no_terminal(finished: Cli) -> None:
    run = finished("store", "list", "--json").json[0]["run"]
    listed = finished("store", "list", COLUMNS="30")
    assert len(listed.lines) == 2
    assert listed.lines[1].startswith(f"{run} ")


def test_a_terminal_without_utf8(cli: Cli) -> None:
    ended = cli("suite", "show", "quick", LC_ALL="C", PYTHONUTF8="0", PYTHONCOERCECLOCALE="0")
    assert ended.code == 0, ended.err
    assert "\\u2026" in ended.out


def test_the_file_is_written_also_when_json_is_asked_for(cli: Cli) -> None:
    ended = cli("circuit", "generate", "--seed", 3, "--out", "c.txt", "--json")
    assert ended.json["file"] == "c.txt"
    assert (cli.folder / "c.txt").read_text() == cli("circuit", "generate", "--seed", 3).out.rstrip(
        "\n"
    )


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (("--levels", 3), "--levels"),
        (("--kind", "fan-in", "--modulus", 7), "--modulus"),
        (("--kind", "fan-in", "--family", 3, "--gates", 5), "--gates"),
        (("--width", -1), "--width"),
        (("--seed", -1), "--seed"),
    ],
)
def test_options_that_cannot_apply_are_named(
    cli: Cli, arguments: tuple[object, ...], named: str
) -> None:
    said(cli("circuit", "generate", *arguments), 2, named)


@pytest.mark.parametrize("file", ["é.toml", f"{'a' * 99}.toml", "A b.c.toml", "-.toml"])
def test_a_new_suite_is_valid_whatever_its_file_is_called(cli: Cli, file: str) -> None:
    made = cli("suite", "new", "--json", "--", file)
    assert made.code == 0, made.err
    assert cli("suite", "show", "--json", "--", file).json["name"] == made.json["suite"]


def test_a_deleted_run_is_told_in_json(cli: Cli) -> None:
    assert cli("run", "quick").code == 0
    run = cli("store", "list", "--json").json[0]["run"]
    assert cli("store", "delete", run, "--json").json == {"deleted": run}
    assert cli("store", "list", "--json").json == []


def test_the_hint_completes_the_run_and_an_earlier_mistake_counts(cli: Cli) -> None:
    (cli.folder / "s.toml").write_text(SUITE)
    # Wrong at first, right after a restart: the second attempt alone knows nothing of it.
    (cli.folder / "suts.toml").write_text(
        "[sut.mine]\n"
        'client = ["ringassay-sut", "faulty", "client", "--at", "encrypt", "--do", '
        '"late", "--seconds", "0.3"]\n'
        'server = ["./server"]\n'
    )
    server = cli.folder / "server"
    server.write_text(
        "#!/bin/sh\n"
        'cd "$(dirname "$0")"\n'
        "[ -e again ] && exec ringassay-sut faulty server\n"
        "exec ringassay-sut faulty server --at evaluate --do wrong-bit\n"
    )
    server.chmod(0o755)
    running = subprocess.Popen(
        [PROGRAM, "run", "s.toml", "--sut-file", "suts.toml"],
        cwd=cli.folder,
        env={**os.environ, "PATH": PATH},
        stderr=subprocess.PIPE,
        text=True,
    )
    assert running.stderr is not None
    lines: list[str] = []
    while not any("wrong on f" in line for line in lines):
        line = running.stderr.readline()
        assert line, lines
        lines.append(line)
    time.sleep(0.1)
    running.send_signal(signal.SIGINT)
    rest = running.stderr.read()
    assert running.wait(timeout=60) == 1
    hint = rest.partition("Complete it with: ringassay ")[2]
    assert hint, rest
    (cli.folder / "again").touch()
    ended = cli(*shlex.split(hint.splitlines()[0]), PATH=PATH)
    assert "finished: 6 of 6 cases (now " in ended.err
    assert ended.code == 1, ended.err


ADVISE = ("advise", "--expression", "a*b", "--batch", "4", "--sut", "ringassay-bgv")


def test_an_environment_that_no_system_can_help_are_refused_before_the_run(cli: Cli) -> None:
    run = ("run", "quick", "--sut", "plaintext", "--no-probes")
    (cli.folder / "file").touch()
    odd = os.fsencode(cli.folder) + b"/\xff\xfe"
    Path(os.fsdecode(odd)).mkdir()
    for variables, message in (
        ({"TMPDIR": "/nonexistent"}, "the temporary folder /nonexistent cannot be used"),
        ({"TMPDIR": "/dev/null"}, "the temporary folder /dev/null cannot be used"),
        ({"TMPDIR": "sub"}, "is no absolute path"),
        ({"TMPDIR": ""}, "is no absolute path"),
        ({"TMPDIR": "/proc"}, "the temporary folder /proc cannot be used"),
        ({"TMPDIR": os.fsdecode(odd)}, r"(TMPDIR) " + str(cli.folder) + r"/\xff\xfe is not UTF-8"),
        ({"HOME": os.fsdecode(odd)}, r"the home folder (HOME)"),
    ):
        for command in (run, ADVISE):
            ended = cli(*command, **variables)
            assert ended.code == 5 and message in ended.err, ended.err
            assert "Traceback" not in ended.err
    ended = cli(*run, "--store", os.fsdecode(odd + b"/x.db"))
    said(ended, 5, "is not UTF-8 text")
    assert not list(Path(os.fsdecode(odd)).iterdir()) and not list(cli.folder.glob("*.db"))
    said(cli(*run, HOME="/nonexistent"), 0, "48 of 48 cases (48 ok)")


@pytest.mark.skipif(os.geteuid() != 0, reason="mounting takes root")
def test_a_full_temporary_folder_is_refused_and_one_that_fills_ends_the_run(cli: Cli) -> None:
    (cli.folder / "small").mkdir()
    script = (
        "mount -t tmpfs -o size=1m none small || exit 77; dd if=/dev/zero of=small/f bs=64k; "
        f"TMPDIR=$PWD/small {shlex.quote(str(PROGRAM))} run quick --sut plaintext --no-probes"
    )
    ended = subprocess.run(
        ["unshare", "--mount", "sh", "-c", script],
        cwd=cli.folder, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    if (
        ended.returncode in (1, 77)
        and "ringassay" not in ended.stderr
        and "MiB" not in ended.stderr
    ):
        pytest.skip(f"no mount here: {ended.stderr}")
    assert ended.returncode == 5 and "less than 16 MiB left" in ended.stderr.replace("\n", " ")
    assert not list(cli.folder.glob("*.db"))


def test_a_temporary_folder_that_goes_away_is_booked_on_no_system(cli: Cli) -> None:
    """The run ends, and what has no answer is measured on resume."""
    (cli.folder / "tmp").mkdir()
    (cli.folder / "suite.toml").write_text(
        SUITE.replace('suts = ["mine"]', 'suts = ["plaintext"]\nkey_sharing = "circuit"').replace(
            "depth = 2", "depth = [2, 3, 4, 5, 6]"
        )
    )
    (cli.folder / "mine.toml").write_text("")
    script = (
        "import os, sys\n"
        "from ringassay.evaluation import ports\n"
        "real, count = ports.check_environment, 0\n"
        "def looked(files=()):\n"
        "    real(files)\n"
        "    os.rename('tmp', 'gone')\n"
        "ports.check_environment = looked\n"
        "from ringassay.cli.main import main\n"
        "sys.argv = ['ringassay', 'run', 'suite.toml', '--no-probes']\n"
        "main()\n"
    )
    ended = subprocess.run(
        [sys.executable, "-c", script], cwd=cli.folder, capture_output=True, text=True,
        env={**os.environ, "TMPDIR": str(cli.folder / "tmp")}, timeout=120, check=False,
    )  # fmt: skip
    assert ended.returncode == 5 and "cannot be made" in ended.stderr, ended.stderr
    assert "Traceback" not in ended.stderr
    (shown,) = cli("store", "list", "--json").json
    assert shown["state"] == "interrupted"
    outcomes = cli("show", "latest", "--json").json["outcomes"]
    assert set(outcomes.get("plaintext", {})) <= {"harness-error"}
    resumed = cli("run", "--resume", "latest", "--no-probes")
    assert resumed.code == 0 and "30 of 30 cases (30 ok)" in resumed.err, resumed.err
