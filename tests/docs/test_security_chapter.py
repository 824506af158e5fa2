"""The sessions and the command of docs/security.md give what they show."""

from __future__ import annotations

import shlex
import subprocess

from chapters import DOCS, run_sessions, tokens

from program import PROGRAM

CHAPTER = DOCS / "security.md"


def test_sessions_give_what_they_show() -> None:
    run_sessions(CHAPTER, least=1)


def test_the_command_gives_what_is_shown() -> None:
    (text,) = (t.content for t in tokens(CHAPTER) if t.type == "fence" and t.info == "text")
    command, *shown = text.strip().splitlines()
    words = shlex.split(command.removeprefix("$ "))[1:]
    done = subprocess.run([PROGRAM, *words], capture_output=True, text=True, check=True)
    assert [line.rstrip() for line in done.stdout.strip().splitlines()] == shown
