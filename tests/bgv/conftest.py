"""Parameters and keys that several tests share: making them is most of the time."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest

from ringassay import bfv, bgv
from ringassay.he import integers

RNG = np.random.default_rng(4)


@dataclass(frozen=True)
class Case:
    """Parameters with keys, and plain numpy beside them."""

    parameters: integers.Parameters
    keys: integers.Keys

    @property
    def t(self) -> int:
        return self.parameters.plaintext

    def vector(self) -> np.ndarray:
        return RNG.integers(0, self.t, self.parameters.length)

    def opened(self, ciphertext: integers.Ciphertext) -> list[int]:
        return self.keys.decrypt(ciphertext).tolist()


# Insecure and small, of every shape: bits with masks in rotations, bits in copies, a prime with
# slots of degree 1, a power of a prime.
SHAPES = {
    "bits-masked": {"length": 18, "depth": 3, "index": 127},
    "bits-short": {"length": 5, "depth": 3, "index": 255},
    "residues": {"length": 64, "depth": 5, "index": 256, "plaintext": 257},
    "power": {"length": 6, "depth": 2, "index": 91, "plaintext": 27},
}


SCHEMES = {"bgv": bgv, "bfv": bfv}


def made(scheme: str, shape: str) -> Case:
    parameters = SCHEMES[scheme].choose(**SHAPES[shape], insist=True)
    return Case(parameters, parameters.keys(rotation_keys=16))


@pytest.fixture(scope="session", params=[f"{s}-{shape}" for s in SCHEMES for shape in SHAPES])
def case(request) -> Case:
    scheme, shape = request.param.split("-", 1)
    return made(scheme, shape)


@pytest.fixture(scope="session", params=SCHEMES)
def bits(request) -> Case:
    return made(request.param, "bits-masked")
