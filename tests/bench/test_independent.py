"""`benches/independent/compare.py`: really run for ours; what it says of figures that are apart."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "benches" / "independent" / "compare.py"


def compare(*options: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(SCRIPT), "--libraries", "ringassay", *options]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(("allowed", "status"), [("900", 0), ("0", 1)])
def test_both_figures_and_their_ratio(allowed: str, status: int) -> None:
    done = compare("--shapes", "N12", "--schemes", "BFV", "--rounds", "5", "--allowed", allowed)
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
