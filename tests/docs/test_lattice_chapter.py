"""docs/measurements/lattice.md lists all shapes, and its results are of what its command has."""

from __future__ import annotations

import re
import shlex
import subprocess

import pytest
from chapters import DOCS

from program import PROGRAM
from ringassay.bench import LATTICE_GROUPS, LATTICE_SHAPES, SINGLE_SCHEMES

CHAPTER = DOCS / "measurements" / "lattice.md"
COMMANDS = sorted(
    {
        command
        for file in (CHAPTER.parent / "data").glob("*.csv")
        for command in re.findall(
            r"^# command: (?:RINGASSAY_\w+=\w+ )?(ringassay bench lattice.*)$",
            file.read_text("utf-8"),
            re.MULTILINE,
        )
    }
)


def option(words: list[str], name: str) -> set[str]:
    return set(words[words.index(name) + 1].split(",") if name in words else ())


@pytest.mark.parametrize("command", COMMANDS)
def test_what_was_measured_can_be_measured_again(command: str) -> None:
    words = shlex.split(command)
    assert option(words, "--groups") <= set(LATTICE_GROUPS)
    assert option(words, "--shapes") <= set(LATTICE_SHAPES)
    assert option(words, "--schemes") <= set(SINGLE_SCHEMES)


def test_its_options_are_taken() -> None:
    wanted = {word for command in COMMANDS for word in command.split() if word.startswith("--")}
    wanted |= set(re.findall(r"`(--[\w-]+)`", CHAPTER.read_text("utf-8")))
    assert {"--shapes", "--groups", "--show"} <= wanted
    done = subprocess.run(
        [PROGRAM, "bench", "lattice", "--help"],
        capture_output=True,
        text=True,
        check=True,
        env={"COLUMNS": "200", "PATH": "/usr/bin:/bin"},
    )
    assert {one for one in wanted if one not in done.stdout} == set()


def test_the_chapter_lists_all_shapes() -> None:
    text = CHAPTER.read_text("utf-8").partition("## Shapes\n")[2].partition("\n## ")[0]
    for name, shape in LATTICE_SHAPES.items():
        (line,) = (
            line for line in text.splitlines() if line.startswith("- ") and f"`{name}`" in line
        )
        assert f"2^{shape.n.bit_length() - 1}" in line, name
