"""A program that is sent SIGINT while it works, and what is left of it."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Interrupted:
    """How it ended."""

    code: int
    seconds: float
    """From the signal to the end."""
    said: str
    left: tuple[str, ...]
    """Processes, temporary files, and files by which a database is held open."""


def interrupt(
    command: Sequence[object], folder: Path, after_s: float, *, group: bool = False
) -> Interrupted:
    """Start `command` in `folder`, send SIGINT after `after_s`, and wait for the end.

    To the program alone, as `kill` does, or to all it started as well, as a terminal does.
    """
    temporary = folder / "temporary"
    temporary.mkdir(exist_ok=True)
    clean = {key: value for key, value in os.environ.items() if not key.startswith("RINGASSAY")}
    with subprocess.Popen(
        [str(word) for word in command],
        cwd=folder,
        env={**clean, "TMPDIR": str(temporary)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
        # Whoever runs tests in the background of a shell has them ignore the signal.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL) and None,
        text=True,
    ) as process:
        time.sleep(after_s)
        sent = time.monotonic()
        (os.killpg if group else os.kill)(process.pid, signal.SIGINT)
        try:
            said, _ = process.communicate(timeout=20)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            said, _ = process.communicate()
        seconds = time.monotonic() - sent
    held = [*folder.glob("*-wal"), *folder.glob("*-journal"), *temporary.rglob("*")]
    left = [*_session(process.pid), *(str(path) for path in held)]
    return Interrupted(process.returncode, seconds, said, tuple(left))


def _session(leader: int) -> list[str]:
    """What still runs of the session that a process led."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            name, _, rest = stat.read_text().rpartition(")")
        except OSError:  # it ended meanwhile
            continue
        state, _, _, session = rest.split()[:4]
        if int(session) == leader and state != "Z":
            found.append(name)
    return found
