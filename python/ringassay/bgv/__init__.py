"""BGV over any index: choose parameters, make keys, compute on encrypted vectors.

    from ringassay import bgv

    parameters = bgv.choose(length=378, depth=7, security=128)
    keys = parameters.keys()
    a, b = keys.encrypt(x), keys.encrypt(y)
    c = a * b + a.rotate(1)
    keys.decrypt(c)

What cannot be done raises `BgvError`; its kinds are classes of their own
(docs/bgv.md#what-is-refused).

Vectors are numpy arrays of integers modulo t; sums and products are entry by entry, rotations are
`numpy.roll`. Every ciphertext knows its noise (docs/bgv.md). The arithmetic is compiled and runs
without Python's lock; randomness comes from the operating system.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ringassay._native import (
    BgvError,
    DataError,
    MismatchError,
    MissingKeyError,
    NoiseBudgetError,
    NoiseError,
    OperandError,
    ParametersError,
    UndecryptableError,
    UnfitCircuitError,
    VectorError,
)
from ringassay.bgv.parameters import Parameters, choose
from ringassay.lazy import lazy_names

if TYPE_CHECKING:
    from ringassay.bgv.ciphertext import Ciphertext, Noise
    from ringassay.bgv.keys import EvaluationKeys, Keys, Program, PublicKey, SecretKey, evaluate
else:  # numpy comes with vectors: who only chooses parameters does without
    __getattr__ = lazy_names(
        __name__,
        {
            "ciphertext": ("Ciphertext", "Noise"),
            "keys": ("EvaluationKeys", "Keys", "Program", "PublicKey", "SecretKey", "evaluate"),
        },
    )

__all__ = [
    "BgvError",
    "Ciphertext",
    "DataError",
    "EvaluationKeys",
    "Keys",
    "MismatchError",
    "MissingKeyError",
    "Noise",
    "NoiseBudgetError",
    "NoiseError",
    "OperandError",
    "Parameters",
    "ParametersError",
    "Program",
    "PublicKey",
    "SecretKey",
    "UndecryptableError",
    "UnfitCircuitError",
    "VectorError",
    "choose",
    "evaluate",
]
