"""Counts the threads of this process after every kind of computation under `ringassay.threads(1)`.

Prints how many there were before and after: rayon's own pool, which whatever does not go through
ours would start, has one for each processor, and a child of `fork` could not use it.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from schemes import SCHEMES, saved, wrong_from_bytes, wrong_with_keys

import ringassay
from ringassay import ckks
from ringassay.circuit import Circuit
from ringassay.ring import Ring
from ringassay.trace import trace


def threads() -> int:
    """Those of this process."""
    return len(list(Path("/proc/self/task").iterdir()))


def slots() -> None:
    """Everything of the schemes with slots."""
    for name, scheme in SCHEMES.items():
        keys = scheme.choose().keys()
        given = saved(keys, scheme)
        ciphertext = keys.encrypt(scheme.vector)
        assert wrong_from_bytes(name, given) == []
        assert wrong_with_keys(name, keys, ciphertext) == []
        _ = (
            ciphertext + scheme.vector,
            ciphertext * scheme.vector,
            -ciphertext,
            ciphertext - ciphertext,
        )


def programs() -> None:
    """A circuit compiled and run, and functions of CKKS."""
    circuit = trace(lambda x: (x * x + 1).sum(), 8, modulus=257).circuit
    keys = SCHEMES["bgv"].choose().keys()
    keys.decrypt(keys.evaluation.compile(circuit)([keys.encrypt(np.arange(8))]))
    Circuit.generate({"kind": "mixed", "batch": 8, "width": 5, "depth": "2", "seed": 1})
    deep = ckks.choose(4, 20, length=8).keys()
    deep.decrypt(
        deep.encrypt(np.linspace(-1, 1, 8)).polynomial(ckks.Polynomial([0.5, 0.25, 0, 0.1]))
    )


def elements() -> None:
    """Elements of a ring large enough to be shared out."""
    ring = Ring(1 << 15, limbs=4)
    a, b = ring.uniform(), ring.uniform()
    assert a * b == b * a


if __name__ == "__main__":
    ringassay.threads(1)
    before = threads()
    for work in (slots, programs, elements):
        work()
    print(f"[{before}, {threads()}]")
