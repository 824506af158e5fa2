"""One chunk of points, assessed: the function that runs in other processes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ringassay import _native
from ringassay.explore.app import Block
from ringassay.explore.grid import Chunk, columns
from ringassay.explore.ports import Predictor, Request, no_prediction

if TYPE_CHECKING:
    from ringassay._native import Facts

Columns = dict[str, NDArray[Any]]
"""Name to values, all of one length."""


@dataclass(frozen=True)
class Task:
    """A chunk with all that it takes to assess it."""

    chunk: Chunk
    block: Block
    facts: Facts
    predictor: Predictor | None


def assess(task: Task) -> Columns:
    """What is known of each point of a chunk, without its parameters."""
    block, chunk = task.block, task.chunk
    points = columns(block, chunk.start, chunk.stop)
    found = _native.assess_points(
        block.scheme, block.formula, points, chunk.secret, block.std, task.facts
    )
    if task.predictor is None:
        prediction = no_prediction(chunk.stop - chunk.start)
    else:
        prediction = task.predictor.predict(
            Request(block.scheme, points, chunk.secret, block.std, task.facts)
        )
    found["wall_ns"] = np.asarray(prediction.wall_ns, dtype=np.float64)
    found["peak_bytes"] = np.asarray(prediction.peak_bytes, dtype=np.float64)
    for name, values in prediction.counts.items():
        found[f"count_{name}"] = np.asarray(values, dtype=np.float64)
    return found
