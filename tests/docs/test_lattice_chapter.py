"""docs/lattice.md shows what its commands measure; docs/lattice-checklist.md what there is."""

from __future__ import annotations

import re
import shlex
import subprocess

import pytest
from chapters import DOCS, tokens

from program import PROGRAM
from ringassay.bench import LATTICE_GROUPS, LATTICE_SHAPES, SINGLE_SCHEMES
from ringassay.cli.commands import COMMANDS

CHAPTER = DOCS / "lattice.md"
LIST = DOCS / "lattice-checklist.md"
TEXTS = [t.content for t in tokens(CHAPTER) if t.type == "fence" and t.info == "text"]
ROWS = re.findall(r"^\| (\d+) \| (.*) \| (.*) \|$", LIST.read_text("utf-8"), re.MULTILINE)


def option(words: list[str], name: str) -> list[str]:
    return words[words.index(name) + 1].split(",") if name in words else []


@pytest.mark.parametrize("text", TEXTS)
def test_every_block_has_the_tables_of_its_command(text: str) -> None:
    command, *output = text.splitlines()
    words = shlex.split(command.removeprefix("$ "))
    assert words[:3] == ["ringassay", "bench", "lattice"]
    assert set(option(words, "--groups")) <= set(LATTICE_GROUPS)
    for shape in option(words, "--shapes"):
        for scheme in option(words, "--schemes") or SINGLE_SCHEMES:
            n = LATTICE_SHAPES[shape].n
            assert any(line.startswith(f"{shape} {scheme}: N = {n}, ") for line in output), shape
            for table in ("parameters", "sizes"):
                assert f"{shape} {scheme}: {table}" in output


def test_the_chapter_lists_all_shapes() -> None:
    text = CHAPTER.read_text("utf-8")
    named = re.search(r"\| shape \|.*?\n\n", text, re.DOTALL)
    assert named is not None
    for name, shape in LATTICE_SHAPES.items():
        assert re.search(rf"\b{name}\b", named[0]), name
        assert f"2^{shape.n.bit_length() - 1}" in named[0]


def test_the_list_is_whole_and_its_commands_exist() -> None:
    assert [int(number) for number, *_ in ROWS] == list(range(1, 20))
    for _, what, shown in ROWS:
        commands = re.findall(r"`(?:RINGASSAY_\w+=\w+ )?(ringassay [^`]*)`", shown)
        assert commands or "**open**" in shown or "](" in shown or "`make " in shown, what
        for command in commands:
            words = shlex.split(command)
            assert words[1] in COMMANDS, command
            if words[1:3] == ["bench", "lattice"]:
                assert set(option(words, "--groups")) <= set(LATTICE_GROUPS)
                assert set(option(words, "--shapes")) <= set(LATTICE_SHAPES)


def test_its_options_are_taken() -> None:
    """Every option that is named is one of its command's."""
    wanted: dict[str, set[str]] = {}
    for _, _, shown in ROWS:
        for command in re.findall(r"`(?:RINGASSAY_\w+=\w+ )?(ringassay [^`]*)`", shown):
            words = shlex.split(command)[1:]
            name = " ".join(words[:2] if words[0] in {"bench"} else words[:1])
            wanted.setdefault(name, set()).update(w for w in words if w.startswith("--"))
    for name, options in wanted.items():
        done = subprocess.run(
            [PROGRAM, *name.split(), "--help"],
            capture_output=True,
            text=True,
            check=True,
            env={"COLUMNS": "200", "PATH": "/usr/bin:/bin"},
        )
        for one in options:
            assert one in done.stdout, f"{name} {one}"
