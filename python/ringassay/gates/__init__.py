"""Gates on encrypted bits, each of which refreshes its result: circuits of any depth (FHEW, TFHE).

    from ringassay import gates

    keys = gates.keys()
    a, b = keys.encrypt([1, 0, 1, 1]), keys.encrypt([1, 1, 0, 1])
    keys.decrypt(a & b | ~a)

Operands are vectors of bits, and gates act place by place. A gate takes some milliseconds of one
thread; those of a vector run on all processors. What cannot be done raises `SchemeError`
(docs/gates.md).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ringassay.he import errors
from ringassay.he.errors import *  # noqa: F403
from ringassay.lazy import lazy_names, listed_names

if TYPE_CHECKING:
    from ringassay.gates.bits import Bits, majority, xor3
    from ringassay.gates.key_pair import Evaluator, Keys, keys
    from ringassay.gates.words import Words
else:
    __getattr__ = lazy_names(
        __name__,
        {
            "bits": ("Bits", "majority", "xor3"),
            "key_pair": ("Evaluator", "Keys", "keys"),
            "words": ("Words",),
        },
    )

__all__ = ["Bits", "Evaluator", "Keys", "Words", "keys", "majority", "xor3"]
__all__ += errors.__all__

__dir__ = listed_names(__name__)
