"""Schemes whose plaintexts are vectors: parameters, keys, ciphertexts, whichever the scheme.

`ringassay.bgv` and `ringassay.bfv` are this with a `choose` of their own. Vectors are numpy arrays
of integers modulo t; sums and products are entry by entry, rotations are `numpy.roll`. Every
ciphertext knows its noise. The arithmetic is compiled and runs without Python's lock; randomness
comes from the operating system. What cannot be done raises `SchemeError`; its kinds are classes of
their own (docs/bgv.md#what-is-refused).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ringassay.lazy import lazy_names
from ringassay.slots import errors
from ringassay.slots.errors import *  # noqa: F403
from ringassay.slots.parameters import Choose, Parameters, State

if TYPE_CHECKING:
    from ringassay.slots.ciphertext import Ciphertext, Noise
    from ringassay.slots.keys import EvaluationKeys, Keys, Program, PublicKey, SecretKey, evaluate
else:  # numpy comes with vectors: who only chooses parameters does without
    __getattr__ = lazy_names(
        __name__,
        {
            "ciphertext": ("Ciphertext", "Noise"),
            "keys": ("EvaluationKeys", "Keys", "Program", "PublicKey", "SecretKey", "evaluate"),
        },
    )

__all__ = [
    "Choose",
    "Ciphertext",
    "EvaluationKeys",
    "Keys",
    "Noise",
    "Parameters",
    "Program",
    "PublicKey",
    "SecretKey",
    "State",
    "evaluate",
]
__all__ += errors.__all__
