"""Looking systems under test up by name, and in a user's file."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from ringassay.errors import UserError
from ringassay.sut import registry, settings
from ringassay.sut.command import SutCommand
from ringassay.sut.programs import RUNTIME, find_program


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


def test_gates_have_a_verb_of_their_own(nowhere: Path) -> None:
    path = program(nowhere / "bin" / "ringassay-runtime")
    command = registry.lookup("ringassay-gates --threads 2")
    assert command.client == (path, "gates", "client", "--threads", "2")


def test_seal_runs_in_this_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "find_spec", lambda name: object())
    command = registry.lookup("seal")
    assert command.client == (sys.executable, "-m", "ringassay.sut.seal", "client")
    monkeypatch.setattr(registry, "find_spec", lambda name: None)
    with pytest.raises(registry.UnavailableSutError, match=r"pip install 'tenseal>="):
        registry.lookup("seal")


def test_status_lists_everything_with_reasons(nowhere: Path) -> None:
    program(nowhere / "bin" / "ringassay-runtime")
    listed = {entry.name: entry for entry in registry.status()}
    expected = {"plaintext", "original", "ringassay-bgv", "seal", "lattigo"}
    expected |= {f"ringassay-{scheme}" for scheme in ("fv", "yashe", "fntru", "shield", "gates")}
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
        own=True,
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


def test_options_may_follow_a_name(tmp_path: Path) -> None:
    command = registry.lookup("ringassay-bgv --threads 2 --encryption=secret")
    assert command.name == "ringassay-bgv --threads 2 --encryption=secret"
    assert command.client[-5:] == ("bgv", "client", "--threads", "2", "--encryption=secret")
    assert command.server[-5:] == ("bgv", "server", "--threads", "2", "--encryption=secret")
    file = tmp_path / "suts.toml"
    file.write_text(
        '[sut.mine]\nclient = ["./x"]\nserver = ["./y"]\n["sut"."two words"]\n'
        'client = ["./x"]\nserver = ["./y"]\n'
    )
    assert registry.lookup("mine --fast", file).client == (str(tmp_path / "x"), "--fast")
    assert registry.lookup("two words", file).client == (str(tmp_path / "x"),)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("ringassay-ckks --rotation-keys 3", "ringassay-ckks takes no '--rotation-keys'"),
        ("ringassay-bgv --thread 3", "did you mean '--threads'"),
        ("ringassay-bgv stray", "takes no 'stray'"),
        ("ringassay-bgv --threads 2 3", "takes no '3'"),
        ("seal-ckks --encryption secret", "it has no options"),
        ("seal-wasm-bgv --node /tmp/program", "takes no '--node'"),
        ("helib --worker /tmp/program", "takes no '--worker'"),
        ("seal --scheme ckks", "takes no '--scheme'"),
        ("ringassay-bgv 'open", "names no system"),
        ("", "empty"),
    ],
)
def test_options_that_a_system_does_not_have_are_refused(text: str, message: str) -> None:
    with pytest.raises(UserError) as refusal:
        registry.lookup(text)
    assert message in str(refusal.value)


@pytest.mark.parametrize(
    ("verb", "arguments"),
    [("bgv", ()), ("bfv", ()), ("ckks", ()), ("positional", ("fv",))],
)
def test_the_options_of_our_systems_are_those_of_their_programs(
    verb: str, arguments: tuple[str, ...]
) -> None:
    for role in ("client", "server"):
        told = subprocess.run(
            [find_program(RUNTIME) or "", verb, *arguments, role, "--help"],
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        found = set(re.findall(r"^ +(?:-\w, )?(--[a-z0-9-]+)", told, re.MULTILINE)) - {"--help"}
        assert found == set(settings.OF_VERBS[verb])


def test_a_run_with_options_is_a_system_of_its_own(tmp_path: Path) -> None:
    names = ["ringassay-bgv", "ringassay-bgv --encryption secret"]
    ended = ringassay_run(tmp_path, names)
    assert ended.returncode == 0, ended.stderr
    assert "ringassay-bgv --encryption secret" in ended.stdout + ended.stderr
    refused = ringassay_run(tmp_path, ["ringassay-bgv --threads zero"])
    assert refused.returncode == 2
    assert "ringassay-bgv --threads zero does not start" in refused.stderr.replace("\n", " ")
    assert not (tmp_path / "refused.db").exists()


def ringassay_run(folder: Path, names: list[str]) -> subprocess.CompletedProcess[str]:
    store = "refused.db" if len(names) == 1 else "run.db"
    return subprocess.run(
        [
            str(Path(sys.executable).with_name("ringassay")),
            "run",
            "--expression",
            "a*b",
            "--batch",
            "4",
            "--modulus",
            "257",
            "--no-probes",
            "--store",
            store,
            *(word for name in names for word in ("--sut", name)),
        ],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "COLUMNS": "200"},
    )
