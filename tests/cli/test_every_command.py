"""Every command: what its help takes, whether its JSON is JSON, how it ends (docs/commands.md)."""

from __future__ import annotations

import json
import os
import re
import resource
import subprocess
from pathlib import Path

import pytest
from fresh import Ran, run_all
from test_light import SMALL, every_command
from typer.core import TyperGroup

from program import PROGRAM
from ringassay.cli.commands import load

PAGE = Path(__file__).resolve().parents[2] / "docs" / "commands.md"
ROW = re.compile(
    r"^\| `ringassay ([a-z -]+)` \| ([\d.]+) \| ([a-z –]+) \| ([\d, ]+) \|$", re.MULTILINE
)

HELP_S = 1.0
"""Processor time that no help takes, on a slow machine either; the table says what it took."""

TOY = "chall-id0000-rlwr-m8-q8-p4-l3-own"
"""What `challenge generate` makes here."""

WORKS: dict[str, list[list[str]]] = {
    "run": [["run", "small.toml", "--sut", "plaintext", "--sut", "original", "--json"]],
    "compare": [["compare", "plaintext", "original", "--json"]],
    "store list": [["store", "list", "--json"]],
    "store export": [["store", "export", "--json"]],
    "store history": [["store", "history", "evaluation", "--json"]],
    "report": [["report", "--out", "page", "--json"]],
    "show": [["show", "--json"]],
    "security": [["security", "-n", "1024", "--log2-q", "27", "--json"]],
    "sut new": [["sut", "new", "mine", "--json"]],
    "sut list": [["sut", "list", "--json"]],
    "sut install": [["sut", "install", "--json"]],
    "doctor": [["doctor", "--json"]],
    **{
        f"params {scheme}": [
            ["params", scheme, *words, "--depth", "1", "--security", "40", "--json"]
        ]
        for scheme, words in (
            *((scheme, ["--length", "2"]) for scheme in ("bgv", "bfv", "all")),
            *((scheme, []) for scheme in ("fv", "yashe", "f-ntru", "shield")),
        )
    },
    "challenge generate": [
        [
            *("challenge", "generate", "--index", "8", "--modulus", "8", "--p", "4"),
            *("--epoch", "60", "--instances", "2", "--json"),
        ]
    ],
    "challenge verify": [["challenge", "verify", TOY, "--json"]],
    "challenge list": [["challenge", "list", "--json"]],
    "challenge solve-toy": [["challenge", "solve-toy", TOY, "--json"]],
    "challenge suppress": [["challenge", "suppress", TOY, "--beacon", "value", "--json"]],
    "challenge estimate": [
        [
            *("challenge", "estimate", "--index", "1024", "--modulus", "769"),
            *("--variance", "0.01", "--json"),
        ]
    ],
    "params ckks": [["params", "ckks", "--depth", "1", "--json"]],
    "params gates": [["params", "gates", "--json"]],
    "circuit generate": [["circuit", "generate", "--out", "c.txt", "--json"]],
    "circuit eval": [["circuit", "eval", "circuit", "input", "--json"]],
    "circuit library": [
        ["circuit", "library", "adder", "--json"],
        ["circuit", "library", "adder", "--out", "a.aag", "--json"],
    ],
    "circuit convert": [["circuit", "convert", "a.aag", "--to", "bristol", "--json"]],
    "suite show": [["suite", "show", "small.toml", "--json"]],
    "suite trust": [["suite", "trust", "small.toml", "--json"]],
    "suite new": [["suite", "new", "other.toml", "--json"]],
    "suite write": [["suite", "write", "small.toml", "--out", "files", "--json"]],
    "predict tally": [
        ["predict", "tally", "--scheme", "fv", "--n", "1024", "--log2-q", "54", "--json"]
    ],
    "store delete": [["store", "delete", "latest", "--json"]],
    "party certificates": [["party", "certificates", "a", "b", "--out", "keys", "--json"]],
    "party session": [
        [
            *("party", "session", "s.toml", "--name", "n", "--length", "4", "--json"),
            *("--party", "a=keys/a.crt@localhost:7001", "--party", "b=keys/b.crt"),
        ]
    ],
}
"""What succeeds with little work."""

