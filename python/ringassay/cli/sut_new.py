"""`ringassay sut new`: an adapter to start from."""

from __future__ import annotations

import re
import shutil
import sys
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

import ringassay
from ringassay import shell
from ringassay.cli.errors import UsageError
from ringassay.cli.output import emit_json
from ringassay.cli.output import out as screen
from ringassay.files import write_whole

NAME = re.compile(r"[a-z][a-z0-9_-]{0,63}")
RESERVED = ("list", "install", "new", "check", "run")
"""What `ringassay sut` takes for something else."""
ENDING = ".txt"
"""Behind the names of templates: no tool takes them for programs."""

BUILDS = {"rust": "cargo build --release", "go": "go build"}
KITS = {"rust": Path("crates", "sut", "Cargo.toml"), "go": Path("adapters", "go", "kit", "go.mod")}
"""Where in ringassay's sources a language's kit is; Python's is in the package."""


def write(name: str, language: str, out: Path, kit: Path | None, *, as_json: bool) -> None:
    """Writes the adapter into the new folder `out`. Raises `UsageError`."""
    if not NAME.fullmatch(name) or name in RESERVED:
        raise UsageError(
            f"{name!r} names no system: small letters, digits, - and _, a letter first, "
            f"and none of {', '.join(RESERVED)}"
        )
    if kit is not None and language not in KITS:
        raise UsageError("--kit is where Rust and Go find the kit: leave it out")
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise UsageError(f"{out} exists: choose another folder with --out")
    words = {
        "@NAME@": name,
        "@CLASS@": "".join(part.capitalize() for part in re.split("[-_]", name)) or "My",
        "@PYTHON@": sys.executable,
        "@KIT@": str(_sources(kit, language)) if language in KITS else "",
    }
    source = files("ringassay") / "sut" / "templates" / language
    written = _copy(source, out, words)
    if language == "rust":
        lock = Path(words["@KIT@"]) / "Cargo.lock"
        if lock.is_file():
            shutil.copyfile(lock, out / "Cargo.lock")  # the versions that the kit is tested with
    steps = [shell.command("cd", out), *([BUILDS[language]] if language in BUILDS else [])]
    steps.append(shell.command("ringassay", "sut", "check", name, "--sut-file", "suts.toml"))
    if as_json:
        emit_json({"sut": name, "folder": str(out), "files": written, "next": steps})
        return
    screen.print(f"{out}: {', '.join(written)}")
    screen.print("It runs at once, on a toy scheme that protects nothing. Try it with:")
    for step in steps:
        screen.print(f"    {step}")
    missing = {"rust": "cargo", "go": "go"}.get(language)
    if missing is not None and shutil.which(missing) is None:
        screen.print(f"{missing} is not on PATH: it is needed to build this.")


def _copy(source: Traversable, target: Path, words: dict[str, str]) -> list[str]:
    target.mkdir(parents=True, exist_ok=True)
    written = []
    for entry in sorted(source.iterdir(), key=lambda one: one.name):
        if entry.is_dir():
            written += [f"{entry.name}/{one}" for one in _copy(entry, target / entry.name, words)]
        elif entry.name.endswith(ENDING):
            text = entry.read_text(encoding="utf-8")
            for word, meaning in words.items():
                text = text.replace(word, meaning)
            write_whole(target / entry.name.removesuffix(ENDING), text)
            written.append(entry.name.removesuffix(ENDING))
    return written


def _sources(kit: Path | None, language: str) -> Path:
    """The folder of ringassay's sources, in which the kit for a language is."""
    for folder in (kit,) if kit is not None else Path(ringassay.__file__).resolve().parents:
        if (folder / KITS[language]).is_file():
            return folder.resolve()
    raise UsageError(
        f"the kit for {language.capitalize()} is in ringassay's sources and is not published "
        "apart: name the folder of a checkout with --kit"
    )
