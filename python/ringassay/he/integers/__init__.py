"""Schemes of vectors of integers modulo t: BGV and BFV, whichever it is.

`ringassay.bgv` and `ringassay.bfv` are this with a `choose` of their own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ringassay.he import errors
from ringassay.he.errors import *  # noqa: F403
from ringassay.he.integers.parameters import Choose, Parameters, State
from ringassay.lazy import lazy_names, listed_names

if TYPE_CHECKING:
    from ringassay.he.integers.ciphertext import Ciphertext, Noise
    from ringassay.he.integers.keys import (
        EvaluationKeys,
        Keys,
        Program,
        PublicKey,
        SecretKey,
        evaluate,
    )
    from ringassay.he.transform import Transform
else:  # numpy comes with vectors: who only chooses parameters does without
    __getattr__ = lazy_names(
        __name__,
        {
            "ciphertext": ("Ciphertext", "Noise"),
            "keys": ("EvaluationKeys", "Keys", "Program", "PublicKey", "SecretKey", "evaluate"),
            ".transform": ("Transform",),
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
    "Transform",
    "evaluate",
]
__all__ += errors.__all__

__dir__ = listed_names(__name__)
