"""`ringassay params` answers several questions; an option of another one is refused."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import typer
from typer.testing import CliRunner

from ringassay.cli import params

EVERY = {"--security", "--scheme", "--json", "--help"}
COMPUTATION = {
    *("--length", "--depth", "--plaintext", "--index", "--insist", "--circuit", "--expression"),
}
MODULI = {"--primes", "--log2-q", "--small", "--special", "--log2-p", "--digits"}
CHOICE = {
    *("--plaintext-bits", "--rotation-keys", "--objective", "--slack", "--most-log2-qp"),
    "--for-this-machine",
}
QUESTIONS = {
    # a question: (options that ask it, those that it takes)
    "bgv": (["--length", "4", "--depth", "1"], COMPUTATION | CHOICE),
    "bfv": (["--scheme", "bfv", "--length", "4", "--depth", "1"], COMPUTATION | CHOICE),
    "own": (
        ["--primes", "45,45", "--index", "8192", "--length", "4"],
        COMPUTATION | MODULI | CHOICE - {"--objective", "--most-log2-qp", "--for-this-machine"},
    ),
    "fv": (["--scheme", "fv", "--depth", "1"], COMPUTATION),
    "shield": (["--scheme", "shield", "--depth", "1"], COMPUTATION),
    "all": (["--scheme", "all", "--length", "4", "--depth", "1"], COMPUTATION | {"--slack"}),
    "ckks": (
        ["--scheme", "ckks", "--depth", "1"],
        {"--ckks", "--depth", "--precision", "--range", "--degree", "--ring", "--length"}
        | {"--insist", "--circuit", "--refresh"},
    ),
    "chain": (
        ["--chain", "60,40,60", "--degree", "8192", "--scale", "40"],
        {"--ckks", "--depth", "--precision", "--range", "--degree", "--ring", "--chain", "--scale"},
    ),
}
VALUES = {
    "--circuit": "nothing.txt",
    "--expression": "a*b",
    "--primes": "45,45",
    "--small": "20",
    "--special": "45",
    "--chain": "60,40,60",
    "--ring": "standard",
    "--objective": "size",
}


def options() -> Iterator[tuple[str, list[str]]]:
    command = typer.main.get_command(params.app)
    for parameter in command.params:
        name = max(parameter.opts, key=len)
        is_flag = bool(getattr(parameter, "is_flag", False))
        yield name, [name] if is_flag else [name, VALUES.get(name, "50")]


@pytest.mark.parametrize("question", QUESTIONS)
def test_options_of_other_questions_are_refused(question: str) -> None:
    asked, taken = QUESTIONS[question]
    refused = 0
    for name, words in options():
        if name in taken | EVERY:
            continue
        # Naming moduli or a chain is asking another question.
        if (question, name) in {("bgv", "--primes"), ("bfv", "--primes"), ("ckks", "--chain")}:
            continue
        if name in {"--log2-q", "--ckks"} and question in {"bgv", "bfv", "own"}:
            continue
        ended = CliRunner().invoke(params.app, [*asked, *words])
        said = str(ended.exception or "") + ended.output
        assert ended.exit_code != 0, (name, ended.output)
        # Naming a chain asks another question, of which the options before it are refused.
        wanted = "takes no --" if name == "--chain" else f"takes no {name}"
        assert wanted in said or "two questions" in said, (name, said)
        assert ended.stdout == ""
        refused += 1
    assert refused >= 6


@pytest.mark.parametrize("words", [["--ckks"], ["--chain", "60,40,60"]])
def test_two_schemes_are_two_questions(words: list[str]) -> None:
    ended = CliRunner().invoke(params.app, ["--scheme", "bfv", "--depth", "1", *words])
    assert "two questions" in str(ended.exception)
