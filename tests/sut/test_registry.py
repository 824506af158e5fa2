"""Looking systems under test up by name, and in a user's file."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from ringassay.sut import registry
from ringassay.sut.command import SutCommand


@pytest.fixture
def nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A place with a Python and no programs; returns its folder for programs."""
    monkeypatch.setattr(sys, "executable", str(tmp_path / "bin" / "python"))
    monkeypatch.setenv("PATH", str(tmp_path / "path"))
    (tmp_path / "bin").mkdir()
    (tmp_path / "path").mkdir()
    return tmp_path


def program(path: Path) -> str:
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)
    return str(path)


def test_programs_are_found_beside_python_then_on_the_path(nowhere: Path) -> None:
    with pytest.raises(registry.UnavailableSutError, match=r"ringassay-lattigo .*make build"):
        registry.lookup("lattigo")
    on_path = program(nowhere / "path" / "ringassay-lattigo")
    assert registry.lookup("lattigo").client == (on_path, "client")
    beside = program(nowhere / "bin" / "ringassay-lattigo")
    command = registry.lookup("lattigo")
    assert command.client == (beside, "client") and command.server == (beside, "server")
    assert command.handshake == "required"


def test_options_follow_the_role(nowhere: Path) -> None:
    path = program(nowhere / "bin" / "ringassay-runtime")
    command = registry.lookup("echo", options=("--bytes", "9"))
    assert command.server == (path, "sut", "echo", "server", "--bytes", "9")
    assert registry.lookup("original").client == (path, "sut", "original", "client")
    assert registry.lookup("original").handshake == "auto"


@pytest.mark.parametrize("scheme", ["fv", "yashe", "fntru", "shield"])
def test_multiprecision_schemes_share_a_program(nowhere: Path, scheme: str) -> None:
    path = program(nowhere / "bin" / "ringassay-runtime")
    command = registry.lookup(f"ringassay-{scheme}", options=("--threads", "2"))
    assert command.client == (path, "positional", scheme, "client", "--threads", "2")
    assert command.server == (path, "positional", scheme, "server", "--threads", "2")
    described = {entry.name: entry.description for entry in registry.status()}
    broken = scheme in {"yashe", "fntru"}
    assert ("protects nothing" in described[f"ringassay-{scheme}"]) == broken


def test_seal_runs_in_this_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "find_spec", lambda name: object())
    command = registry.lookup("seal")
    assert command.client == (sys.executable, "-m", "ringassay.sut.seal", "client")
    monkeypatch.setattr(registry, "find_spec", lambda name: None)
    with pytest.raises(registry.UnavailableSutError, match=r"pip install 'ringassay\[seal\]'"):
        registry.lookup("seal")


def test_status_lists_everything_with_reasons(nowhere: Path) -> None:
    program(nowhere / "bin" / "ringassay-runtime")
    listed = {entry.name: entry for entry in registry.status()}
    expected = {"plaintext", "original", "ringassay-bgv", "seal", "lattigo"}
    expected |= {f"ringassay-{scheme}" for scheme in ("fv", "yashe", "fntru", "shield")}
    assert expected <= listed.keys()
    assert "faulty" not in listed  # an instrument of tests
    assert listed["plaintext"].command is not None
    missing = listed["lattigo"]
    assert missing.command is None and missing.reason and "make build" in missing.remedy


def test_an_unknown_name_lists_the_known_ones() -> None:
    with pytest.raises(registry.UnknownSutError, match="plaintext, original"):
        registry.lookup("nobody")


def test_a_users_own(tmp_path: Path) -> None:
    file = tmp_path / "suts.toml"
    file.write_text(
        """
        [sut.mine]
        client = ["./mine", "client"]
        server = ["python3", "mine.py", "server"]
        env = { OMP_NUM_THREADS = "1" }
        handshake = "never"
        cwd = "build"
        [sut.plaintext]
        client = ["a"]
        server = ["b"]
        """
    )
    assert registry.lookup("mine", file) == SutCommand(
        name="mine",
        client=(str(tmp_path / "mine"), "client"),
        server=("python3", "mine.py", "server"),
        env={"OMP_NUM_THREADS": "1"},
        handshake="never",
        cwd=str(tmp_path / "build"),
    )
    assert registry.lookup("plaintext", file).client == ("a",)  # hides the shipped one
    assert registry.lookup("mine", file, options=("-v",)).client[-1] == "-v"
    assert [entry.name for entry in registry.status(file)][-2:] == ["mine", "plaintext"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected tables"),
        ("sut = 3", "expected tables"),
        ("[sut.x", "not a TOML file"),
        ("[sut.x]\nclient = ['a']", "server must be a list"),
        ("[sut.x]\nclient = 'a'\nserver = ['b']", "client must be a list"),
        ("[sut.x]\nclient = []\nserver = ['b']", "client must be a list"),
        ("[sut.x]\nclient = ['']\nserver = ['b']", "client must be a list"),
        ("[sut.x]\nclient = [1]\nserver = ['b']", "client must be a list"),
        ("[sut.x]\nclient = ['a']\nserver = ['b']\ntypo = 1", "unknown key typo"),
        ("[sut.x]\nclient = ['a']\nserver = ['b']\nhandshake = 'no'", "handshake must be"),
        ("[sut.x]\nclient = ['a']\nserver = ['b']\nenv = { A = 1 }", "env must be"),
        ("[sut.x]\nclient = ['a']\nserver = ['b']\ncwd = 1", "cwd must be"),
        ("sut.x = 3", "expected a table"),
    ],
)
def test_a_bad_file_is_explained(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "suts.toml"
    file.write_text(text)
    with pytest.raises(registry.SutFileError, match=message):
        registry.lookup("x", file)


def test_a_missing_file_is_explained(tmp_path: Path) -> None:
    with pytest.raises(registry.SutFileError, match="No such file"):
        registry.status(tmp_path / "none.toml")
