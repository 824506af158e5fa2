"""Both rings of CKKS for as many real numbers in a ciphertext: milliseconds of processor time.

    python scripts/ckks_rings.py

Parameters are those that `ckks.choose` finds for each ring at 128 bits of security; rounds take
both rings in turn.
"""

from __future__ import annotations

import os
import statistics
import time
from collections.abc import Callable

import numpy as np

from ringassay import ckks

RINGS = ("standard", "conjugate-invariant")
SHAPES = ((1, 8192), (3, 16384), (7, 32768), (3, 1024))
"""Depth, and numbers in a ciphertext."""
ROUNDS, CALLS = 9, 3


def operations(parameters: ckks.Parameters) -> dict[str, Callable[[], object]]:
    """What is measured of an instance."""
    keys = parameters.keys(rotations=[1])
    x = np.random.default_rng(1).uniform(-1, 1, parameters.length)
    a, b = keys.encrypt(x), keys.encrypt(x)
    return {
        "encrypt": lambda: keys.encrypt(x),
        "decrypt": lambda: keys.decrypt(a),
        "a·b, relinearised": lambda: a * b,
        "rotate": lambda: a.rotate(1),
        "a + b": lambda: a + b,
    }


def milliseconds(call: Callable[[], object]) -> float:
    """Processor time of one call, all threads included."""
    start = time.process_time()
    for _ in range(CALLS):
        call()
    return (time.process_time() - start) / CALLS * 1e3


def main() -> None:
    """Prints a table for each shape."""
    for depth, length in SHAPES:
        both = [ckks.choose(depth, length=length, ring=ring) for ring in RINGS]
        degrees = " and ".join(f"N = {parameters.n}" for parameters in both)
        bits = " and ".join(f"{parameters.security_bits:.0f}" for parameters in both)
        load = f"load {os.getloadavg()[0]:.1f}"
        print(f"depth {depth}, {length} numbers: {degrees}, {bits} bits of security; {load}")
        measured = [operations(parameters) for parameters in both]
        for name in measured[0]:
            rounds = [[milliseconds(of[name]) for of in measured] for _ in range(ROUNDS)]
            times = [statistics.median(times) for times in zip(*rounds, strict=True)]
            print(f"  {name:18} {times[0]:8.3f} {times[1]:8.3f} {times[1] / times[0]:6.2f}")


if __name__ == "__main__":
    main()
