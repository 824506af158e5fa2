"""Runs the commands that a chapter shows (`$ ringassay …`) and puts their output below them.

    python docs/commands.py docs/bgv.md [WORD …]

With words, only commands that contain one of them are run.
"""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

BLOCK = re.compile(r"(?<=^```text\n)\$ (ringassay [^\n]*)\n.*?(?=^```$)", re.MULTILINE | re.DOTALL)


def main() -> None:
    """Rewrites the chapter in place."""
    chapter, words = Path(sys.argv[1]), sys.argv[2:]
    text = chapter.read_text(encoding="utf-8")
    chapter.write_text(BLOCK.sub(lambda found: refreshed(found, words), text), encoding="utf-8")


def refreshed(found: re.Match[str], words: list[str]) -> str:
    """The block with the output of its command."""
    command = found.group(1)
    if words and not any(word in command for word in words):
        return found.group()
    program = str(Path(sys.executable).parent / "ringassay")
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            [program, *shlex.split(command)[1:]],
            cwd=folder,
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        )
    lines = (line.rstrip() for line in done.stdout.strip("\n").splitlines())
    return f"$ {command}\n" + "\n".join(lines) + "\n"


if __name__ == "__main__":
    main()
