"""Reading writes nothing, and what is written goes through no link and replaces nothing unasked."""

from __future__ import annotations

import errno
import os
import shutil
import stat
import subprocess
from pathlib import Path

import pytest
from strangers import Forge, contents

from program import Cli
from ringassay.files import open_alone, open_to_look, replacing, write_whole
from ringassay.report.render import available, compile_pdf

LOOKING = (
    (
        "store",
        "list",
    ),
    ("show",),
    ("report", "--out", "../out"),
    ("store", "export", "--out", "../out"),
    ("store", "history", "--out", "../out"),
)


@pytest.mark.parametrize("command", LOOKING, ids=lambda command: command[0])
def test_a_lock_file_that_is_a_link_is_not_followed(
    strange: Path, victim: Path, forged: Forge, command: tuple[str, ...]
) -> None:
    run = forged(state="running", finished_at=None)
    (strange / f"results.db.{run}.lock").symlink_to(victim)
    before = contents(strange) | contents(victim.parent)
    ended = Cli(strange)(*command, "--store", "results.db")
    assert ended.code in (0, 2), ended.err
    logs = ("results.db-wal", "results.db-shm")  # SQLite's own, which follows no links there
    beside = {name: at for name, at in contents(strange).items() if name not in logs}
    assert beside | contents(victim.parent) == before
    assert victim.read_text() == "export PRECIOUS=1\n"


def test_a_run_is_not_owned_through_a_link(strange: Path, victim: Path, forged: Forge) -> None:
    run = forged(state="running", finished_at=None)
    for make in (Path.symlink_to, Path.hardlink_to):
        lock = strange / f"results.db.{run}.lock"
        make(lock, victim)
        ended = Cli(strange)("run", "--resume", run, "--store", "results.db")
        assert ended.code == 5 and "lock" in ended.err, ended.err
        assert victim.read_text() == "export PRECIOUS=1\n"
        lock.unlink()


def test_an_export_follows_no_link_and_asks_before_it_replaces(strange: Path, victim: Path) -> None:
    cli, out = Cli(strange), strange / "export"
    out.mkdir()
    (out / ".runs.csv.partial").symlink_to(victim)
    assert cli("store", "export", "--store", "results.db").code == 0
    assert victim.read_text() == "export PRECIOUS=1\n"
    assert not (out / "runs.csv").is_symlink()
    again = cli("store", "export", "--store", "results.db")
    assert again.code == 2 and "runs.csv exists" in again.err and "--force" in again.err
    (out / "runs.csv").unlink()
    (out / "runs.csv").symlink_to(victim)
    assert cli("store", "export", "--store", "results.db", "--force").code == 0
    assert victim.read_text() == "export PRECIOUS=1\n" and not (out / "runs.csv").is_symlink()


@pytest.mark.parametrize(
    "command",
    [
        ("circuit", "generate", "--out", "mine.txt"),
        ("circuit", "convert", "net.txt", "--to", "blif", "--out", "mine.txt"),
        ("circuit", "library", "multiplier", "--to", "bristol", "--out", "mine.txt"),
        ("suite", "new", "mine.txt"),
    ],
    ids=lambda command: command[0],
)
def test_nothing_is_overwritten_without_being_asked(
    cli: Cli, victim: Path, command: tuple[str, ...]
) -> None:
    netlist = "1 3\n2 1 1\n1 1\n\n2 1 0 1 2 AND\n"
    (cli.folder / "net.txt").write_text(netlist)
    mine = cli.folder / "mine.txt"
    mine.symlink_to(victim)
    refused = cli(*command)
    assert refused.code == 2 and "mine.txt exists" in refused.err, refused.err
    forced = cli(*command, "--force")
    assert forced.code == 0, forced.err
    assert victim.read_text() == "export PRECIOUS=1\n"
    assert mine.is_file() and not mine.is_symlink()


def test_files_of_a_suite_are_not_overwritten(cli: Cli) -> None:
    assert cli("suite", "write", "quick", "--out", "files").code == 0
    refused = cli("suite", "write", "quick", "--out", "files")
    assert refused.code == 2 and "test_script.txt exists" in refused.err
    assert cli("suite", "write", "quick", "--out", "files", "--force").code == 0


def test_standard_output_is_written_to_and_stays_a_device(cli: Cli) -> None:
    found = cli("circuit", "generate", "--out", "/dev/stdout")
    assert found.code == 0 and found.out.startswith(cli("circuit", "generate").out.strip()[:40])
    assert stat.S_ISCHR(Path("/dev/null").stat().st_mode)


def test_a_full_disk_leaves_what_was_there(tmp_path: Path) -> None:
    mine = tmp_path / "mine.txt"
    mine.write_text("mine")

    def write() -> None:
        with replacing(mine) as new:
            new.write_text("half of ")
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with pytest.raises(OSError, match="No space left") as refusal:
        write()
    assert refusal.value.filename == str(mine)
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]
    assert mine.read_text() == "mine"


def test_what_is_written_has_the_mode_of_new_files(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        write_whole(tmp_path / "one", "é")
    finally:
        os.umask(before)
    assert (tmp_path / "one").read_bytes() == "é".encode()
    assert stat.S_IMODE((tmp_path / "one").stat().st_mode) == 0o640


def test_only_regular_files_are_opened(tmp_path: Path, victim: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link").symlink_to(victim)
    (tmp_path / "hard").hardlink_to(victim)
    for name in ("pipe", "link", "hard"):
        with pytest.raises(OSError):
            os.close(open_alone(tmp_path / name))
    for name in ("pipe", "link"):
        with pytest.raises(OSError):
            os.close(open_to_look(tmp_path / name))
    assert victim.read_text() == "export PRECIOUS=1\n"


def test_a_read_only_store_beside_an_endless_link_is_refused(strange: Path) -> None:
    script = (
        "import sys; from pathlib import Path; from ringassay.store.snapshot import Snapshot;"
        "Snapshot(Path(sys.argv[1]))"
    )
    (strange / "results.db-wal").symlink_to("/dev/zero")
    program = Path(shutil.which("python", path=str(Path(os.sys.executable).parent)) or "python")
    ended = subprocess.run(
        [program, "-c", script, strange / "results.db"],
        capture_output=True,
        timeout=20,
        check=False,
    )
    assert b"cannot be read" in ended.stderr


@pytest.mark.skipif(not available(), reason="pdflatex is not installed")
def test_latex_writes_over_nothing(tmp_path: Path, victim: Path) -> None:
    folder = tmp_path / "latex"
    folder.mkdir()
    (folder / "report.tex").write_text(
        "\\documentclass{article}\\begin{document}Text\\end{document}\n"
    )
    for suffix in ("log", "aux", "pdf"):
        (folder / f"report.{suffix}").symlink_to(victim)
    pdf = compile_pdf(folder)
    assert victim.read_text() == "export PRECIOUS=1\n"
    assert pdf.read_bytes().startswith(b"%PDF") and not pdf.is_symlink()
    assert (folder / "report.aux").is_symlink() and not (folder / "report.log").is_symlink()
