"""An option that does not apply is refused, never ignored; how many commands and options there are.

Every command is given each option of every other one, and those of its own that do nothing beside
another: exit code 2, a message that names where the option belongs, and nothing done.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from program import Cli
from ringassay.cli import bench
from ringassay.cli.applies import declared, spelled
from ringassay.cli.commands import COMMANDS
from ringassay.cli.elsewhere import leaves, options, spellings
from ringassay.cli.main import app
from ringassay.errors import UserError

MOST_COMMANDS = 18
MOST_OPTIONS = 470
"""Strings, each once for each command that takes it; `--help` and `-h` are not counted."""

TREE = {" ".join(path): command for path, command in leaves()}
PASSES_ON = {"sut run"}
"""Options that this one does not know are those of the program that it becomes."""
VALUES = {
    **{name: ["8"] for name in ("rounds", "threads", "jobs", "batch", "digits")},
    **{name: ["100"] for name in ("sample_us", "samples")},
    "bits": ["49"], "n": ["1024"], "index": ["8191"], "log2_q": ["27"], "log2_p": ["45"],
    "primes": ["45,45"],
    "special": ["45"], "small": ["20"], "key": ["n=1024,log2-q=27"], "secret": ["ternary"],
    "error": ["3.2"], "problem": ["lwe"], "objective": ["size"], "plaintext": ["17"],
    "plaintext_bits": ["17"], "most_log2_qp": ["100"], "depth": ["2"], "length": ["4"],
    "range": ["2"], "ring": ["standard"], "chain": ["60,40,60"], "scale": ["40"], "form": ["html"],
    "space": ["real"], "bound": ["1"], "modulus": ["17"], "security": ["128"], "seconds": ["30"],
    "width": ["8"], "precision": ["20"], "pack": ["2"], "rows": ["2"], "random_inputs": ["1"],
    "variance": ["0.1"], "p": ["4"],
    "memory": ["2GB"], "time": ["30s"], "inputs": ["3"], "prove": ["1"], "what": ["bgv"],
    "fail_above": ["10%"], "kernel_rounds": ["4"], "dask": ["tcp://nowhere"],
}  # fmt: skip
"""What an option or argument is given where a word will not do."""


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for variable in ("RINGASSAY_STORE", "RINGASSAY_CONFIG"):
        monkeypatch.delenv(variable, raising=False)
    return tmp_path


def refused(words: list[str]) -> str:
    """What is said of these words, which are refused with exit code 2 before anything is done."""
    ended = CliRunner().invoke(app, words, env={"COLUMNS": "1000", "TERM": "dumb"})
    if isinstance(ended.exception, UserError):
        assert ended.exception.exit_code == 2, words
        return str(ended.exception)
    assert ended.exit_code == 2, (words, ended.output, ended.exception)
    return re.sub(r"\s+", " ", re.sub(r"[│╭╮╰╯─]", " ", ended.output))


@pytest.mark.parametrize("name", sorted(set(TREE) - PASSES_ON))
def test_options_of_other_commands_are_refused(name: str, here: Path) -> None:
    own = set(spellings(TREE[name]))
    others = [one for one in options() if one.startswith("--") and one not in own]
    assert len(others) > 60
    for option in others:
        said = refused([*name.split(), option])
        takers = [" ".join(path) for path in options()[option]]
        assert option in said, (option, said)
        assert any(f"`ringassay {taker}`" in said for taker in takers), (option, said)
    assert list(here.iterdir()) == []


def _given(command: Any, name: str) -> tuple[list[str], bool]:
    """The words that give a parameter, and whether they are an argument."""
    (one,) = [one for one in command.params if one.name == name]
    if one.param_type_name == "argument":
        return VALUES.get(name, ["word"]), True
    is_flag = bool(getattr(one, "is_flag", False))
    spelling = spelled(one, False if one.default is True else None)
    return [spelling, *([] if is_flag else VALUES.get(name, ["word"]))], False


PAIRS = [
    (name, first, second)
    for name, command in TREE.items()
    for first, seconds in declared(command).idle.items()
    for second in seconds
]
NEEDED = [(name, option) for name, command in TREE.items() for option in declared(command).needs]


def _required(command: Any, *given: str) -> list[str]:
    """A word for each argument that has to be there, but for those that are given."""
    return [
        "word"
        for one in command.params
        if one.param_type_name == "argument" and one.required and one.name not in given
    ]


@pytest.mark.parametrize(("name", "first", "second"), PAIRS)
def test_options_that_do_nothing_beside_another_are_refused(
    name: str, first: str, second: str, here: Path
) -> None:
    command = TREE[name]
    words = [*name.split()]
    asked = [first, second]
    needs = declared(command).needs
    asked += [needs[one][0] for one in asked if one in needs and not {*needs[one]} & {*asked}]
    parts = [_given(command, one) for one in asked]
    for given, _ in sorted(parts, key=lambda part: not part[1]):
        words += given
    named = [parts[0][0][0], parts[1][0][0]]
    said = refused([*words, *_required(command, first, second)])
    assert "takes no" in said, said
    assert all(one in said for one in named if one.startswith("--")), said
    assert list(here.iterdir()) == []


@pytest.mark.parametrize(("name", "option"), NEEDED)
def test_options_that_say_nothing_alone_are_refused(name: str, option: str, here: Path) -> None:
    command = TREE[name]
    words, _ = _given(command, option)
    said = refused([*name.split(), *_required(command), *words])
    others = declared(command).needs[option]
    wanted = [spelled(one, None) for one in command.params if one.name in others]
    assert words[0] in said and all(one in said for one in wanted), said
    assert list(here.iterdir()) == []


def test_each_benchmark_refuses_the_options_of_the_others(here: Path) -> None:
    count = 0
    for asked, taken in bench.TAKES.items():
        for name in set().union(*bench.TAKES.values()) - taken:
            words, _ = _given(TREE["bench"], name)
            said = refused(["bench", asked.strip("`").split()[1], *words])
            takers = [one for one, options_ in bench.TAKES.items() if name in options_]
            assert f"{asked} takes no {words[0]}" in said, said
            assert all(one in said for one in takers), said
            count += 1
    assert count >= 8
    assert list(here.iterdir()) == []


@pytest.mark.parametrize(
    ("typed", "now"),
    [
        ("params --length 4 --depth 1", "params bgv --length 4 --depth 1"),
        ("params --scheme fv --depth 1", "params fv --depth 1"),
        ("params --depth 1 -s bfv --length 4", "params bfv --depth 1 --length 4"),
        ("params --scheme=all --length 4 --depth 1", "params all --length 4 --depth 1"),
        ("params --ckks --depth 2", "params ckks --depth 2"),
        ("params --chain 60,40,60 -n 8192", "params ckks --chain 60,40,60 -n 8192"),
        ("eval c.txt in.txt", "circuit eval c.txt in.txt"),
        ("generate --seed 1", "circuit generate --seed 1"),
        ("generate demo --out files", "suite write demo --out files"),
        ("library aes128", "circuit library aes128"),
        ("convert a.aag --to blif", "circuit convert a.aag --to blif"),
        ("runs --json", "store list --json"),
        ("runs --delete latest", "store delete latest"),
        ("runs --delete=latest", "store delete latest"),
        ("export --format csv", "store export --format csv"),
        ("history evaluation", "store history evaluation"),
        ("suts --no-start", "sut list --no-start"),
        ("suts --installable", "sut install"),
        ("suts --install openfhe", "sut install openfhe"),
        ("calibrate --check", "predict calibrate --check"),
    ],
)
def test_a_former_spelling_is_answered_with_the_present_one(
    typed: str, now: str, here: Path
) -> None:
    assert refused(typed.split()).endswith(f"Type: ringassay {now}")
    # What is to be typed is understood: no word of it is unknown.
    path, command = _command(now.split())
    command.make_context(path, now.split()[len(path.split()) :])
    assert list(here.iterdir()) == []


def test_the_source_counter_is_a_program_of_its_own(here: Path) -> None:
    assert refused(["code", "src", "--json"]).endswith("Type: ringassay-code src --json")


def _command(words: list[str]) -> tuple[str, Any]:
    path = " ".join(words[:2]) if " ".join(words[:2]) in TREE else words[0]
    return path, TREE[path]


def test_a_short_option_that_is_gone_names_the_long_one(here: Path) -> None:
    assert "-l: write --length" in refused(["params", "bgv", "-l", "4"])
    assert "-k: write" not in refused(["show", "-k"])


def test_there_are_few_commands_and_options() -> None:
    count = sum(len(spellings(command)) for command in TREE.values())
    print(f"{len(COMMANDS)} commands, {len(TREE)} with those below them, {count} option strings")
    assert len(COMMANDS) <= MOST_COMMANDS
    assert count <= MOST_OPTIONS


def test_what_is_refused_is_refused_by_the_program_too(cli: Cli) -> None:
    for words in (
        ["params", "fv", "--depth", "1", "--primes", "45"],
        ["bench", "--show", "latest", "--rounds", "9"],
        ["runs"],
    ):
        ended = cli(*words)
        assert (ended.code, ended.out) == (2, ""), ended
        assert "Traceback" not in ended.err
        assert (
            "ringassay params bgv" in ended.err or "--rounds" in ended.err or "Type:" in ended.err
        )
    assert list(cli.folder.iterdir()) == []
