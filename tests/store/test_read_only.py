"""A store that cannot be written can be read, and says so where it would have to be written."""

from __future__ import annotations

import ctypes
import json
import os
import subprocess
from pathlib import Path

import pytest
from recording import interrupted_run, run_small

from program import PROGRAM
from ringassay.store import Store

_PR_CAPBSET_DROP, _DAC_OVERRIDE, _DAC_READ_SEARCH = 24, 1, 2


def _ordinary() -> None:
    """What root may do whatever a file's mode says is given up."""
    libc = ctypes.CDLL(None)
    for capability in (_DAC_OVERRIDE, _DAC_READ_SEARCH):
        libc.prctl(_PR_CAPBSET_DROP, capability, 0, 0, 0)


def _ringassay(*arguments: str, at: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [PROGRAM, *arguments], cwd=at, capture_output=True, text=True, check=False,
        preexec_fn=_ordinary if os.geteuid() == 0 else None,
    )  # fmt: skip


def _cpu_of(*arguments: str, at: Path) -> tuple[float, subprocess.CompletedProcess[str]]:
    """Seconds of CPU time that the program took, and how it ended."""
    before = os.times()
    ended = _ringassay(*arguments, at=at)
    now = os.times()
    user = now.children_user - before.children_user
    return user + now.children_system - before.children_system, ended


@pytest.fixture
def kept(tmp_path: Path):
    """A folder with a store of one finished run, to be made read-only by `lock`."""
    folder = tmp_path / "kept"
    folder.mkdir()
    with Store(folder / "s.db") as store:
        run = run_small(store, label="v1").run
    yield folder, run
    folder.chmod(0o755)


def lock(folder: Path) -> dict[str, bytes]:
    for file in folder.iterdir():
        file.chmod(0o444)
    folder.chmod(0o555)
    return {file.name: file.read_bytes() for file in folder.iterdir()}


def test_every_reading_command_reads_it(kept, tmp_path: Path) -> None:
    folder, run = kept
    before = lock(folder)
    store = ("--store", str(folder / "s.db"))
    for command in (
        ("store", "list", "--json"),
        ("show", "v1", "--json"),
        ("store", "history", "right", "--json"),
        ("report", "v1", "--out", "report"),
        ("store", "export", "v1", "--out", "export"),
    ):
        ended = _ringassay(*command, *store, at=tmp_path)
        assert ended.returncode == 0, ended.stderr
    assert {file.name: file.read_bytes() for file in folder.iterdir()} == before
    assert run in (tmp_path / "report/report.html").read_text()


@pytest.mark.parametrize(
    "command",
    [("store", "delete", "latest"), ("run", "--resume", "latest"),
     ("run", "quick", "--sut", "plaintext")],
)  # fmt: skip
def test_what_would_write_is_refused(kept, tmp_path: Path, command: tuple[str, ...]) -> None:
    folder, _ = kept
    before = lock(folder)
    ended = _ringassay(*command, "--store", str(folder / "s.db"), at=tmp_path)
    assert ended.returncode == 5
    assert "permissions" in ended.stderr
    assert "Traceback" not in ended.stderr
    assert {file.name: file.read_bytes() for file in folder.iterdir()} == before


def test_while_another_process_writes_it_is_read_as_it_is(kept, tmp_path: Path) -> None:
    """The write-ahead log of an open store belongs to what is read, and so does its lock."""
    folder, first = kept
    with Store(folder / "s.db") as store:
        second = interrupted_run(store)
        ownership = store.own(second)
        lock(folder)
        ended = _ringassay("store", "list", "--json", "--store", str(folder / "s.db"), at=tmp_path)
        assert ended.returncode == 0, ended.stderr
        assert [run["run"] for run in json.loads(ended.stdout)] == [first, second]
        folder.chmod(0o755)
        ownership.release()


def test_a_second_resumer_is_refused_at_once(kept, tmp_path: Path) -> None:
    """In little more CPU time than another refusal takes: a slow or crowded machine has no say.

    Beside it stands a quarter of a second in which the run is asked for again.
    """
    folder, _ = kept
    with Store(folder / "s.db") as store:
        run = interrupted_run(store)
        ownership = store.own(run)
        other = ("run", "--resume", "no-run", "--store", store.label)
        owned, unknown = [], []
        for _ in range(3):
            seconds, ended = _cpu_of("run", "--resume", run, "--store", store.label, at=tmp_path)
            owned.append(seconds)
            assert ended.returncode == 3
            assert f"run {run} is being worked on by another process" in ended.stderr
            assert "wait for it, or stop it and resume" in ended.stderr
            seconds, ended = _cpu_of(*other, at=tmp_path)
            unknown.append(seconds)
            assert ended.returncode == 4
        ownership.release()
    assert min(owned) < 1.5 * min(unknown), (owned, unknown)
