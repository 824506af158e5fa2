"""What docs/bgv.md says is so: sessions run, and parameters are those that are chosen."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys

import pytest
from chapters import DOCS, run_sessions, tokens

from program import PROGRAM
from ringassay import _native
from ringassay.bench import SETS
from ringassay.cli.commands import COMMANDS

CHAPTER = DOCS / "bgv.md"
DATA = DOCS / "measurements" / "data"
ON_AVX512 = pytest.mark.skipif(
    _native.backends()["chosen"] != "avx512", reason="the chapter describes the choice on AVX-512"
)
TEXTS = [t.content for t in tokens(CHAPTER) if t.type == "fence" and t.info == "text"]


def test_every_session_gives_what_it_shows() -> None:
    run_sessions(CHAPTER, least=8)


def test_its_measurements_are_of_sets() -> None:
    for name in ("parameters", "gates", "free-parameters", "free-gates"):
        result = (DATA / f"bgv-{name}.csv").read_text("utf-8")
        (command,) = re.findall(r"^# command: (.*)$", result, re.MULTILINE)
        words = shlex.split(command)
        assert words[1] in COMMANDS
        sets = words[words.index("--sets") + 1].split(",")
        shown = [row.partition(",")[0] for row in result.partition("\nset,")[2].splitlines()[1:]]
        assert shown == sets
        assert set(sets) <= set(SETS)


def test_the_choice_that_is_shown_is_made() -> None:
    """All but the time that the choice took."""
    (text,) = (text for text in TEXTS if text.startswith("$ ringassay params"))
    command, *shown = text.splitlines()
    words = shlex.split(command.removeprefix("$ "))[1:]
    done = subprocess.run([PROGRAM, *words], capture_output=True, text=True, check=True)
    said = {" ".join(line.split()) for line in done.stdout.splitlines()}
    for line in shown:
        if not line.startswith("chosen in"):
            assert " ".join(line.split()) in said, line


@pytest.mark.parametrize(
    "name",
    ["A", pytest.param("free-378-7", marks=ON_AVX512), "N13"],
)
def test_the_parameters_that_are_shown_are_chosen(name: str) -> None:
    file = DATA / ("bgv-parameters.csv" if name == "A" else "bgv-free-parameters.csv")
    (found_line,) = re.findall(
        rf"^{re.escape(name)},(\d+),(\d+),", file.read_text("utf-8"), re.MULTILINE
    )
    m, n = found_line
    spec = SETS[name]
    arguments = {
        "--length": spec.length, "--depth": spec.depth, "--plaintext": spec.plaintext,
        "--index": spec.index, "--slack": spec.slack,
    }  # fmt: skip
    words = [str(w) for pair in arguments.items() if pair[1] is not None for w in pair]
    insist = ["--insist"] if spec.is_insisted else []
    if spec.index is None:
        insist.append("--for-this-machine")
    done = subprocess.run(
        [PROGRAM, "params", "bgv", *words, *insist, "--json"],
        capture_output=True,
        text=True,
        check=True,
    )
    found = json.loads(done.stdout)
    assert (found["m"], found["n"]) == (int(m), int(n))


def test_the_program_with_workers_prints_squares() -> None:
    file = DOCS.parent / "examples" / "workers.py"
    done = subprocess.run(
        [sys.executable, file], capture_output=True, text=True, timeout=120, check=True
    )
    assert done.stdout.split() == [str(k * k) for k in range(10)]
