"""BGV over any index: choose parameters, make keys, compute on encrypted vectors.

    from ringassay import bgv

    parameters = bgv.choose(length=378, depth=7, security=128)
    keys = parameters.keys()
    a, b = keys.encrypt(x), keys.encrypt(y)
    c = a * b + a.rotate(1)
    keys.decrypt(c)

All names but `choose` and `parameters`, which takes moduli of your own, are those of
`ringassay.slots`. What cannot be done raises `BgvError`, another name of `SchemeError`; its kinds
are classes of their own (docs/bgv.md#what-is-refused). The chapter on this scheme is docs/bgv.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ringassay import slots
from ringassay._native import BgvError
from ringassay.lazy import names_of

if TYPE_CHECKING:
    from ringassay.slots import *  # noqa: F403
else:
    __getattr__ = names_of(slots, __name__)

choose = slots.Choose("bgv")
parameters = slots.State("bgv")

__all__ = ["BgvError", "choose", "parameters"]
__all__ += slots.__all__
