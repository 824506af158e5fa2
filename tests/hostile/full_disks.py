"""Commands that write files, on a full disk and killed: the old file or the new one.

    python tests/hostile/full_disks.py [--strikes 100] [--seed 1] [--only COMMAND …]

A disk is full here for every file beyond a size (RLIMIT_FSIZE, drawn anew each time from all sizes
that the command's largest file goes through), with no privilege needed. A kill (SIGKILL) comes at a
random moment of the time that the command takes. Afterwards each file that was there before is what
it was, or the whole new one; a command that failed says which file could not be written. A store
that `run` and `calibrate` add to is sound, has every row that it had, and every case that was
acknowledged.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import random
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

PROGRAM = str(Path(sysconfig.get_path("scripts")) / "ringassay")
Rows = dict[str, set[tuple[object, ...]]]
OLD = b"what was there before\n"
COMMANDS: dict[str, tuple[str, ...]] = {
    "generate": (
        *("circuit", "generate", "--seed", "7", "--width", "20", "--depth", "10", "--batch", "64"),
        *("--out", "own.txt", "--force"),
    ),
    "convert": ("circuit", "convert", "adder.blif", "--out", "own.aag", "--force"),
    "library": ("circuit", "library", "adder", "--width", "64", "--out", "own.blif", "--force"),
    "suite new": ("suite", "new", "own.toml", "--force"),
    "export": ("store", "export", "--store", "results.db", "--out", "own", "--force"),
    "report": ("report", "--store", "results.db", "--out", "own", "--force"),
    "run": (
        *("run", "quick", "--sut", "plaintext", "--no-probes", "--json"),
        *("--store", "results.db"),
    ),
    "calibrate": ("predict", "calibrate", "--rounds", "1", "--store", "results.db"),
    "keys": (),
}
ADDING = ("run", "calibrate")
"""Commands that write no file but the store."""
KEYS = Path(__file__).with_name("save_keys.py")
"""In place of a command: a user's program that saves keys."""
OBJECT = b"\x89ring\r\n\x1a"
"""How saved objects begin."""
KEPT = ("results.db", "adder.blif")
"""What commands read."""


@dataclass(frozen=True)
class Struck:
    """How a command ended, and what it left in its folder."""

    code: int
    said: str
    seconds: float
    files: dict[str, str]
    heard: bytes = b""
    """Its standard output."""
    rows: Rows | None = None
    """What the store holds; None if it is not sound."""


def stored(store: Path) -> Rows | None:
    """Every row of a store by its table; None if SQLite finds it damaged."""
    with closing(sqlite3.connect(store)) as database:
        if database.execute("PRAGMA integrity_check").fetchall() != [("ok",)]:
            return None
        named = database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        names = [str(name) for (name,) in named.fetchall()]
        return {name: set(database.execute(f"SELECT * FROM {name}")) for name in names}


def acknowledged(heard: bytes) -> int:
    """Cases of which a run has said that they are done."""
    return sum(b'"CaseDone"' in line for line in heard.splitlines())


def contents(folder: Path) -> dict[str, str]:
    """What is in every file of a folder."""
    return {
        str(path.relative_to(folder)): told(path.read_bytes())
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.name.startswith("results.db")
    }


def told(content: bytes) -> str:
    """A hash; of a page, which says when it was made, and of a key, which is drawn anew, whether it
    is whole."""
    if content.startswith(OBJECT):
        # docs/serialisation.md, the envelope: its kind, the length of the body.
        whole = len(content) == int.from_bytes(content[12:20], "little") + 84
        return f"object {content[10:12].hex()}, {'whole' if whole else 'a part'}"
    if content.startswith(b"<!"):
        return "a whole page" if content.rstrip().endswith(b"</html>") else "a part of a page"
    return hashlib.sha256(content).hexdigest()


def command_line(command: str) -> list[str]:
    """What is started."""
    return [sys.executable, str(KEYS)] if command == "keys" else [PROGRAM, *COMMANDS[command]]


def strike(
    command: str,
    source: Path,
    old: dict[str, str],
    *,
    most_bytes: int | None = None,
    after_s: float | None = None,
) -> Struck:
    """One command in a copy of `source` in which the files `old` are there already."""

    def limited() -> None:
        if most_bytes is not None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (most_bytes, most_bytes))

    with tempfile.TemporaryDirectory() as named:
        folder = Path(named) / "work"
        shutil.copytree(source, folder)
        for name in old:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(OLD)
        begun = time.monotonic()
        with subprocess.Popen(
            command_line(command),
            cwd=folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            preexec_fn=limited,  # noqa: PLW1509 - there is no thread here
            start_new_session=True,
            env={**os.environ, "XDG_CACHE_HOME": named, "MPLCONFIGDIR": f"{named}/mpl"},
        ) as child:
            try:
                heard, said = child.communicate(timeout=after_s)
            except subprocess.TimeoutExpired:
                os.killpg(child.pid, signal.SIGKILL)
                heard, said = child.communicate()
        return Struck(
            child.returncode,
            said.decode(errors="replace"),
            time.monotonic() - begun,
            contents(folder),
            heard,
            stored(folder / "results.db"),
        )


