"""A program that is sent SIGINT while it works, and what is left of it."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

PATIENCE_S = 60.0
"""However busy the machine is."""

TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Interrupted:
    """How it ended."""

    code: int
    cpu_s: float
    """Processor time from the signal to the end, of the program and all that it started."""
    wall_s: float
    said: str
    left: tuple[str, ...]
    """Processes, temporary files, and files by which a database is held open."""


def interrupt(
    command: Sequence[object], folder: Path, after_cpu_s: float, *, group: bool = False
) -> Interrupted:
    """Start `command` in `folder`, send SIGINT once it has computed for so long, wait for its end.

    To the program alone, as `kill` does, or to all it started as well, as a terminal does.
    """
    temporary = folder / "temporary"
    temporary.mkdir(exist_ok=True)
    clean = {key: value for key, value in os.environ.items() if not key.startswith("RINGASSAY")}
    before_s = _children_s()
    with subprocess.Popen(
        # Whoever runs tests in the background of a shell has them ignore the signal.
        ["env", "--default-signal=INT", *map(str, command)],
        cwd=folder,
        env={**clean, "TMPDIR": str(temporary)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
        text=True,
    ) as process:
        deadline = time.monotonic() + PATIENCE_S
        while (used_s := _used_s(process.pid)) < after_cpu_s and time.monotonic() < deadline:
            if process.poll() is not None:
                break
            time.sleep(0.02)
        sent = time.monotonic()
        if process.poll() is None:
            (os.killpg if group else os.kill)(process.pid, signal.SIGINT)
        try:
            said, _ = process.communicate(timeout=PATIENCE_S)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            said, _ = process.communicate()
        wall_s = time.monotonic() - sent
    held = [*folder.glob("*-wal"), *folder.glob("*-journal"), *temporary.rglob("*")]
    left = [*(name for name, _ in _session(process.pid)), *map(str, held)]
    cpu_s = _children_s() - before_s - used_s
    return Interrupted(process.returncode, cpu_s, wall_s, said, tuple(left))


def _children_s() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _used_s(leader: int) -> float:
    return sum(used_s for _, used_s in _session(leader))


def _session(leader: int) -> Iterator[tuple[str, float]]:
    """What runs of the session that a process leads, and what that started in sessions of their
    own: names and processor time, in seconds."""
    found: dict[int, tuple[int, bool, str, float]] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            name, _, rest = stat.read_text().rpartition(")")
        except OSError:  # it ended meanwhile
            continue
        fields = rest.split()
        # Its own time, and that of its children that have ended.
        used_s = sum(map(int, fields[11:15])) / TICKS
        pid = int(stat.parent.name)
        own = int(fields[3]) == leader or pid == leader
        found[pid] = (int(fields[1]), own, name if fields[0] != "Z" else "", used_s)
    for pid, (_, _, name, used_s) in found.items():
        above = pid
        while above in found and not found[above][1]:
            above = found[above][0]
        if above in found and name:
            yield name, used_s
