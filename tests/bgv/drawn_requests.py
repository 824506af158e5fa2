"""Requests for parameters drawn at random: whatever `choose` gives is an instance, with its keys.

`python tests/bgv/drawn_requests.py --requests 10000`; every tenth that is served makes keys and
decrypts a vector, the others the tables of the instance.
"""

from __future__ import annotations

import argparse
import collections
import random
import sys
from typing import Any

import numpy as np

from ringassay import bfv, bgv, ckks

MODULI = (2, 3, 4, 5, 7, 8, 9, 16, 17, 27, 64, 97, 127, 256, 257, 769, 12289, 65537, 786433)
SCHEMES = {"bgv": bgv.choose, "bfv": bfv.choose}


def request(draw: random.Random) -> tuple[str, dict[str, Any]]:
    """A scheme and what is asked of it: small rings, whose security is insisted on."""
    scheme = draw.choice(["bgv", "bfv", "bgv", "bfv", "ckks"])
    if scheme == "ckks":
        return scheme, {
            "depth": draw.randint(0, 4),
            "precision": draw.randint(5, 45),
            "range": draw.choice([1, 1, 0.01, 100]),
            "length": draw.choice([1, 2, 3, 7, 64, 500]),
            "ring": draw.choice(["standard", "conjugate-invariant"]),
            "degree": 2 ** draw.randint(9, 12),
            "insist": True,
        }
    return scheme, {
        "length": draw.choice([1, 1, 2, 3, 5, 8, 18, 60, 512]),
        "depth": draw.choice([0, 0.1, 0.5, 1, 1.6, 2]),
        "plaintext": draw.choice(MODULI),
        "index": draw.choice([2 ** draw.randint(3, 14), draw.randint(3, 1500)]),
        "slack": 0,
        "insist": True,
    }


def choose(scheme: str, asked: dict[str, Any]) -> Any:
    """The parameters. Raises `SchemeError` where there are none."""
    if scheme != "ckks":
        return SCHEMES[scheme](**asked)
    rest = {name: value for name, value in asked.items() if name not in ("depth", "precision")}
    return ckks.choose(asked["depth"], asked["precision"], **rest)


def use(scheme: str, parameters: Any) -> None:
    """Fails unless a fresh ciphertext decrypts right."""
    keys = parameters.keys()
    if scheme == "ckks":
        vector = np.full(parameters.length, min(1.0, parameters.range))
        encrypted = keys.encrypt(vector)
        error = np.max(np.abs(keys.decrypt(encrypted) - vector))
        assert error <= encrypted.noise.worst_error, error
    else:
        values = np.arange(parameters.length) % parameters.plaintext
        assert (keys.decrypt(keys.encrypt(values)) == values).all()


def main() -> int:
    """Prints how many were served, and what was no instance; 1 if anything was."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--requests", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    draw = random.Random(arguments.seed)
    counts: collections.Counter[str] = collections.Counter()
    for number in range(arguments.requests):
        scheme, asked = request(draw)
        try:
            parameters = choose(scheme, asked)
        except (bgv.SchemeError, ckks.SchemeError):
            counts[f"{scheme} refused"] += 1
            continue
        counts[f"{scheme} served"] += 1
        try:
            if number % 10 == 0 or scheme == "ckks":
                use(scheme, parameters)
            else:
                _ = parameters.instance
        except Exception as error:
            counts["faults"] += 1
            print(f"{scheme} {asked}: {type(error).__name__} {error}", flush=True)
        if number % 500 == 499:
            print(number + 1, dict(counts), flush=True)
    print(dict(counts))
    return 1 if counts["faults"] else 0


if __name__ == "__main__":
    sys.exit(main())
