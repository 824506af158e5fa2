"""CKKS: vectors of real or complex numbers, computed on approximately while encrypted.

    from ringassay import ckks

    parameters = ckks.choose(depth=3, precision=20)
    keys = parameters.keys()
    a, b = keys.encrypt(x), keys.encrypt(y)
    keys.decrypt(a * b + a.rotate(1))

`choose` finds parameters by depth, bits of precision and range; `judge` says what is wrong with
a modulus chain of Lattigo or SEAL. What cannot be done raises `SchemeError`; its kinds are
classes of their own (docs/bgv.md#what-is-refused).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ringassay.ckks.judgement import Finding, Judgement, judge
from ringassay.ckks.parameters import Parameters, RingType, WantedRing, choose, choose_for
from ringassay.he import errors
from ringassay.he.errors import *  # noqa: F403
from ringassay.lazy import lazy_names, listed_names

if TYPE_CHECKING:
    from ringassay.ckks.ciphertext import Ciphertext, Noise
    from ringassay.ckks.functions import Polynomial, Sign
    from ringassay.ckks.keys import EvaluationKeys, Keys, PublicKey, SecretKey
    from ringassay.ckks.vectors import Errors, Precision, bits, precision
    from ringassay.he.transform import Transform
else:  # numpy comes with vectors: who only chooses parameters does without
    __getattr__ = lazy_names(
        __name__,
        {
            "ciphertext": ("Ciphertext", "Noise"),
            "functions": ("Polynomial", "Sign"),
            "keys": ("EvaluationKeys", "Keys", "PublicKey", "SecretKey"),
            "vectors": ("Errors", "Precision", "bits", "precision"),
            ".he.transform": ("Transform",),
        },
    )

__all__ = [
    "Ciphertext",
    "Errors",
    "EvaluationKeys",
    "Finding",
    "Judgement",
    "Keys",
    "Noise",
    "Parameters",
    "Polynomial",
    "Precision",
    "PublicKey",
    "RingType",
    "SecretKey",
    "Sign",
    "Transform",
    "WantedRing",
    "bits",
    "choose",
    "choose_for",
    "judge",
    "precision",
]
__all__ += errors.__all__

__dir__ = listed_names(__name__)