def largest(command: str, source: Path) -> int:
    """The size of the largest file that a command writes."""
    with tempfile.TemporaryDirectory() as named:
        folder = Path(named) / "work"
        shutil.copytree(source, folder)
        subprocess.run(command_line(command), cwd=folder, check=True, capture_output=True)
        kept = KEPT if command not in ADDING else ()
        written = [path for path in folder.rglob("*") if path.is_file() and path.name not in kept]
        return max(path.stat().st_size for path in written)


def wrong(
    ended: Struck, whole: dict[str, str], old: dict[str, str], rows: Rows | None = None
) -> list[str]:
    """What must not be: a file that is neither the old nor the new one, a store that lost a row of
    `rows` or a case that was acknowledged, a traceback, silence."""
    before = told(OLD)
    found = lost(ended, rows) if rows is not None else []
    for name in old:
        now = ended.files.get(name)
        if now not in (before, whole[name]):
            found.append(f"{name} is neither what it was nor whole")
    if ended.code < 0:
        return found  # killed: a draft beside it may stay
    drafts = [name for name in ended.files if name not in whole and name not in KEPT]
    found += [f"{name} was left behind" for name in drafts]
    if "Traceback" in ended.said:
        found.append(f"a traceback: {ended.said[-300:]}")
    # Or the folder that nothing can be written to.
    named = [Path(name).name for name in (*whole, *KEPT)] + [f"folder {tempfile.gettempdir()} "]
    if ended.code != 0 and not any(name in ended.said for name in named):
        found.append(f"no file is named: {ended.said[-300:]}")
    return found


def lost(ended: Struck, rows: Rows) -> list[str]:
    """What a store should have and has not. Rows of before stay as they were, but that a run may be
    marked as one that goes on no longer."""
    if ended.rows is None:
        return ["results.db is damaged"]
    found = [
        f"{len(gone)} rows of {name} are gone"
        for name, had in rows.items()
        if (gone := had - ended.rows.get(name, set()))
    ]
    new = len(ended.rows["evaluations"]) - len(rows["evaluations"])
    if new < acknowledged(ended.heard):
        found.append(f"{acknowledged(ended.heard)} cases acknowledged, {new} stored")
    return found


def prepared(folder: Path, store: Path) -> Path:
    """What the commands read, in a folder."""
    folder.mkdir()
    shutil.copy(store, folder / "results.db")
    made = [
        PROGRAM,
        "circuit",
        "library",
        "adder",
        "--width",
        "8",
        "--out",
        str(folder / "adder.blif"),
    ]
    subprocess.run(made, check=True, capture_output=True)
    return folder


def campaign(
    source: Path,
    strikes: int,
    seed: int,
    tell: Callable[[str], object],
    commands: Sequence[str] = tuple(COMMANDS),
) -> tuple[Counter[str], list[str]]:
    """So many full disks and kills over commands: how they ended, and what was wrong."""
    draw, ends, bad = random.Random(seed), Counter[str](), []
    for command in commands:
        undisturbed = strike(command, source, {})
        whole = undisturbed.files
        old = {name: "" for name in whole if name not in KEPT}
        most = largest(command, source)
        rows = stored(source / "results.db")
        for number in range(-(-strikes // len(commands))):
            for kind in ("full", "killed"):
                ended = (
                    strike(command, source, old, most_bytes=draw.randrange(most))
                    if kind == "full"
                    else strike(command, source, old, after_s=draw.uniform(0, undisturbed.seconds))
                )
                ends[f"{command}, {kind}: {'done' if ended.code == 0 else 'ended'}"] += 1
                found = wrong(ended, whole, old, rows)
                for text in found:
                    bad.append(f"{command}, {kind} {number}: {text}")
                    tell(bad[-1])
        tell(f"{command}: {len(bad)} wrong so far")
    return ends, bad


def main() -> int:
    """Strikes all commands; 1 if something was wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--strikes", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", nargs="*", default=list(COMMANDS), choices=list(COMMANDS))
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as named:
        store = Path(named) / "store.db"
        run = [PROGRAM, "run", "quick", "--sut", "plaintext", "--no-probes", "--store", str(store)]
        subprocess.run(run, check=True, capture_output=True)
        source = prepared(Path(named) / "source", store)
        ends, bad = campaign(
            source,
            asked.strikes,
            asked.seed,
            lambda text: print(text, flush=True),
            asked.only,
        )
    for end, times in sorted(ends.items()):
        print(f"{times:5} {end}")
    print("\n".join(bad) or "nothing was wrong")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
