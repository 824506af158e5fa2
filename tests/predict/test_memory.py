"""Memory predicted and executed, on every backend that this machine has."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from memory_on_this_backend import POINTS

from ringassay import _native

SCRIPT = Path(__file__).parent / "memory_on_this_backend.py"
BACKENDS = _native.backends()


@pytest.mark.parametrize("backend", BACKENDS["available"])
def test_memory_is_predicted_on_every_backend(backend: str) -> None:
    done = subprocess.run(
        [sys.executable, SCRIPT],
        env={**os.environ, BACKENDS["variable"]: backend},
        capture_output=True,
        text=True,
        check=True,
    )
    for point, (predicted, executed) in zip(POINTS, json.loads(done.stdout), strict=True):
        # Small points are nearer to what the allocator rounds.
        within = 0.012 if point.n >= 1024 else 0.03
        assert predicted == pytest.approx(executed, rel=within), f"{point} on {backend}"
