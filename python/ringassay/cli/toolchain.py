"""What building ringassay takes, and how to get what is missing.

`make` runs this file with whatever Python there is, before anything is downloaded, and `ringassay
doctor` asks it in a checkout: so it imports the standard library alone.
"""

from __future__ import annotations

import importlib.util
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[3]
"""The repository, when this file is in one."""

Version = tuple[int, ...]

RUST = "curl --proto '=https' --tlsv1.2 -sSf https://sh.rustup.rs | sh"
GO = "https://go.dev/dl/ (unpack, put its bin on PATH); or do without Lattigo: make LATTIGO=no"
COMPILER = "apt-get install build-essential, or dnf install gcc"
VENV = "apt-get install python3-venv"


@dataclass(frozen=True)
class Tool:
    """Something that building takes: what was found, or how to get it."""

    name: str
    found: str | None
    """Version or path; None when it is missing or too old."""
    get: str
    wanted: str = ""
    """What is asked of it beyond being there."""

    @property
    def note(self) -> str:
        """A line about it."""
        return self.found or f"missing{self.wanted}; get it: {self.get}"


def tools(*, lattigo: bool = True, venv: bool = True) -> list[Tool]:
    """Everything that `make build` takes; `lattigo` asks for Go, `venv` for an environment."""
    listed = [
        _versioned("Rust", ("cargo", "--version"), _rust_wanted(), RUST),
        Tool("C compiler", shutil.which("cc"), COMPILER, " (cc, which links Rust's programs)"),
    ]
    if venv:
        listed.append(Tool("Python's venv", "ensurepip" if _has("ensurepip") else None, VENV))
    if lattigo:
        listed.append(_versioned("Go", ("go", "version"), _go_wanted(), GO))
    return listed


def main(arguments: Sequence[str] = (), say: Callable[[str], object] = print) -> int:
    """Say what is missing; 1 if anything is."""
    asked = {name: f"--no-{name}" not in arguments for name in ("lattigo", "venv")}
    missing = [tool for tool in tools(**asked) if not tool.found]
    if missing:
        say("Building ringassay takes what is not here. Nothing was downloaded or built.")
    for tool in missing:
        say(f"  {tool.name}: {tool.note}")
    return 1 if missing else 0


def _versioned(name: str, command: Sequence[str], wanted: Version, get: str) -> Tool:
    asked = f"at least {'.'.join(map(str, wanted))}"
    said = _said(command)
    number = re.search(r"(\d+)\.(\d+)", said or "")
    if number is None:
        return Tool(name, None, get, f" ({asked})")
    version = tuple(map(int, number.groups()))
    if version < wanted:
        return Tool(name, None, get, f" ({asked}; here is {'.'.join(map(str, version))})")
    return Tool(name, said, get)


def _said(command: Sequence[str]) -> str | None:
    """The first line that a program says; None when it is not there or fails."""
    program = shutil.which(command[0])
    if program is None:
        return None
    try:
        done = subprocess.run(
            [program, *command[1:]],
            cwd=ROOT,
            capture_output=True,
            text=True,
            timeout=30,
            check=True,
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout.partition("\n")[0]


def _rust_wanted() -> Version:
    text = (ROOT / "Cargo.toml").read_text(encoding="utf-8")
    return _numbers(tomllib.loads(text)["workspace"]["package"]["rust-version"])


def _go_wanted() -> Version:
    text = (ROOT / "adapters/lattigo/go.mod").read_text(encoding="utf-8")
    stated = re.search(r"^go ([\d.]+)", text, re.MULTILINE)
    return _numbers(stated[1]) if stated else (1,)


def _numbers(text: str) -> Version:
    return tuple(map(int, text.split(".")[:2]))


def _has(module: str) -> bool:
    return importlib.util.find_spec(module) is not None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
