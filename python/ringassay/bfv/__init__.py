"""BFV in RNS form over any index: choose parameters, make keys, compute on encrypted vectors.

    from ringassay import bfv

    parameters = bfv.choose(length=64, depth=3, security=128, plaintext=257)
    keys = parameters.keys()
    a, b = keys.encrypt(x), keys.encrypt(y)
    c = a * b + a.rotate(1)
    keys.decrypt(c)

All names but `choose` and `parameters`, which takes moduli of your own, are those of
`ringassay.he.integers`. What cannot be done raises `SchemeError`; its kinds are classes of their
own (docs/bgv.md#what-is-refused). The chapter on this scheme is docs/bgv.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ringassay.he import integers
from ringassay.lazy import listed_names, names_of

if TYPE_CHECKING:
    from ringassay.he.errors import *  # noqa: F403
    from ringassay.he.integers import *  # noqa: F403
else:
    __getattr__ = names_of(integers, __name__)

choose = integers.Choose("bfv")
parameters = integers.State("bfv")

__all__ = ["choose", "parameters"]
__all__ += integers.__all__

__dir__ = listed_names(__name__)
