"""A fault at every write and sync of a small run: the database stays whole, the run completes.

    python tests/store/every_write.py [--faults SIGKILL EIO ENOSPC] [--step 1]

strace counts the run's system calls that change a file, then runs it again once for each of them
with a fault injected there: the process is killed, or the call is refused, once or from there on.
After each, SQLite's own check must find the database whole, every case acknowledged before must be
there, and resuming must give every case exactly once.
"""

from __future__ import annotations

import argparse
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "evaluation"))
sys.path.append(str(Path(__file__).parent))

from recording import CASES, run_small

from ringassay.store import Store, load

FOLDERS = tuple(sys.path[-2:])
CALLS = ("pwrite64", "fdatasync", "fsync", "ftruncate", "unlink")
FAULTS = ("SIGKILL", "EIO", "ENOSPC", "EIO from there on", "ENOSPC from there on")

CHILD = """
import sys
sys.path[:0] = sys.argv[2:]
from recording import run_small
from ringassay.evaluation import CaseDone
from ringassay.store import Store, StoreError

def acknowledge(event):
    if isinstance(event, CaseDone):
        print("stored", flush=True)

try:
    with Store(sys.argv[1]) as store:
        run_small(store, progress=acknowledge)
except StoreError as error:
    print(error, file=sys.stderr)
    sys.exit(7)
"""


@dataclass(frozen=True)
class Point:
    """A fault at the `when`-th call of a kind."""

    call: str
    when: int
    fault: str

    @property
    def injection(self) -> str:
        """The fault as strace writes it."""
        what, _, onwards = self.fault.partition(" ")
        kind = "signal" if what.startswith("SIG") else "error"
        return f"inject={self.call}:{kind}={what}:when={self.when}{'+' if onwards else ''}"


def traced(database: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """Runs the small run under strace."""
    program = [sys.executable, "-c", CHILD, database, *FOLDERS]
    command = ["strace", "-f", "-qq", *options, *program]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def count_calls(folder: Path) -> dict[str, int]:
    """How often an undisturbed run makes each call."""
    log = folder / "calls.txt"
    done = traced(folder / "count.db", "-o", str(log), "-e", f"trace={','.join(CALLS)}")
    assert done.returncode == 0, done.stderr
    lines = log.read_text().splitlines()
    return {call: sum(f" {call}(" in line for line in lines) for call in CALLS}


def points(calls: dict[str, int], faults: tuple[str, ...], step: int) -> Iterator[Point]:
    """Every point at which a fault can strike; a full disk refuses writes alone."""
    for fault in faults:
        for call, count in calls.items():
            if fault.startswith("ENOSPC") and call != "pwrite64":
                continue
            for when in range(1, count + 1, step):
                yield Point(call, when, fault)


def strike(point: Point, folder: Path) -> str:
    """Injects one fault and checks what is left; says how the run ended."""
    database = folder / "x.db"
    ended = traced(database, "-o", "/dev/null", "-e", f"trace={point.call}", "-e", point.injection)
    killed = ended.returncode in {-9, 137}
    assert killed or ended.returncode in {0, 7}, f"{point}: {ended.stderr}"
    acknowledged = ended.stdout.count("stored")
    if database.exists() and database.stat().st_size:
        connection = sqlite3.connect(database)
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",), point
        connection.close()
    with Store(database) as store:
        runs = store.runs()
        assert len(runs) <= 1, point
        if not runs:
            assert acknowledged == 0, point
            return "before the run was recorded"
        before = load(store, [runs[0].run]).evaluations
        assert len(before) >= acknowledged, point
        if runs[0].state != "finished":
            assert run_small(store, resume=runs[0].run).state == "finished", point
        after = load(store, [runs[0].run]).evaluations
        keys = after[["circuit", "input", "repetition"]]
        assert len(after) == CASES, point
        assert not keys.duplicated().any(), point
    return "killed" if killed else "finished" if ended.returncode == 0 else "stopped"


def main() -> None:
    """Strikes every point and counts."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--faults", nargs="+", choices=FAULTS, default=FAULTS)
    parser.add_argument("--step", type=int, default=1, help="every so many calls")
    arguments = parser.parse_args()
    if shutil.which("strace") is None:
        sys.exit("strace is not installed")
    with tempfile.TemporaryDirectory() as name:
        calls = count_calls(Path(name))
        print(f"an undisturbed run makes {calls}", flush=True)
        outcomes: dict[tuple[str, str], int] = {}
        for point in points(calls, tuple(arguments.faults), arguments.step):
            with tempfile.TemporaryDirectory(dir=name) as folder:
                key = (point.fault, strike(point, Path(folder)))
            outcomes[key] = outcomes.get(key, 0) + 1
            if sum(outcomes.values()) % 100 == 0:
                print(f"{sum(outcomes.values())} faults so far, now at {point}", flush=True)
    for (fault, how), count in sorted(outcomes.items()):
        print(f"{fault}: {count} {how}")
    print(f"{sum(outcomes.values())} faults, database whole and run complete after each")


if __name__ == "__main__":
    main()
