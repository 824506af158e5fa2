"""A run whose store a system changed meanwhile: at its end that is said, as by `report`."""

from __future__ import annotations

import sys
from pathlib import Path

from program import Cli
from silent import SILENT

SUITE = """
version = 1
name = "shared"
seed = 1
security = 80
suts = ["plaintext"]
[bounds]
files = true
[[family]]
name = "bits"
kind = "mixed"
batch = 4
depth = 1
width = 2
circuits = 1
inputs = 3
"""

CHANGING = """
import sqlite3

class Changing(Client):
    def keygen(self, params):
        return b"key"
    def encrypt(self, vectors):
        return [b"x"]
    def decrypt(self, ciphertext):
        with sqlite3.connect(STORE, timeout=20) as store:
            store.execute("update evaluations set outcome = 'wrong' where sut = 'plaintext'")
        return [0] * 4

GATES = ("LADD", "LMUL", "LADDconst", "LMULconst", "LROTATE", "LSELECT")
about = Hello(name="changing", version="1", library="", library_version="", scheme="none",
              spaces=("gf2",), gates=GATES)
serve(client=Changing, server=Silent, about=about)
"""


def test_the_last_table_refuses_rows_that_were_changed(tmp_path: Path) -> None:
    cli = Cli(tmp_path)
    store, program = tmp_path / "runs.db", tmp_path / "changing.py"
    program.write_text(f"STORE = {str(store)!r}\n{SILENT}{CHANGING}")
    (tmp_path / "suite.toml").write_text(SUITE)
    argv = [sys.executable, str(program)]
    (tmp_path / "suts.toml").write_text(
        "version = 1\n[sut.changing]\n"
        f"client = {[*argv, 'client']!r}\nserver = {[*argv, 'server']!r}\n"
    )
    names = ("--sut", "plaintext", "--sut", "changing")
    ran = cli("run", "suite.toml", *names, "--sut-file", "suts.toml", "--store", store)
    assert "content does not match its hash" in ran.err, ran
    assert ran.code not in (0, 1)
    reported = cli("report", "--store", store)
    assert reported.code == ran.code
    assert "content does not match its hash" in reported.err
