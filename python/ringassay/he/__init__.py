"""What the schemes of encrypted vectors have in common: parameters, keys, ciphertexts.

`ringassay.bgv`, `ringassay.bfv` and `ringassay.ckks` are this for each scheme, with parameters of
its own: vectors of integers modulo t, or of real and complex numbers. Sums and products are entry
by entry; `rotate` moves entries to the left. Every ciphertext knows its `noise`. The arithmetic is
compiled and runs without Python's lock; randomness comes from the operating system. What cannot be
done raises `SchemeError`; its kinds are classes of their own (docs/bgv.md#what-is-refused).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ringassay.he import errors
from ringassay.he.errors import *  # noqa: F403
from ringassay.he.parameters import Parameters
from ringassay.lazy import lazy_names, listed_names

if TYPE_CHECKING:
    from ringassay.he.ciphertext import Ciphertext, Noise
    from ringassay.he.keys import EvaluationKeys, Keys, PublicKey, SecretKey
    from ringassay.he.transform import Transform
else:  # numpy comes with vectors: who only chooses parameters does without
    __getattr__ = lazy_names(
        __name__,
        {
            "ciphertext": ("Ciphertext", "Noise"),
            "keys": ("EvaluationKeys", "Keys", "PublicKey", "SecretKey"),
            "transform": ("Transform",),
        },
    )

__all__ = [
    "Ciphertext",
    "EvaluationKeys",
    "Keys",
    "Noise",
    "Parameters",
    "PublicKey",
    "SecretKey",
    "Transform",
]
__all__ += errors.__all__

__dir__ = listed_names(__name__)
