"""Go counted by Go's own parser: the same functions, the same complexities."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from ringassay.analysis.code import measure

HERE = Path(__file__).parent
SOURCES = (HERE / "samples", HERE.parents[1] / "adapters")


@pytest.mark.skipif(shutil.which("go") is None, reason="needs the Go toolchain")
def test_every_go_function_agrees_with_gos_parser(tmp_path: Path) -> None:
    counted = set()
    files = []
    for root in SOURCES:
        base = measure(root, root.name)
        files += [str(root / file.path) for file in base.files if file.language == "Go"]
        counted |= {
            (str(root / file.path), f.line, f.complexity, f.name.rpartition(".")[2])
            for file, f in base.functions("Go")
        }
    program = tmp_path / "functions"
    subprocess.run(
        ["go", "build", "-o", program, HERE / "oracles" / "functions.go"], check=True, timeout=300
    )
    done = subprocess.run([program, *files], capture_output=True, text=True, check=True)
    rows = (line.split("\t") for line in done.stdout.splitlines())
    expected = {(path, int(line), int(complexity), name) for path, line, complexity, name in rows}
    assert counted == expected
    assert len(expected) > 200
