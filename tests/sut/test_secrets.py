"""No branch and no address depends on a secret, as far as memcheck sees the program that ships."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = Path(sys.prefix) / "bin" / "ringassay-runtime"


@pytest.mark.parametrize("backend", ["portable", "avx2"])
def test_nothing_branches_on_secrets(backend: str) -> None:
    if shutil.which("valgrind") is None:
        pytest.skip("valgrind is not installed")
    done = subprocess.run(
        [PROGRAM, "bgv", "secrets"],
        check=False,
        env={**os.environ, "RINGASSAY_BACKEND": backend},
        capture_output=True,
        text=True,
    )
    if "this machine lacks the instructions" in done.stderr:
        pytest.skip(f"no {backend} here")
    assert done.returncode == 0, done.stdout + done.stderr
    first, _, *rows, last = done.stdout.splitlines()
    assert first == f"backend {backend}"
    counts = re.fullmatch(r"(\d+) functions, 0 findings; a planted branch on a secret: (\d+)", last)
    assert counts is not None, last
    functions, planted = map(int, counts.groups())
    assert functions >= 25
    assert functions == len(rows) - 1
    assert planted > 0
    known = [row for row in rows if "known:" in row]
    assert [row.split(":")[0] for row in known] == ["YASHE'", "F-NTRU"]


def test_without_valgrind_it_says_what_to_do() -> None:
    done = subprocess.run(
        [PROGRAM, "bgv", "secrets"], check=False, env={"PATH": ""}, capture_output=True, text=True
    )
    assert done.returncode == 1
    assert "valgrind did not start" in done.stderr
    assert "apt-get install valgrind" in done.stderr
