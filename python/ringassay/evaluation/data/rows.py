"""Rows of a table as inputs of a computation, many of them in one ciphertext."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ringassay.evaluation.data.columns import Columns, Plan, plan
from ringassay.evaluation.data.packing import MOST_ROWS
from ringassay.evaluation.data.signature import Signature
from ringassay.evaluation.data.tables import Block, blocks
from ringassay.evaluation.suite import SuiteError

MOST_BYTES = 1 << 29
"""What the values of a table may take in memory."""


def read_rows(
    path: str, takes: Signature, columns: Columns | None = None, most: int | None = None
) -> NDArray[Any]:
    """The rows of a file: row, vector, entry. Raises `SuiteError`, with row and column."""
    return gather(blocks(path, most), takes, columns, path)


def gather(
    found: Iterable[Block], takes: Signature, columns: Columns | None, path: str
) -> NDArray[Any]:
    """Likewise of blocks."""
    parts: list[NDArray[Any]] = []
    chosen: Plan | None = None
    total = 0
    each = len(takes.names) * takes.batch * takes.dtype.itemsize
    for block in found:
        chosen = chosen or plan(block, takes, columns, path)
        total += block.rows
        if total > MOST_ROWS:
            raise SuiteError(
                f"{path}: more than {MOST_ROWS} rows, the most there may be: --rows takes the first"
            )
        if total * each > MOST_BYTES:
            raise SuiteError(
                f"{path}: its rows take more than {MOST_BYTES} bytes: --rows takes the first"
            )
        parts.append(chosen.values(block, takes, path))
    if chosen is None:
        raise SuiteError(f"{path}: no row in it; a row is {takes}")
    return np.concatenate(parts)


def packed(rows: NDArray[Any], pack: int) -> Iterator[NDArray[Any]]:
    """The inputs of the packed circuit: entry i of row r lies in slot i * pack + r. The last row is
    repeated in the room that is left in the last one."""
    for first in range(0, len(rows), pack):
        some = rows[first : first + pack]
        if len(some) < pack:
            some = np.concatenate([some, np.repeat(some[-1:], pack - len(some), axis=0)])
        yield np.moveaxis(some, 0, -1).reshape(some.shape[1], -1)


def unpacked(vectors: NDArray[Any], pack: int) -> NDArray[Any]:
    """The rows in an input or output of the packed circuit: row, vector, entry."""
    return np.moveaxis(vectors.reshape(len(vectors), -1, pack), -1, 0)
