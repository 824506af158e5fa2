"""`benches/independent/compare.py`: really run for ours; what it says of figures that are apart."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SCRIPT = ROOT / "benches" / "independent" / "compare.py"


@pytest.fixture(scope="module")
def own() -> Path:
    """Our program, as the Rust tests build it: optimised enough, and nothing is compiled twice."""
    build = ["cargo", "build", "--workspace", "--locked", "--quiet", "--example", "independent"]
    subprocess.run(build, cwd=ROOT, check=True)
    return ROOT / "target/debug/examples/independent"


def compare(own: Path, *options: str) -> subprocess.CompletedProcess[str]:
    ours = ["--libraries", "ringassay", "--own", str(own)]
    command = [sys.executable, str(SCRIPT), *ours, *options]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(("allowed", "status"), [("900", 0), ("0", 1)])
def test_both_figures_and_their_ratio(own: Path, allowed: str, status: int) -> None:
    done = compare(
        own, "--shapes", "N12", "--schemes", "BFV", "--rounds", "5", "--allowed", allowed
    )
    assert done.returncode == status, done.stderr
    rows = [line.split() for line in done.stdout.splitlines()[1:]]
    assert [row[:4] for row in rows] == [
        ["N12", "BFV", "ringassay", name] for name in ("multiply", "rotate", "encode_encrypt")
    ]
    for row in rows:
        ours, other, ratio = map(float, row[4:7])
        if row[3] == "encode_encrypt":
            continue
        assert ours > 0 and other > 0
        # The programs compute the same: whatever else runs, they are not ten times apart.
        assert 0.1 < ratio < 10
    # Encryption converts vectors in Python, and decides nothing.
    apart = [row[3] for row in rows if row[-1] == "apart"]
    assert apart == (["multiply", "rotate"] if status else [])


def test_programs_share_no_code_with_the_benchmark() -> None:
    for program in SCRIPT.parent.glob("*_program.py"):
        text = program.read_text("utf-8")
        assert not re.search(r"import rounds|ringassay\.bench|seal_bindings|openfhe_contexts", text)
