"""Runs cases, each in a process of its own that is forked from one that has imported the program.

    python driver.py FOLDER [KIND ...]

prints a line of JSON for each case. What runs is the installed command's `main`; only the half
second that Python takes to import it is shared.
"""

from __future__ import annotations

import hashlib
import json
import os
import resource
import signal
import sys
import time
import traceback
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import NoReturn

sys.path.insert(0, str(Path(__file__).parents[1]))

from corpus import netlists, stores, suites, systems
from corpus.case import Case, Result

KINDS = {
    "suites": suites.cases,
    "netlists": netlists.cases,
    "stores": stores.cases,
    "systems": systems.cases,
}
CPU_S = 20
"""Of processor time, after which a case is ended; its bound is below that."""
PATIENCE_S = 300.0
"""Of wall time, for what waits: other processes may have the machine."""
OWN = ("results.db-wal", "results.db-shm")
"""SQLite's own beside a database that is read; it follows no links there."""


def tree(folder: Path) -> dict[str, str]:
    """Every file, link, folder and pipe below a folder but `out`, with a hash of what it is."""
    found = {}
    for path in sorted(folder.rglob("*")):
        name = str(path.relative_to(folder))
        if name.split("/", maxsplit=1)[0] == "out" or path.name in OWN:
            continue
        if path.is_symlink():
            found[name] = f"-> {path.readlink()}"
        elif path.is_file():
            mode = path.stat().st_mode
            found[name] = f"{mode} {hashlib.sha256(path.read_bytes()).hexdigest()}"
        else:
            found[name] = str(path.stat().st_mode)
    return found


def child(case: Case, folder: Path, log: Path) -> NoReturn:
    """The command, as a user starts it in that folder."""
    code = 70
    try:
        os.setsid()
        resource.setrlimit(resource.RLIMIT_CPU, (CPU_S, CPU_S))
        with log.open("wb") as said:
            for stream in (1, 2):
                os.dup2(said.fileno(), stream)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.chdir(folder)
        home = str(folder.parent / "home")
        os.environ.update(
            HOME=home, XDG_CONFIG_HOME=f"{home}/.config", XDG_CACHE_HOME=f"{log}.cache"
        )
        sys.argv = ["ringassay", *case.command]
        from ringassay.cli.main import main

        main()
        code = 0
    except SystemExit as ended:
        code = ended.code if isinstance(ended.code, int) else int(ended.code is not None)
    except BaseException:
        traceback.print_exc()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


def of_session(session: int) -> int:
    """Processes that still belong to a case."""
    found = 0
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                state, _, _, number = (entry / "stat").read_text().rpartition(")")[2].split()[:4]
            except OSError:
                continue
            found += int(number) == session and state != "Z"
    return found


def run(case: Case, folder: Path) -> Result:
    """Makes the files, runs the command, compares."""
    place = folder / case.name / "given"
    home = folder / case.name / "home"
    for one in (place, home):
        one.mkdir(parents=True)
    (home / "bashrc").write_text("export PRECIOUS=1\n")
    for name, content in case.files.items():
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        (place / name).write_bytes(content)
    if case.make is not None:
        case.make(place)
    before, log = tree(place) | tree(home), folder / f"{case.name}.log"
    began = time.monotonic()
    process = os.fork()
    if process == 0:
        child(case, place, log)
    while True:
        ended, status, usage = os.wait4(process, os.WNOHANG)
        if ended:
            break
        if time.monotonic() - began > PATIENCE_S:
            os.killpg(process, signal.SIGKILL)
        time.sleep(0.002)
    wall_s = time.monotonic() - began
    after = tree(place) | tree(home)
    return Result(
        name=case.name,
        code=os.waitstatus_to_exitcode(status),
        said=log.read_text(errors="replace"),
        cpu_s=usage.ru_utime + usage.ru_stime,
        wall_s=wall_s,
        peak_bytes=1024 * usage.ru_maxrss,
        changed=sorted(name for name, _ in before.items() ^ after.items()),
        survivors=of_session(process),
    )


def chosen(kinds: list[str]) -> Iterator[Case]:
    """The cases of these kinds, of all by default."""
    for kind in kinds or KINDS:
        yield from KINDS[kind]()


def imported() -> None:
    """Imports what commands need, and calls nothing: no thread and no file is there to share."""
    import pandas  # noqa: F401

    import ringassay.cli.convert
    import ringassay.cli.suite
    import ringassay.evaluation.suite
    import ringassay.store.loading  # noqa: F401


def main() -> None:
    """Runs what the command line names."""
    folder, *kinds = sys.argv[1:]
    imported()
    for case in chosen(kinds):
        sys.stdout.write(json.dumps(asdict(run(case, Path(folder)))) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
