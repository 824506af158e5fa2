"""Python functions over vectors, traced into circuits: the same function says what is right.

See docs/tracing.md.
"""

from ringassay.trace.errors import TraceError
from ringassay.trace.function import Traced, Vectors, computation, trace
from ringassay.trace.loading import load_function
from ringassay.trace.space import Space
from ringassay.trace.vector import Vector

__all__ = [
    "Space",
    "TraceError",
    "Traced",
    "Vector",
    "Vectors",
    "computation",
    "load_function",
    "trace",
]
