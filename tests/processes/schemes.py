"""The schemes with slots, each with what a test of processes computes and numpy's answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from ringassay import bfv, bgv, ckks

LENGTH = 8
MODULUS = 257


@dataclass(frozen=True)
class Saved:
    """Parameters, keys and a ciphertext as bytes: what one process sends to another."""

    parameters: bytes
    secret: bytes
    public: bytes
    evaluation: bytes
    ciphertext: bytes


@dataclass(frozen=True)
class Scheme:
    """One scheme on vectors of `LENGTH` entries."""

    name: str
    choose: Callable[[], Any]
    load: Callable[[bytes], Any]
    vector: np.ndarray
    square: np.ndarray
    rotated: np.ndarray

    def is_right(self, answer: Any, wanted: np.ndarray) -> bool:
        """To 2^-10 in CKKS, whose parameters promise 20 bits; else entry by entry."""
        if self.name == "ckks":
            return bool(np.abs(np.asarray(answer) - wanted).max() < 2.0**-10)
        return bool(np.array_equal(answer, wanted))


INTEGERS = np.arange(3, 3 + LENGTH)
REALS = np.linspace(-0.75, 0.75, LENGTH)


def _exact(name: str, module: Any) -> Scheme:
    return Scheme(
        name,
        lambda: module.choose(length=LENGTH, depth=1, plaintext=MODULUS),
        lambda data: module.Parameters.load(data, LENGTH),
        INTEGERS,
        INTEGERS**2 % MODULUS,
        np.roll(INTEGERS, -1),
    )


SCHEMES = {
    "bgv": _exact("bgv", bgv),
    "bfv": _exact("bfv", bfv),
    "ckks": Scheme(
        "ckks",
        lambda: ckks.choose(1, 20, length=LENGTH),
        lambda data: ckks.Parameters.load(data, LENGTH),
        REALS,
        REALS**2,
        np.roll(REALS, -1),
    ),
}


def saved(keys: Any, scheme: Scheme) -> Saved:
    """All that another process needs."""
    return Saved(
        keys.secret.parameters.save(),
        keys.secret.save(),
        keys.public.save(),
        keys.evaluation.save(),
        keys.encrypt(scheme.vector).save(),
    )


def wrong_from_bytes(name: str, given: Saved) -> list[str]:
    """Which operations are wrong in a process that has nothing but bytes."""
    scheme = SCHEMES[name]
    parameters = scheme.load(given.parameters)
    secret = parameters.load_secret_key(given.secret)
    public = parameters.load_public_key(given.public)
    evaluation = parameters.load_evaluation_keys(given.evaluation)
    there = parameters.load_ciphertext(given.ciphertext).using(evaluation)
    here = public.encrypt(scheme.vector).using(evaluation)
    return [*_wrong(scheme, secret, here, there), *_wrong_choice(scheme, given.parameters)]


def wrong_with_keys(name: str, keys: Any, ciphertext: Any) -> list[str]:
    """Which operations are wrong with keys and a ciphertext of the parent's."""
    scheme = SCHEMES[name]
    here = keys.encrypt(scheme.vector)
    wrong = _wrong(scheme, keys.secret, here, ciphertext)
    own = keys.secret.parameters.keys()
    if not scheme.is_right(own.decrypt(own.encrypt(scheme.vector)), scheme.vector):
        wrong.append("keys")
    return wrong


def _wrong(scheme: Scheme, secret: Any, here: Any, there: Any) -> list[str]:
    answers = {
        "encrypt": (here, scheme.vector),
        "decrypt": (there, scheme.vector),
        "product": (here * there, scheme.square),
        "rotate": (there.rotate(1), scheme.rotated),
    }
    return [
        operation
        for operation, (result, wanted) in answers.items()
        if not scheme.is_right(secret.decrypt(result), wanted)
    ]


def _wrong_choice(scheme: Scheme, parameters: bytes) -> list[str]:
    return [] if scheme.choose().save() == parameters else ["choose"]
