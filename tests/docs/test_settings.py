"""docs/settings.md states what the code takes; a configuration file sets what it says."""

from __future__ import annotations

import inspect
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from chapters import DOCS

from ringassay.cli import compare, demo, export, report, stored, sut
from ringassay.harness.bounds import Bounds
from ringassay.sut import registry

ROOT = DOCS.parent
TEXT = (DOCS / "settings.md").read_text(encoding="utf-8")
# Of tests, of building, and of how programs tell each other what they were built from.
INNER = {
    *("COMMIT", "COMPILER", "TRY", "KERNELS", "NONE_PYTHON", "ZIPS", "CALLS", "CALLS_COLD"),
}


def test_every_variable_is_listed() -> None:
    found = set()
    for folder, endings in (("python", "*.py"), ("crates", "*.rs"), ("adapters", "*.go")):
        for file in (ROOT / folder).rglob(endings):
            if "tests" not in file.parts and "target" not in file.parts:
                found |= set(re.findall(r'"RINGASSAY_([A-Z_]+)"', file.read_text(encoding="utf-8")))
    named = set(re.findall(r"`RINGASSAY_([A-Z_]+)`", TEXT))
    assert found - INNER <= named
    assert {"RINGASSAY_OPENFHE_PYTHON", "HELIB_PREFIX"} <= set(re.findall(r"[A-Z_]{5,}", TEXT))


def test_folders() -> None:
    for row, default in (
        (f"| store | `{stored.DEFAULT_STORE}`", True),
        (f"| `report` | `{report.DEFAULT_OUT}/`", True),
        (f"| `compare` | `{_default(compare.compare, 'out')}/`", True),
        (f"| `store export` | `{_default(export.export, 'out')}/`", True),
        (f"| `demo` | `{_default(demo.demo, 'out')}/`", True),
    ):
        assert (row in TEXT) == default, row


def _default(command: object, name: str) -> object:
    return inspect.signature(command).parameters[name].default  # type: ignore[arg-type]


def test_bounds() -> None:
    bounds = Bounds()
    assert f"| `start_s` | {bounds.start_s:g} s |" in TEXT
    steps = {bounds.keygen_s, bounds.ingest_s, bounds.encrypt_s, bounds.decrypt_s}
    assert len(steps) == 1
    assert f"`decrypt_s` | {steps.pop():g} s |" in TEXT
    assert f"| `evaluate_s` | {bounds.evaluate_s:g} s |" in TEXT
    assert (
        "| `processes` (and threads) | 256, or eight for each processor where these are more |"
        in TEXT
    )
    assert bounds.processes is None
    assert bounds.packet_bytes == 1 << 30
    check = inspect.signature(sut.check).parameters
    assert f"`--step-seconds` ({check['step_seconds'].default})" in TEXT
    assert f"`--seconds` ({check['seconds'].default})" in TEXT


def test_options_of_systems() -> None:
    rows = dict(re.findall(r"^\| (`ringassay-.*?|`seal`|`helib`) \| (.*) \|$", TEXT, re.MULTILINE))
    listed = {}
    for names, options in rows.items():
        first = re.findall(r"`([a-z-]+)`", names)
        full = [name if not name.startswith("-") else f"ringassay{name}" for name in first]
        listed |= {name: set(re.findall(r"`(--[a-z0-9-]+)`", options)) for name in full}
    shipped = {one.name: set(one.settings) for one in registry.shipped() if one.settings}
    assert listed == shipped


def ringassay(
    *arguments: str, config: str | None = None, home: Path
) -> subprocess.CompletedProcess[str]:
    folder = home / ".config" / "ringassay"
    folder.mkdir(parents=True, exist_ok=True)
    if config is not None:
        (folder / "config.toml").write_text(config)
    env = {name: value for name, value in os.environ.items() if "XDG" not in name}
    return subprocess.run(
        [str(Path(sys.executable).with_name("ringassay")), *arguments],
        cwd=home, capture_output=True, text=True, check=False,
        env={**env, "HOME": str(home), "COLUMNS": "300"},
    )  # fmt: skip


def test_the_file_sets_defaults_and_the_command_line_goes_before(tmp_path: Path) -> None:
    example = re.search(r"```toml\n(\[defaults\].*?)```", TEXT, re.DOTALL)
    assert example is not None
    (tmp_path / "measurements").mkdir()
    ended = ringassay("store", "list", config=example[1], home=tmp_path)
    assert ended.returncode == 4
    assert f"{tmp_path / 'measurements/ringassay.db'} does not exist" in ended.stderr
    ended = ringassay("store", "list", "--store", "other.db", home=tmp_path)
    assert "other.db does not exist" in ended.stderr
    assert ringassay("--version", home=tmp_path).returncode == 0
    ended = ringassay(
        "circuit", "library", config="[circuit.library]\njson = true\n", home=tmp_path
    )
    assert ended.stdout.startswith("["), ended.stderr


@pytest.mark.parametrize(
    ("config", "message"),
    [
        ("[run]\nstor = 1\n", "[run] has no 'stor' (did you mean 'store'?)"),
        ("[runn]\nstore = 1\n", "the file has no 'runn' (did you mean 'run"),
        ("run = 3\n", "run: expected a table, [run]"),
        ("[run.store]\nx = 1\n", "[run] store: expected a value, not a table"),
        ("[run\n", "not a TOML file"),
        ('[run]\njobs = "many"\n', "--jobs"),
    ],
)
def test_what_the_file_cannot_say_is_refused(tmp_path: Path, config: str, message: str) -> None:
    ended = ringassay("run", "quick", config=config, home=tmp_path)
    assert ended.returncode == 2, ended.stderr
    assert message in ended.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == [".config"]


def test_a_file_in_the_working_folder_sets_nothing(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text("[run\n")
    (tmp_path / "ringassay").mkdir()
    (tmp_path / "ringassay" / "config.toml").write_text("[run\n")
    assert ringassay("circuit", "library", home=tmp_path).returncode == 0
