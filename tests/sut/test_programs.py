"""Where ringassay's own programs are looked for, wherever the package was installed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from ringassay.sut import programs


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A Python and a PATH without any of them."""
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python" / "python3"))
    monkeypatch.setenv("PATH", str(tmp_path / "path"))


def installed(monkeypatch: pytest.MonkeyPatch, packages: Path) -> None:
    monkeypatch.setattr(programs, "_PACKAGE", packages / "ringassay")


def program(path: Path, mode: int = 0o755) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("#!/bin/sh\n")
    path.chmod(mode)
    return str(path)


@pytest.mark.parametrize(
    ("packages", "folder"),
    [
        ("venv/lib/python3.12/site-packages", "venv/bin"),
        ("home/.local/lib/python3.11/site-packages", "home/.local/bin"),
        ("usr/local/lib/python3.13/dist-packages", "usr/local/bin"),
        ("target", "target/bin"),  # pip install --target target
        ("target/site-packages", "target/site-packages/bin"),
    ],
)
def test_it_is_where_the_installer_put_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, packages: str, folder: str
) -> None:
    installed(monkeypatch, tmp_path / packages)
    with pytest.raises(programs.RuntimeMissing, match="pip install --force-reinstall"):
        programs.runtime()
    on_path = program(tmp_path / "path" / programs.RUNTIME)
    assert programs.runtime() == on_path
    beside = program(tmp_path / "python" / programs.RUNTIME)
    assert programs.runtime() == beside
    own = program(tmp_path / folder / programs.RUNTIME)
    assert programs.runtime() == own


def test_a_folder_that_only_looks_like_it_is_not_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A checkout below /tmp: /tmp/bin is anybody's."""
    installed(monkeypatch, tmp_path / "one" / "two" / "python")
    program(tmp_path / "bin" / programs.RUNTIME)
    assert programs.find_program(programs.RUNTIME) is None


def test_what_cannot_be_executed_is_not_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    installed(monkeypatch, tmp_path / "venv/lib/python3.12/site-packages")
    program(tmp_path / "venv/bin" / programs.RUNTIME, mode=0o644)
    assert programs.find_program(programs.RUNTIME) is None


def test_what_to_do_depends_on_where_one_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert programs.remedy(programs.RUNTIME) == "make build"
    assert programs.remedy(programs.LATTIGO) == "install Go (https://go.dev/dl/), then make build"
    program(tmp_path / "path" / "go")
    assert programs.remedy(programs.LATTIGO) == "make build"
    installed(monkeypatch, tmp_path / "site-packages")
    assert "this wheel was built without Go" in programs.remedy(programs.LATTIGO)


@pytest.mark.parametrize("verb", ["guard", "sut", "bgv", "positional", "execute"])
def test_every_verb_is_there(verb: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    done = subprocess.run(
        [programs.runtime(), "help", verb], capture_output=True, text=True, check=True
    )
    assert f"ringassay-runtime {verb}" in done.stdout
