"""Python functions over vectors, traced into circuits (docs/tracing.md).

@computation(length=8, modulus=257)
def distance(x, y):
    return ((x - y) ** 2).sum()

traced = trace(distance)
traced.circuit            # what every system under test evaluates
traced.clear(x, y)        # the same function on numpy arrays: what the answer has to be
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
