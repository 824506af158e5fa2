"""An exploration whose process is killed, at a moment of chance."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import explorations
from ringassay.explore import explored, parse_app
from ringassay.store import Store, find_exploration, list_explorations, stored_chunks

APP = """
version = 1
name = "large"
[application]
expression = "a*b*c + a"
[[scheme]]
scheme = "fv"
n = [4096, 8192]
log2_q = { from = 60, to = 300, step = 4 }
log2_w = { from = 1, to = 60 }
t = { from = 2, to = 9 }
"""


def test_what_a_killed_process_has_stored_is_not_done_again(tmp_path: Path) -> None:
    (tmp_path / "app.toml").write_text(APP)
    program = [sys.executable, "-m", "ringassay.cli.main", "explore", "--json"]
    database = tmp_path / "ringassay.db"
    process = subprocess.Popen(
        [*program, "--no-predict", "app.toml"],
        cwd=tmp_path,
        stdout=subprocess.DEVNULL,
        start_new_session=True,
    )
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and process.poll() is None:
        if database.exists() and _chunks(database):
            break
        time.sleep(0.01)
    time.sleep(random.uniform(0, 0.2))
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    with Store(database, create=False) as store:
        name = find_exploration(store)
        before = stored_chunks(store, name)
        assert before
    ended = subprocess.run(
        [*program, "--resume", "latest"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert ended.returncode == 0, ended.stderr
    with Store(database, create=False) as store:
        assert [one.exploration for one in list_explorations(store)] == [name]
        resumed = explored(store, name)
    with Store(tmp_path / "other.db") as store:
        explorations.assert_same(resumed, explorations.explore(store, parse_app(APP)))


def _chunks(database: Path) -> int:
    """Those stored so far, asked of the database itself."""
    import sqlite3

    try:
        with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as connection:
            return int(connection.execute("SELECT count(*) FROM exploration_chunks").fetchone()[0])
    except sqlite3.Error:
        return 0
