"""Functions in a stranger's suite: what was hashed is what runs, and none computes without end."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from program import Cli
from ringassay.evaluation import load_suite
from ringassay.evaluation.suite import SuiteError
from ringassay.evaluation.trust import OWN
from ringassay.trace import TraceError, load_function, trace

HEAD = 'version = 1\nseed = 1\nname = "s"\nsecurity = 80\nsuts = ["plaintext"]\n'


def test_a_function_has_no_content_beside_its_file(tmp_path: Path) -> None:
    (tmp_path / "ev.py").write_text("def f(x):\n    return x\n")
    suite = tmp_path / "s.toml"
    suite.write_text(
        f'{HEAD}[[function]]\nfile = {{ path = "ev.py", text = "#" }}\nfunction = "f"\n'
        "modulus = 17\nrandom_inputs = 1\n"
    )
    with pytest.raises(SuiteError, match="named by a text"):
        load_suite(suite, OWN)


def test_what_was_read_is_what_runs(tmp_path: Path) -> None:
    file = tmp_path / "ev.py"
    file.write_text("raise SystemExit('the other one')\n")
    function = load_function(f"{file}:f", b"def f(x):\n    return x + 1\n")
    assert function(2) == 3


def test_neighbours_can_be_imported_while_it_is_called(tmp_path: Path) -> None:
    (tmp_path / "hostile_neighbour.py").write_text("STEP = 3\n")
    file = tmp_path / "f.py"
    file.write_text("def f(x):\n    from hostile_neighbour import STEP\n    return x + STEP\n")
    found = trace(load_function(f"{file}:f"), 2, 17)
    assert [list(one) for one in found.answers([[1, 16]])] == [[4, 2]]


@pytest.mark.parametrize(
    "body",
    ["x ** (2**31 - 3)", "x ** 10**7", "squared(x, 60)"],
)
def test_an_integer_beyond_all_bounds_is_refused(tmp_path: Path, body: str) -> None:
    file = tmp_path / "f.py"
    file.write_text(
        "def squared(x, times):\n    for _ in range(times):\n        x = x * x\n    return x\n"
        f"def f(x):\n    return {body}\n"
    )
    began = time.process_time()
    found = trace(load_function(f"{file}:f"), 2, 2**31 - 1)
    with pytest.raises(TraceError, match="reduce modulo"):
        found.answers([[3, 2**31 - 2]])
    assert time.process_time() - began < 5.0


def test_reduced_between_products_it_is_computed(tmp_path: Path) -> None:
    file = tmp_path / "f.py"
    file.write_text(
        "def f(x):\n    t, power = 2**31 - 1, 1\n    for bit in f'{t - 2:b}':\n"
        "        power = power * power % t\n"
        "        if bit == '1':\n            power = power * x % t\n    return power\n"
    )
    t = 2**31 - 1
    found = trace(load_function(f"{file}:f"), 2, t)
    ((first, second),) = found.answers([[3, t - 1]])
    assert (3 * int(first) % t, int(second)) == (1, t - 1)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("seed = 1e99999999999999999999", "not valid TOML"),
        ("seed = " + "[" * 3000, "not valid TOML"),
        ("seed = " + "1" * 5000, "not valid TOML"),
    ],
)
def test_numbers_beyond_all_bounds_are_no_traceback(cli: Cli, line: str, said: str) -> None:
    (cli.folder / "s.toml").write_text(f"{HEAD}{line}\n")
    ended = cli("suite", "show", "s.toml")
    assert ended.code == 2 and said in ended.err and "Traceback" not in ended.err


@pytest.mark.parametrize("text", ["x = " + "[" * 3000, "x = " + "1" * 5000])
def test_a_file_of_systems_is_no_traceback(cli: Cli, text: str) -> None:
    (cli.folder / "suts.toml").write_text(text)
    ended = cli("run", "quick", "--sut", "mine", "--sut-file", "suts.toml")
    assert ended.code == 2 and "not a TOML file" in ended.err


def test_homes_that_there_are_not_are_named(cli: Cli) -> None:
    (cli.folder / "s.toml").write_text(
        f'{HEAD}[[expression]]\nname = "e"\nexpression = "a"\ninputs = ["~nosuchuser/x"]\n'
    )
    ended = cli("suite", "show", "s.toml")
    assert ended.code == 2 and "~nosuchuser" in ended.err and "Traceback" not in ended.err
    (cli.folder / "suts.toml").write_text(
        '[sut.mine]\nclient = ["true"]\nserver = ["true"]\nreadable = ["~nosuchuser/x"]\n'
    )
    ended = cli("run", "quick", "--sut", "mine", "--sut-file", "suts.toml")
    assert ended.code == 2 and "~nosuchuser" in ended.err and "Traceback" not in ended.err


def test_what_is_shipped_is_not_another_program_nearby(cli: Cli, tmp_path: Path) -> None:
    canary = tmp_path / "canary"
    (cli.folder / "suts.toml").write_text(
        f'[sut.plaintext]\nclient = ["/bin/touch", "{canary}"]\n'
        f'server = ["/bin/touch", "{canary}"]\n'
    )
    ended = cli("sut", "check", "plaintext", "--seconds", "1")
    assert ended.code in (0, 1) and not canary.exists()
    named = cli("sut", "check", "mine")
    assert named.code == 2
