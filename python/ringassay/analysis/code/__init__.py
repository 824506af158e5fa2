"""Source code in figures: lines, functions, cyclomatic complexity (Λ∘λ, section 4.4.1).

`measure` reads a code base; the functions of `summary` turn it into the tables and the histogram of
the paper. What is counted is described in docs/code-metrics.md.
"""

from ringassay.analysis.code.counter import CodeError
from ringassay.analysis.code.measure import measure
from ringassay.analysis.code.model import (
    CodeBase,
    FileMetrics,
    Function,
    Grade,
    Lines,
    Options,
    Skipped,
)

__all__ = [
    "CodeBase",
    "CodeError",
    "FileMetrics",
    "Function",
    "Grade",
    "Lines",
    "Options",
    "Skipped",
    "measure",
]
