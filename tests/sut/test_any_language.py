"""docs/adapter-any-language.md: its session is real, and the system in Java is right."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from program import Cli

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "adapter-any-language.md").read_text(encoding="utf-8")
JAVA = ROOT / "adapters" / "java"
QUIET = ("-Xlog:disable", "-Xlog:all=warning:stderr")


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the adapter's sources, its entry, and its classes in `build`."""
    javac = shutil.which("javac")
    if javac is None:
        pytest.skip("no JDK of version 17 or later here")
    said = subprocess.run([javac, "-version"], capture_output=True, text=True, check=True)
    (version,) = re.findall(r"javac (\d+)", said.stdout + said.stderr)
    if int(version) < 17:
        pytest.skip("no JDK of version 17 or later here")
    folder = tmp_path_factory.mktemp("java")
    sources = [shutil.copy(source, folder) for source in JAVA.glob("*.java")]
    subprocess.run([javac, "-Xlint:all", "-Werror", "-d", folder / "build", *sources], check=True)
    shutil.copy(JAVA / "suts.toml", folder)
    return folder


def test_the_session_is_that_of_the_page(built: Path) -> None:
    done = subprocess.run(
        [
            *(sys.executable, ROOT / "docs" / "transcript.py"),
            *("java", *QUIET, "-cp", built / "build", "Plain"),
        ],
        capture_output=True, text=True, check=True, timeout=60,
    )  # fmt: skip
    shown = re.search(r"```text\n(.*?)```", PAGE, re.DOTALL)
    assert shown is not None
    assert done.stdout == shown[1]
    assert "[101,202,46]" in shown[1], "products and sums mod 257, by hand"


def test_it_passes_the_check(built: Path) -> None:
    ended = Cli(built)("sut", "check", "java-plain", "--sut-file", "suts.toml", "--json")
    assert ended.code == 0, ended.out + ended.err
    found = [one for one in ended.out.splitlines() if '"ok"' in one]
    assert found, ended.out


def test_it_is_right_and_named_as_what_it_is(built: Path) -> None:
    options = ("--sut", "java-plain", "--sut-file", "suts.toml", "--store", "java.db", "--json")
    # Gates that it does not declare are not sent; any answer that is not right would end with 1.
    ended = Cli(built)("run", "quick", *options)
    assert ended.code == 0, ended.err
    said = [json.loads(line) for line in ended.lines]
    assert any("not encrypted" in json.dumps(event) for event in said)


def test_the_page_shows_the_entry() -> None:
    assert (JAVA / "suts.toml").read_text(encoding="utf-8") in PAGE
