"""The rounding mode of the thread, which any library of the process can set, decides nothing."""

import os
import subprocess
import sys

import pytest

# Prints digests of the same computations in each of the modes of C (x86-64): to nearest, downward,
# upward, toward zero.
PROGRAM = """
import ctypes, hashlib
import numpy as np
from ringassay import bgv
from ringassay.ring import Ring

libm = ctypes.CDLL("libm.so.6")
ring = Ring(12483, limbs=3)
numbers = np.arange(ring.n)
parameters = bgv.choose(length=64, depth=1, security=80, plaintext=257)
for mode in (0, 0x400, 0x800, 0xC00):
    assert libm.fesetround(mode) == 0
    done = hashlib.sha256()
    error = ring.error(3.2, seed=1)
    product = ring(numbers) * ring.uniform(seed=2) + error
    done.update(product.residues().tobytes())
    for sigma in (3.2, 1e9):
        done.update(ring.coefficient_gaussian(sigma, seed=3).residues().tobytes())
    keys = parameters.keys()
    x = keys.encrypt(numbers[:64])
    right = (keys.decrypt(x * x) == numbers[:64] ** 2 % 257).all()
    assert libm.fegetround() == mode
    assert libm.fesetround(0) == 0
    print(mode, right, product.residues().max() < max(ring.moduli), done.hexdigest())
"""


@pytest.mark.parametrize("backend", ["portable", "avx2", "avx512"])
def test_no_rounding_mode_changes_anything(backend: str) -> None:
    environment = {**os.environ, "RINGASSAY_BACKEND": backend}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        check=False,
        env=environment,
        capture_output=True,
        text=True,
    )
    if "this machine lacks the instructions" in done.stderr:
        pytest.skip(f"no {backend} here")
    assert done.returncode == 0, done.stderr
    lines = [line.split() for line in done.stdout.splitlines()]
    assert len(lines) == 4
    assert all(line[1:3] == ["True", "True"] for line in lines), done.stdout
    assert len({line[3] for line in lines}) == 1, done.stdout
