"""The points of a block, numbered; a chunk of them is the unit of work and of storage."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ringassay.explore.app import App, Block

if TYPE_CHECKING:
    from ringassay._native import PointColumns

CHUNK_POINTS = 4096
"""Points of a chunk, at most."""


@dataclass(frozen=True)
class Chunk:
    """Consecutive points of one block and one distribution of secrets.

    The points of a block are numbered with t fastest, then log2 w, log2 q, n: those that share
    what security depends on are neighbours.
    """

    number: int
    block: int
    secret: str
    start: int
    stop: int


def chunks(app: App, most: int) -> Iterator[Chunk]:
    """All chunks of an exploration, of so many points at most, numbered from 0."""
    number = 0
    for index, block in enumerate(app.scheme):
        size = math.prod(block.shape)
        for secret in block.secret:
            for start in range(0, size, most):
                yield Chunk(number, index, secret, start, min(start + most, size))
                number += 1


def columns(block: Block, start: int, stop: int) -> PointColumns:
    """The parameters of points `start` to `stop` − 1 of a block."""
    n, log2_q, log2_w, t = np.unravel_index(np.arange(start, stop), block.shape)
    return {
        "n": np.array(block.values("n"), dtype=np.uint32)[n],
        "log2_q": np.array(block.values("log2_q"), dtype=np.float64)[log2_q],
        "log2_w": np.array(block.values("log2_w"), dtype=np.float64)[log2_w],
        "t": np.array(block.t, dtype=np.uint64)[t],
    }


def indices(block: Block, start: int, stop: int) -> list[int]:
    """The ring's index at points `start` to `stop` − 1 of a block of BGV or BFV."""
    m, _, _, _ = np.unravel_index(np.arange(start, stop), block.shape)
    return [(block.index or ())[at] for at in m]
