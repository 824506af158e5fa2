"""What building takes is said before anything is downloaded, with the command to get it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from ringassay.cli import toolchain

ROOT = Path(__file__).parents[2]


def fake(folder: Path, name: str, says: str) -> None:
    path = folder / name
    path.write_text(f"#!/bin/sh\necho '{says}'\n")
    path.chmod(0o755)


def found(monkeypatch: pytest.MonkeyPatch, path: Path, **asked: bool) -> dict[str, str]:
    monkeypatch.setenv("PATH", str(path))
    return {tool.name: tool.note for tool in toolchain.tools(**asked)}


def test_what_is_there_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fake(tmp_path, "cargo", "cargo 1.95.0 (f2d3ce0bd 2026-03-21)")
    fake(tmp_path, "go", "go version go1.26.8 linux/amd64")
    fake(tmp_path, "cc", "")
    notes = found(monkeypatch, tmp_path)
    assert notes["Rust"].startswith("cargo 1.95.0")
    assert notes["Go"].startswith("go version go1.26.8")
    assert notes["C compiler"] == str(tmp_path / "cc")
    assert not any("missing" in note for note in notes.values())


def test_what_is_missing_or_old_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fake(tmp_path, "cargo", "cargo 1.63.0 (fd9c4297c 2022-07-01)")
    fake(tmp_path, "go", "this is no version")
    notes = found(monkeypatch, tmp_path)
    assert "(at least 1.89; here is 1.63)" in notes["Rust"]
    assert "sh.rustup.rs" in notes["Rust"]
    assert "https://go.dev/dl/" in notes["Go"] and "make LATTIGO=no" in notes["Go"]
    assert "apt-get install build-essential" in notes["C compiler"]
    assert "Go" not in found(monkeypatch, tmp_path, lattigo=False)


def test_a_program_that_fails_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "cargo").write_text("#!/bin/sh\necho cargo 1.99.0\nexit 1\n")
    (tmp_path / "cargo").chmod(0o755)
    assert "missing" in found(monkeypatch, tmp_path)["Rust"]


def test_make_stops_before_it_downloads(tmp_path: Path) -> None:
    """In a copy of what `make` needs to decide, with a PATH that has no compilers."""
    for part in ("Makefile", "Cargo.toml", "requirements.txt", "adapters/lattigo/go.mod"):
        (tmp_path / part).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / part, tmp_path / part)
    there = tmp_path / "python/ringassay/cli"
    there.mkdir(parents=True)
    shutil.copy(Path(toolchain.__file__), there)
    tools = tmp_path / "tools"
    tools.mkdir()
    for name in ("make", "bash", "sh", "find", "git", "cat", "test"):
        if at := shutil.which(name):
            (tools / name).symlink_to(at)
    done = subprocess.run(
        ["make", "demo", f"PYTHON={sys.executable}"],
        cwd=tmp_path,
        env={**os.environ, "PATH": str(tools)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode != 0
    assert "Nothing was downloaded or built" in done.stdout
    for missing in ("Rust", "C compiler", "Go"):
        assert f"  {missing}: missing" in done.stdout
    assert not (tmp_path / ".venv").exists()