FAILS: dict[str, list[list[str]]] = {
    "challenge verify": [["challenge", "verify", "absent", "--json"]],
    "challenge suppress": [["challenge", "suppress", TOY, "--json"]],
    "compare": [["compare", "plaintext", "nobody", "--json"]],
    "demo": [["demo", "--nothing", "--json"]],
    "explore": [["explore", "--show", "latest", "--json"]],
    "bench": [
        ["bench", "ring", "--show", "latest", "--json"],
        ["bench", "bgv", "--sets", "nothing", "--json"],
    ],
    "predict calibrate": [["predict", "calibrate", "--check", "--json"]],
    "predict run": [["predict", "run", "--json"]],
    "predict suite": [["predict", "suite", "nothing", "--json"]],
    "predict sut": [["predict", "sut", "nobody", "--json"]],
    "predict sweeps": [["predict", "nothing", "--json"]],
    "advise": [["advise", "nothing", "--json"]],
    "sut run": [["sut", "nobody", "client"]],
    "sut check": [["sut", "check", "nobody", "--json"]],
    "run": [
        ["run", "nothing", "--json"],
        ["run", "small.toml", "--store", "no/where.db", "--json"],
    ],
    "store list": [["store", "list", "--store", "absent.db", "--json"]],
    "party combine": [["party", "combine", "s.toml", "--key", "keys/a.key", "--json"]],
    "party join": [
        [
            *("party", "join", "s.toml", "zoe", "--key", "keys/a.key", "--data", "circuit"),
            *("--ledger", "l", "--json"),
        ]
    ],
    "party demo": [["party", "demo", "--nothing", "--json"]],
}
"""What is refused. Commands that are long have their JSON read where they are tested."""


def leaves() -> list[str]:
    groups = {name for name, *_ in every_command() if isinstance(load(name), TyperGroup)}
    return [
        " ".join(words) for words in every_command() if len(words) > 1 or words[0] not in groups
    ]


@pytest.fixture(scope="module")
def ended(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[Ran]]:
    """Every invocation, in one interpreter."""
    folder = tmp_path_factory.mktemp("commands")
    (folder / "small.toml").write_text(SMALL)
    (folder / "circuit").write_text("W=1,D=0.1,L=2\nG1:LADD(W0,W0)")
    (folder / "input").write_text("[01]")
    (folder / "value").write_text("01" * 64)
    order = [(name, one) for part in (WORKS, FAILS) for name in part for one in part[name]]
    ran = run_all(folder, [arguments for _, arguments in order])
    found: dict[str, list[Ran]] = {}
    for (name, _), one in zip(order, ran, strict=True):
        found.setdefault(name, []).append(one)
    return found


def test_every_command_is_here() -> None:
    assert set(leaves()) == {*WORKS, *FAILS}


def test_json_is_json_and_codes_are_those_that_the_page_explains(
    ended: dict[str, list[Ran]],
) -> None:
    explained = {int(code) for code in re.findall(r"^\| (\d+) \|", PAGE.read_text(), re.MULTILINE)}
    for name, runs in ended.items():
        for ran in runs:
            assert ran.code in explained, ran
            assert (ran.code == 0) == (ran.arguments in WORKS.get(name, [])), ran
            if "--json" in ran.arguments:
                for line in ran.out.splitlines():
                    json.loads(line)
                # Silence is no JSON where something was done.
                assert bool(ran.out) == (ran.code == 0), ran


def _help_s(command: str) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([PROGRAM, *command.split(), "--help"], stdout=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def test_the_page_lists_all_and_help_comes_at_once(ended: dict[str, list[Ran]]) -> None:
    rows, measured = [], bool(os.environ.get("RINGASSAY_WRITE_TABLE"))
    for name in leaves():
        seconds = _help_s(name) if measured or name in {"run", "explore", "circuit eval"} else 0.0
        assert seconds < HELP_S, name
        codes = ", ".join(map(str, sorted({0, *(ran.code for ran in ended[name])})))
        said = "valid" if name in WORKS else "–" if name in {"sut run", "demo"} else "where tested"
        rows.append((name, f"{seconds:.2f}", said, codes))
    if measured:
        head = PAGE.read_text().partition("| command |")[0]
        lines = [
            f"| `ringassay {name}` | {s} | {said} | {codes} |" for name, s, said, codes in rows
        ]
        table = ["| command | `--help`, s | JSON here | codes seen |", "|---|---|---|---|", *lines]
        PAGE.write_text(head + "\n".join(table) + "\n")
    listed = ROW.findall(PAGE.read_text())
    assert [(n, said, codes) for n, _, said, codes in listed] == [(n, j, c) for n, _, j, c in rows]
    assert all(float(seconds) < HELP_S for _, seconds, _, _ in listed)
