"""What the stored measurements say, as numbers with their uncertainty.

`prepare` joins the frames of a store once; every module then answers one question about a `Study`.
All functions are pure, all randomness is seeded. Times are in ns, sizes in bytes. The methods are
described in docs/methods.md.
"""

from typing import TYPE_CHECKING

from ringassay.lazy import lazy_names

if TYPE_CHECKING:
    from ringassay.analysis.study import Frames, Study, prepare
else:
    __getattr__ = lazy_names(__name__, {"study": ("Frames", "Study", "prepare")})

__all__ = ["Frames", "Study", "prepare"]
