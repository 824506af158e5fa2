"""The programs that ship, and a user's own, behind every protection; the store out of reach."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from ringassay.evaluation import SutNotStarted, execute, load_suite
from ringassay.harness import PROTECTIONS, Bounds, Session, StartFailed, missing, told
from ringassay.store import Store, load
from ringassay.sut import registry
from ringassay.sut.command import SutCommand
from silent import SILENT

SUITE = """
version = 1
name = "one"
seed = 1
security = 80
suts = ["plaintext"]
[[family]]
name = "bits"
kind = "mixed"
batch = 4
depth = 1
width = 2
circuits = 1
inputs = 1
"""

SPY = """
import os, sys
from pathlib import Path

def found():
    "What can be read of what must not be, and what can be written."
    for path in SECRETS:
        try:
            yield path, len(Path(path).read_bytes())
        except OSError:
            pass
        try:
            with open(path, "ab"):
                yield path, "writable"
        except OSError:
            pass
    yield from ((name, value) for name, value in os.environ.items() if name.startswith("SPY_"))

class SpyClient(Client):
    def keygen(self, params):
        self.parameters = {"found": repr(sorted(map(str, found())))}
        return b"key"
    def encrypt(self, vectors):
        return [b"x"]
    def decrypt(self, ciphertext):
        return [0] * 4

about = Hello(name="spy", version="1", library="", library_version="", scheme="",
              spaces=("gf2",), gates=())
serve(client=SpyClient, server=Silent, about=about)
"""


def spy(tmp_path: Path, *secrets: Path, **options: object) -> SutCommand:
    program = tmp_path / "spy.py"
    program.write_text(f"SECRETS = {[str(path) for path in secrets]!r}\n{SILENT}{SPY}")
    argv = (sys.executable, str(program))
    return SutCommand("spy", (*argv, "client"), (*argv, "server"), **options)


@pytest.mark.parametrize("name", ["plaintext", "original", "ringassay-bgv", "seal", "lattigo"])
def test_what_ships_works_behind_every_protection(name: str) -> None:
    status = next(entry for entry in registry.status() if entry.name == name)
    if status.command is None:
        pytest.skip(f"{name}: {status.reason}")
    with Session(status.command) as session:
        assert set(session.isolation["client"]) == set(PROTECTIONS)
        assert missing(session.isolation) == {}
        assert session.keygen(b"L=5,D=1.0,K=80").ok


def test_a_users_program_sees_neither_store_nor_variables(tmp_path, monkeypatch):
    """It lies in a temporary folder beside the store: itself in sight, the store not."""
    store = tmp_path / "runs.db"
    store.write_text("figures")
    monkeypatch.setenv("SPY_SECRET", "1")
    command = spy(tmp_path, store)
    assert key_text(command, hidden=(store,)) == "[]"
    assert store.read_text() == "figures"
    # The same program without protection finds it: the spy can see.
    bare = key_text(command, Bounds(files=True))
    assert "runs.db" in bare and "writable" in bare and "SPY_SECRET" not in bare


def test_variables_and_folders_can_be_named(tmp_path, monkeypatch):
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "data").write_text("data")
    own = tmp_path / "own"
    own.mkdir()
    monkeypatch.setenv("SPY_GIVEN", "given")
    monkeypatch.setenv("SPY_SECRET", "1")
    assert key_text(spy(own, elsewhere / "data")) == "[]"
    named = spy(own, elsewhere / "data", readable=(str(elsewhere),), passed=("SPY_GIVEN",))
    found = key_text(named)
    assert "elsewhere/data" in found and "writable" not in found
    assert "SPY_GIVEN" in found and "SPY_SECRET" not in found


def test_a_program_out_of_sight_is_named(tmp_path):
    """What a script needs and nobody named: the failure is the program's own words."""
    module = tmp_path / "lib" / "needed.py"
    module.parent.mkdir()
    module.write_text("")
    own = tmp_path / "own"
    own.mkdir()
    script = own / "sut.py"
    script.write_text(f"import sys; sys.path.append({str(module.parent)!r}); import needed")
    argv = (sys.executable, str(script))
    with pytest.raises(StartFailed) as failed:
        Session(SutCommand("lost", argv, argv, handshake="required"))
    assert "No module named 'needed'" in failed.value.step.detail["stderr"]
    # What stood around it is known all the same, and is no circumstance of the failure.
    assert set(failed.value.isolation["client"]) == set(PROTECTIONS)
    assert missing(failed.value.isolation) == {}
    assert "isolation" not in failed.value.step.detail


def test_a_run_stores_what_stood_around_its_programs(tmp_path):
    suite = tmp_path / "one.toml"
    suite.write_text(SUITE)
    with Store(tmp_path / "runs.db") as store:
        ended = execute(load_suite(suite), store, [registry.lookup("plaintext")])
        noted = json.loads(load(store, [ended.run]).suts.loc[0, "isolation"])
        assert len(noted) == 1 and set(noted[0]) == {"client", "server"}
        assert set(noted[0]["server"]) == set(PROTECTIONS)
        # Those that the database has made beside it, too.
        assert tmp_path / "runs.db" in store.files()
        assert {path.name for path in store.files()} == {
            path.name for path in tmp_path.iterdir() if path.name.startswith("runs.db")
        }


def test_a_run_stores_it_for_what_fails_at_start(tmp_path):
    suite = tmp_path / "one.toml"
    suite.write_text(SUITE)
    argv = ("/bin/sh", "-c", "exit 3")
    with Store(tmp_path / "runs.db") as store:
        dead = SutCommand("dead", argv, argv, handshake="required")
        events: list[object] = []
        ended = execute(load_suite(suite), store, [dead], progress=events.append)
        assert SutNotStarted("dead", {}) in events
        data = load(store, [ended.run])
        assert set(data.evaluations["outcome"]) == {"start-failed"}
        noted = json.loads(data.suts.loc[0, "isolation"])
        assert len(noted) == 1 and set(noted[0]["client"]) == set(PROTECTIONS)
        # A program that does not exist had nothing around it.
        none = SutCommand("none", ("/none",), ("/none",))
        ended = execute(load_suite(suite), store, [none])
        assert load(store, [ended.run]).suts["isolation"].isna().all()


def test_standings_in_words():
    assert told({"state": "in-force"}) == "in force"
    assert told({"state": "not-asked"}) == "not asked"
    assert told({"state": "refused", "why": "EPERM"}) == "refused (EPERM)"
    assert told(None) == "unknown"
    partial = {"client": {name: {"state": "in-force"} for name in PROTECTIONS}}
    assert missing(partial) == {}
    partial["client"]["files"] = {"state": "refused", "why": "x"}
    assert missing(partial) == {"files": "refused (x)"}


def key_text(command: SutCommand, bounds: Bounds | None = None, hidden: tuple[Path, ...] = ()):
    """What the spy found, which it sends as its key."""
    with Session(command, bounds, hidden=hidden) as session:
        step = session.keygen(b"L=4,D=1.0,K=80")
        assert step.ok, step.detail
        return (step.report or {}).get("parameters", {}).get("found", "")
