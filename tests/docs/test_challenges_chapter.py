"""The commands and the session of docs/challenges.md give what they show."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest
from chapters import DOCS, run_sessions, tokens

from program import PROGRAM

CHAPTER = DOCS / "challenges.md"
BEACON = DOCS.parent / "vectors" / "beacon"


def test_the_session_gives_what_it_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(DOCS.parent)
    run_sessions(CHAPTER, least=1)


def test_the_commands_give_what_is_shown(tmp_path: Path) -> None:
    shutil.copy(BEACON / "1471449900.xml", tmp_path)
    fences = [t.content for t in tokens(CHAPTER) if t.type == "fence" and t.info == "text"]
    count = 0
    for text in fences:
        for block in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
            command, *shown = block.strip("\n").splitlines()
            words = shlex.split(command)[1:]
            done = subprocess.run(
                [PROGRAM, *words], cwd=tmp_path, capture_output=True, text=True, check=False
            )
            assert done.returncode == 0, (command, done.stderr)
            said = [line.rstrip() for line in done.stdout.strip("\n").splitlines()]
            # What differs each time.
            assert said == shown or (shown == ["…"] and len(said) == 1), command
            count += 1
    assert count == 6
