"""Descriptions of systems: files of the user's registry that came from elsewhere."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from corpus.case import Case

LOOK = ("sut", "list", "--sut-file", "suts.toml", "--no-start")
ENTRY = '[sut.mine]\nclient = ["/bin/touch", "canary"]\nserver = ["/bin/touch", "canary"]\n'

FILES: dict[str, tuple[str | bytes, int, str]] = {
    "touch": (ENTRY, 0, "mine"),
    "empty": ("", 2, "expected tables"),
    "no-toml": ("[[[", 2, "not a TOML file"),
    "utf-16": (ENTRY.encode("utf-16"), 2, "not a TOML file"),
    "too-long": (ENTRY + "#" * (1 << 20), 2, "larger than"),
    "nested": ("x = " + "[" * 5000, 2, "not a TOML file"),
    "digits": ("x = " + "1" * 10_000, 2, "not a TOML file"),
    "table": ("sut = 5", 2, "expected tables"),
    "entry": ("[sut]\nmine = 5", 2, "expected a table"),
    "unknown": (ENTRY + "exec = 'touch canary'\n", 2, "unknown key exec"),
    "no-server": ('[sut.mine]\nclient = ["x"]\n', 2, "server"),
    "no-words": (ENTRY.replace('["/bin/touch", "canary"]', "[]"), 2, "list of strings"),
    "numbers": (ENTRY.replace('"canary"', "5"), 2, "list of strings"),
    "nul": (ENTRY.replace("canary", "a\\u0000b"), 2, "list of strings"),
    "env-list": (ENTRY + "env = []\n", 2, "env"),
    "env-number": (ENTRY + "env = { A = 1 }\n", 2, "env"),
    "handshake": (ENTRY + 'handshake = "always"\n', 2, "handshake"),
    "cwd": (ENTRY + "cwd = 5\n", 2, "cwd"),
    "pass": (ENTRY + 'pass = "HOME"\n', 2, "pass"),
    "pass-nul": (ENTRY + 'pass = ["A\\u0000"]\n', 2, "pass"),
    "readable-home": (ENTRY + 'readable = ["~nosuchuser/x"]\n', 2, "readable"),
    "readable-all": (ENTRY + 'readable = ["/"]\n', 0, "mine can read / (readable)"),
    "passed": (ENTRY + 'pass = ["AWS_SECRET"]\n', 0, "your variables AWS_SECRET"),
    "argument": (ENTRY.replace('"canary"', '"../home/bashrc"'), 0, "bashrc (its argument"),
    "escape": (ENTRY.replace("sut.mine", 'sut."\\u001b[2Jx\\u202e"'), 0, "\ufffd[2Jx\ufffd"),
    "newline": (ENTRY.replace("sut.mine", 'sut."a\\nplaintext  ready"'), 0, "\ufffdplaintext"),
    "markup": (ENTRY.replace("sut.mine", 'sut."[red]x[/]"'), 0, "[red]x[/]"),
    "long-name": (ENTRY.replace("sut.mine", f"sut.{'a' * 5000}"), 0, "aaaa"),
    "many": ("".join(ENTRY.replace("mine", f"m{n}") for n in range(500)), 0, "m499"),
    "long-argument": (ENTRY.replace('"canary"', f'"{"a/" * 5000}"'), 0, "mine"),
}


def cases() -> Iterator[Case]:
    """Listed without being started; named by commands that refuse."""
    for name, (text, code, said) in FILES.items():
        data = text.encode() if isinstance(text, str) else text
        yield Case(f"system-{name}", LOOK, {"suts.toml": data}, code, said)
    yield Case("system-pipe", LOOK, code=2, make=lambda folder: os.mkfifo(folder / "suts.toml"))
    yield Case("system-device", LOOK, make=_device, said="no file")
    yield Case(
        "system-loop", LOOK, make=lambda folder: (folder / "suts.toml").symlink_to("suts.toml")
    )
    shadow = {"suts.toml": ENTRY.replace("mine", "plaintext").encode()}
    yield Case("system-shadow", ("suite", "show", "quick"), shadow, 0, "quick")


def _device(folder: Path) -> None:
    (folder / "suts.toml").symlink_to("/dev/zero")
