"""Commands start at once: each imports what it needs, when it runs."""

from __future__ import annotations

import pkgutil
import sys
from importlib import import_module
from pathlib import Path

import pytest
from fresh import imported_by, run_all
from typer.core import TyperGroup

from program import Cli
from ringassay.cli.commands import COMMANDS, load

DRAWING = {"matplotlib", "plotly", "scipy", "statsmodels"}
DATA = {"pandas", "pyarrow", "numpy"}
DATABASE = {"sqlalchemy"}
HEAVY = DRAWING | DATA | DATABASE

SMALL = """\
version = 1
name = "small"
seed = 1
security = 128
suts = ["plaintext"]
[[family]]
name = "f"
kind = "mixed"
batch = 8
depth = 2
width = 3
inputs = 1
"""


def every_command() -> list[list[str]]:
    found = [[name] for name in COMMANDS]
    for name in COMMANDS:
        command = load(name)
        if isinstance(command, TyperGroup):
            found += [[name, inner] for inner in command.commands]
    return found


def test_help_imports_nothing_that_takes_time(tmp_path: Path) -> None:
    asked = [["--help"], *([*command, "--help"] for command in every_command())]
    for ran in run_all(tmp_path, asked):
        assert ran.code == 0, ran.arguments
        assert "Usage" in ran.out, ran.arguments
        # Typer imports pydantic to read options: 0.1 s that no help text needs.
        assert not ran.packages & (HEAVY | {"pydantic"}), ran.arguments


def test_the_package_imports_nothing() -> None:
    ours = imported_by("import ringassay") - imported_by("pass")
    assert ours <= {"ringassay"} | sys.stdlib_module_names


def test_a_question_about_security_takes_neither_arrays_nor_a_database() -> None:
    asked = "from ringassay import security; security.estimate(1024, 27)"
    assert not imported_by(asked) & (HEAVY | {"typer", "rich", "pydantic"})


def test_the_list_of_commands_says_what_they_say_themselves() -> None:
    for name, listed in COMMANDS.items():
        command = load(name)
        own = (command.short_help or command.help).splitlines()[0]
        assert listed.help == own, name


def test_light_commands_are_light_when_they_run(tmp_path: Path) -> None:
    (tmp_path / "small.toml").write_text(SMALL)
    (tmp_path / "circuit").write_text("W=1,D=0.1,L=2\nG1:LADD(W0,W0)")
    (tmp_path / "input").write_text("[01]")
    asked = {
        0: [
            ["--version"],
            ["circuit", "eval", "circuit", "input"],
            ["circuit", "generate", "--out", "c.txt"],
            ["suite", "write", "small.toml", "--out", "files"],
            ["suite", "show", "small.toml"],
            ["sut", "list"],
            ["params", "bgv", "--length", "2", "--depth", "1", "--security", "40"],
            ["params", "fv", "--depth", "1", "--security", "40"],
            ["security", "-n", "1024", "--log2-q", "27"],
            ["doctor"],
            [
                *("challenge", "generate", "--index", "8", "--modulus", "8", "--p", "4"),
                *("--epoch", "60", "--instances", "2"),
            ],
            ["challenge", "verify", "chall-id0000-rlwr-m8-q8-p4-l3-own"],
            ["challenge", "list"],
            ["challenge", "solve-toy", "chall-id0000-rlwr-m8-q8-p4-l3-own"],
        ],
        2: [
            ["circuit", "eval", "circuit"],
            ["circuit", "eval", "absent", "-"],
            ["sut", "nobody", "client"],
        ],
    }
    for code, commands in asked.items():
        for ran in run_all(tmp_path, commands):
            assert ran.code == code, ran
            assert not ran.packages & HEAVY, ran.arguments


def test_measuring_needs_the_database_alone(tmp_path: Path) -> None:
    """The decision at the end needs more; nothing of that is there while times are taken."""
    suite = tmp_path / "small.toml"
    suite.write_text(SMALL)
    packages = imported_by(
        f"""
import ringassay.cli.run as run, ringassay.store as store
run._tell = lambda *ignored, **also: None
with store.Store({str(tmp_path / "x.db")!r}) as opened:
    assert run.measure(run.find_suite({str(suite)!r}), opened).outcomes == {{"ok": 1}}
"""
    )
    assert not packages & (DRAWING | DATA)
    (ran,) = run_all(tmp_path, [["store", "list", "--store", "x.db"]])
    assert ran.code == 0 and not ran.packages & (DRAWING | DATA)


def test_a_sut_starts_with_the_kit_alone() -> None:
    packages = imported_by("import ringassay.sut.kit, ringassay.sut.slots.party")
    assert not packages & (HEAVY | {"typer", "rich", "pydantic"})


@pytest.mark.parametrize("package", ["analysis", "bgv", "evaluation", "security", "store"])
def test_what_is_imported_late_is_there(package: str) -> None:
    module = import_module(f"ringassay.{package}")
    submodules = {found.name for found in pkgutil.iter_modules(module.__path__)}
    for name in module.__all__:
        assert hasattr(module, name), name
        assert name not in submodules, f"{name}: the submodule would take its place"
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        module.nothing  # noqa: B018


def test_commands_that_do_not_exist(cli: Cli) -> None:
    ended = cli("nothing")
    assert ended.code == 2
    assert "No such command 'nothing'" in ended.err
