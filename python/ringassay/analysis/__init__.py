"""Analysis: what the stored measurements say, as numbers with their uncertainty.

`prepare` joins the frames of a store once; every module then answers one question about a `Study`.
All functions are pure, all randomness is seeded. Times are in ns, sizes in bytes. The methods are
described in docs/analysis.md.
"""

from ringassay.analysis.study import Frames, Study, prepare

__all__ = ["Frames", "Study", "prepare"]
