"""Looking at a suite runs nothing of it; code of a suite runs once its content is trusted."""

from __future__ import annotations

from pathlib import Path

import pytest

import ringassay
from program import Cli
from ringassay.evaluation.given import FileRef, Function
from ringassay.evaluation.suite import SuiteError
from ringassay.evaluation.traced import traced
from ringassay.evaluation.trust import UntrustedError, require, trust_file

COMMANDS = (
    ("suite", "write", "s.toml", "--out", "files"),
    ("run", "s.toml", "--no-probes"),
    ("predict", "suite", "s.toml"),
    ("advise", "s.toml:f", "--dry-run"),
    ("run", "s.toml", "--only", "f/0"),
)


@pytest.fixture
def suite(cli: Cli, tmp_path: Path) -> Path:
    """A suite with a function whose file leaves a trace where it can; the trace's place."""
    canary = tmp_path / "ran"
    (cli.folder / "evil.py").write_text(
        f"from pathlib import Path\ntry:\n    Path({str(canary)!r}).touch()\n"
        "except OSError:\n    pass\ndef f(x):\n    return x + 1\n"
    )
    (cli.folder / "s.toml").write_text(
        'version = 1\nname = "s"\nseed = 1\nsecurity = 80\nsuts = ["plaintext"]\n'
        '[[function]]\nfile = "evil.py"\nfunction = "f"\nmodulus = 17\nbatch = 2\n'
        "random_inputs = 1\n"
    )
    return canary


def test_showing_a_suite_names_its_code_and_runs_none(
    cli: Cli, suite: Path, tmp_path: Path
) -> None:
    ended = cli("suite", "show", "s.toml", XDG_CONFIG_HOME=str(tmp_path / "config"))
    assert ended.code == 0, ended.err
    assert "evil.py:f" in ended.out and "is not trusted" in ended.out
    assert cli("suite", "show", "s.toml", "--json").code == 0
    assert not suite.exists()


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
def test_code_that_is_not_trusted_does_not_run(
    cli: Cli, suite: Path, tmp_path: Path, command: tuple[str, ...]
) -> None:
    ended = cli(*command, XDG_CONFIG_HOME=str(tmp_path / "config"))
    assert ended.code == 2, ended.err
    assert "evil.py:f is code of the suite" in ended.err and "suite trust" in ended.err
    assert not suite.exists()


def test_what_is_trusted_is_the_content(cli: Cli, suite: Path, tmp_path: Path) -> None:
    config = {"XDG_CONFIG_HOME": str(tmp_path / "config")}
    trusted = cli("suite", "trust", "s.toml", **config)
    assert trusted.code == 0 and "trusted: " in trusted.out and not suite.exists()
    ended = cli("run", "s.toml", "--no-probes", **config)
    assert ended.code == 0 and not suite.exists(), ended.err
    assert ended.err.startswith("Runs code: ") and "evil.py:f, SHA-256 " in ended.err
    assert "in a process of its own" in ended.err
    with (cli.folder / "evil.py").open("a") as file:
        file.write("# another content\n")
    changed = cli("run", "s.toml", "--no-probes", **config)
    assert changed.code == 2 and "suite trust" in changed.err and not suite.exists()


def test_a_text_under_the_name_of_a_shipped_file_is_not_shipped() -> None:
    """As the suite in a stranger's store may have it, of which a run is resumed."""
    shipped = str(next(Path(ringassay.__file__).parent.rglob("*.py")))
    own = {"function": "f", "name": "f", "random_inputs": 1}
    text = Function(file=FileRef(path=shipped, text="print(1)"), **own)
    with pytest.raises(UntrustedError, match="suite trust"):
        require(text)
    require(Function(file=FileRef(path=shipped), **own))


def test_a_hash_that_is_trusted_is_that_of_what_runs(tmp_path: Path) -> None:
    """A store that names the hash of trusted content beside another file."""
    good, evil = tmp_path / "good.py", tmp_path / "evil.py"
    good.write_text("def f(x):\n    return x\n")
    evil.write_text("raise SystemExit\n")
    digest = trust_file(good)
    one = FileRef(path=str(evil), sha256=digest)
    with pytest.raises(SuiteError, match="no longer what it was"):
        traced(Function(file=one, function="f", name="f", random_inputs=1))


def test_what_the_user_names_is_the_users(cli: Cli, suite: Path, tmp_path: Path) -> None:
    config = {"XDG_CONFIG_HOME": str(tmp_path / "config")}
    ended = cli(
        *("run", "--function", "evil.py:f", "--modulus", "17", "--batch", "2"),
        *("--sut", "plaintext", "--no-probes"),
        **config,
    )
    assert ended.code == 0 and suite.exists(), ended.err
