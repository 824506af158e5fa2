import os
import time
from pathlib import Path

from kill_loop import loop


def test_killed_and_resumed(address):
    loop(address, kills=8, seed=5)


def test_killed_and_resumed_with_a_real_sut(tmp_path):
    loop(str(tmp_path / "x.db"), kills=8, seed=6, real=True)
    _no_process_left()


def _no_process_left():
    """The SUTs of a killed run end by themselves."""
    deadline = time.monotonic() + 10
    while True:
        orphans = []
        for entry in Path("/proc").iterdir():
            try:
                if entry.name.isdigit() and b"plaintext" in (entry / "cmdline").read_bytes():
                    fields = (entry / "stat").read_text().rpartition(")")[2].split()
                    if (
                        int(fields[1]) == 1
                        and fields[0] != "Z"
                        and entry.stat().st_uid == os.getuid()
                    ):
                        orphans.append(entry.name)
            except (FileNotFoundError, ProcessLookupError):
                continue
        if not orphans:
            return
        assert time.monotonic() < deadline, orphans
        time.sleep(0.1)
