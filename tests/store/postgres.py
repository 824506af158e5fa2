"""A private PostgreSQL server for the tests, where its programs are installed."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


def programs() -> Path | None:
    """The directory of `initdb` and `postgres`."""
    found = [Path(path).resolve().parent for path in (shutil.which("postgres"),) if path]
    found += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    for directory in found:
        if (directory / "initdb").exists() and (directory / "postgres").exists():
            return directory
    return None


@contextmanager
def server(directory: Path) -> Iterator[str]:
    """Runs a server on a Unix socket; yields the part of a URL behind the database's name."""
    home = Path(tempfile.mkdtemp(prefix="ringassay-pg-"))
    # PostgreSQL refuses to run as root.
    user = pwd.getpwnam("nobody") if os.geteuid() == 0 else pwd.getpwuid(os.geteuid())
    as_user = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
    as_user = as_user if os.geteuid() == 0 else {}
    os.chown(home, user.pw_uid, user.pw_gid)
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": home}
    initdb = [directory / "initdb", "-D", home / "data", "-A", "trust", "-U", "tester", "-N"]
    subprocess.run([*initdb, "-E", "UTF8", "--locale=C"], check=True, **quiet, **as_user)
    options = ["-c", "listen_addresses=", "-c", f"unix_socket_directories={home}"]
    process = subprocess.Popen(
        [directory / "postgres", "-D", home / "data", *options, "-F"], **quiet, **as_user
    )
    socket = home / ".s.PGSQL.5432"
    try:
        deadline = time.monotonic() + 30
        while not socket.exists():
            assert process.poll() is None and time.monotonic() < deadline, "no server"
            time.sleep(0.05)
        yield f"?unix_sock={socket}"
    finally:
        process.send_signal(signal.SIGQUIT)  # at once: nothing of it is kept
        process.wait(30)
        shutil.rmtree(home, ignore_errors=True)


def create_database(tail: str, name: str) -> str:
    """A new database; returns its URL."""
    import pg8000.native

    deadline = time.monotonic() + 30
    while True:
        try:
            connection = pg8000.native.Connection(
                "tester", unix_sock=tail.removeprefix("?unix_sock="), database="postgres"
            )
            break
        # Still starting up, or not yet listening on its socket.
        except (pg8000.exceptions.DatabaseError, pg8000.exceptions.InterfaceError):
            assert time.monotonic() < deadline
            time.sleep(0.1)
    connection.run(f"CREATE DATABASE {name}")
    connection.close()
    return f"postgresql+pg8000://tester@/{name}{tail}"
