"""One chunk of points, assessed: the function that runs in other processes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ringassay import _native
from ringassay.explore import rns
from ringassay.explore.app import Application, Block
from ringassay.explore.grid import Chunk, columns
from ringassay.explore.ports import Columns, Predictor, Request, no_prediction

if TYPE_CHECKING:
    from ringassay._native import Facts


@dataclass(frozen=True)
class Task:
    """A chunk with all that it takes to assess it."""

    chunk: Chunk
    block: Block
    facts: Facts
    predictor: Predictor | None
    application: Application | None = None
    """Of schemes that are run on shapes."""


def assess(task: Task) -> Columns:
    """What is known of each point of a chunk, without its parameters."""
    block, chunk = task.block, task.chunk
    if block.is_rns and task.application is not None:
        return rns.assess(task.application, block, chunk, task.facts, task.predictor)
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
