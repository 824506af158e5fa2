"""Libraries that are installed on request: what is offered, what is said where one is missing."""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from ringassay.cli import installable
from ringassay.sut import libraries, registry
from ringassay.sut.libraries import LIBRARIES, Tool

PACKAGES = Path(libraries.__file__).parents[2]


def test_their_systems_are_those_of_the_registry() -> None:
    known = {one.name for one in registry.shipped()}
    offered = [system for one in LIBRARIES for system in one.systems]
    assert set(offered) <= known
    assert len(offered) == len(set(offered))
    assert [one.name for one in LIBRARIES] == [
        *("seal", "node-seal", "openfhe", "fhe-rs", "helib", "concrete", "tfhe-rs")
    ]


def test_what_is_installed_lies_below_the_folder_of_its_library() -> None:
    for one in LIBRARIES:
        words = [word for command in one.recipe() for word in command]
        if one.name != "seal":  # which is a package for the Python that runs ringassay
            assert any(word.startswith(str(one.folder)) for word in words), one.name
        if "--path" in words:  # what cargo builds on the way lies there, too
            assert words[words.index("--target-dir") + 1].startswith(str(one.folder)), one.name


def test_no_licence_without_patents_comes_with_all() -> None:
    for one in LIBRARIES:
        # HElib is the user's own.
        assert one.automatic == (one.name not in ("helib", "concrete", "tfhe-rs"))


def test_what_is_missing_is_said_with_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    lacking = Tool("python9.9", lambda: None, "install CPython 9.9")
    one = replace(LIBRARIES[1], name="lacking", tools=(lacking,), commands=lambda tools: [[*tools]])
    monkeypatch.setattr(libraries, "LIBRARIES", (one,))
    assert libraries.remedy("lacking") == (
        "install CPython 9.9; then: ringassay sut install lacking"
    )
    with pytest.raises(installable.InstallError, match=r"lacking: install CPython 9\.9"):
        installable.install(["lacking"])
    with pytest.raises(installable.InstallError, match=r"there is no library 'lackin'.*lacking"):
        installable.install(["lackin"])


def test_a_command_that_fails_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    bad = replace(LIBRARIES[0], name="bad", commands=lambda _: [[sys.executable, "-c", "exit(7)"]])
    monkeypatch.setattr(libraries, "LIBRARIES", (bad,))
    with pytest.raises(installable.InstallError, match="ended with 7"):
        installable.install(["all"])


def test_a_python_is_found_by_its_variable(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(libraries, "FOLDER", tmp_path)
    assert libraries.python_with("none", "no_such_package") is None
    assert libraries.python_with("none", "json") == sys.executable
    monkeypatch.setenv("RINGASSAY_NONE_PYTHON", "/nowhere/python")
    assert libraries.python_with("none", "json") is None
    monkeypatch.setenv("RINGASSAY_NONE_PYTHON", sys.executable)
    assert libraries.python_with("none", "no_such_package") == sys.executable
    monkeypatch.delenv("RINGASSAY_NONE_PYTHON")
    (tmp_path / "none/lib/python3.10/site-packages/there").mkdir(parents=True)
    assert libraries.python_with("none", "there") == str(tmp_path / "none/bin/python")


_IMPORTS = """
import sys
sys.path.append(sys.argv[1])
import ringassay.sut.kit
from ringassay.sut.slots import bfv, bgv, ckks
from ringassay.sut import wheel
ours = [name for name in sys.modules if name.startswith("ringassay._native")]
assert not ours and "numpy" not in sys.modules, ours
print(bfv.security.max_log2_qp(8192, 128))
"""


def test_the_kit_runs_on_python_3_10_without_the_compiled_module() -> None:
    python = next(one for one in LIBRARIES if one.name == "openfhe").tools[0].find()
    if python is None:
        pytest.skip("there is no CPython 3.10")
    command = [python, "-I", "-c", _IMPORTS, str(PACKAGES)]
    said = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (said.returncode, said.stdout) == (0, "214\n"), said.stderr


LISTS = (*sorted((PACKAGES / "ringassay/sut/requirements").glob("*.txt")),)


@pytest.mark.parametrize("file", LISTS, ids=lambda file: file.stem)
def test_everything_that_is_installed_is_pinned_by_hash(file: Path) -> None:
    """And no address of a registry stands there."""
    found = file.read_text()
    lines = [line for line in found.splitlines() if line and not line.lstrip().startswith("#")]
    names = [line for line in lines if not line.startswith(" ")]
    assert names and all(re.match(r"[a-z0-9-]+==[0-9.]+( ;.*)? \\$", line) for line in names)
    hashes = [line for line in lines if line.startswith(" ")]
    assert all(re.fullmatch(r" +--hash=sha256:[0-9a-f]{64}( \\)?", line) for line in hashes)
    assert "://" not in found
    asked = file.with_suffix(".in").read_text().split()
    assert {re.split("[=<]", one)[0].replace("_", "-") for one in asked} <= {
        line.split("==")[0] for line in names
    }


def test_lists_are_those_of_the_libraries() -> None:
    used = {
        Path(word).stem
        for one in libraries.LIBRARIES
        for command in one.recipe()
        for word in command
        if word.endswith(".txt")
    }
    assert used == {file.stem for file in LISTS} == {"concrete", "openfhe", "seal"}
