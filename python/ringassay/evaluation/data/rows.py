"""Rows of a table as inputs of a computation, many of them in one ciphertext."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ringassay.evaluation.data.columns import Columns, Plan, plan
from ringassay.evaluation.data.signature import Signature
from ringassay.evaluation.data.tables import Block, blocks
from ringassay.evaluation.suite import SuiteError

MOST_ROWS = 100_000
"""Inputs of a computation at most."""
MOST_BYTES = 1 << 29
"""What the values of a table may take in memory."""

MOST_SLOTS = 4096
"""Slots that rows are packed into where nobody says how many go together: every library has as many
in the smallest ring that carries a few products."""
_BROKEN_SLOTS = 1024
"""Likewise for rotations of vectors whose length is no power of two, which need room for more."""
_FEWEST = 10
"""Ciphertexts that are to be left, so that times can be compared."""


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


def chosen_pack(takes: Signature, rows: int, *, rotates: bool) -> int:
    """How many rows share a ciphertext: a power of two, as many as leave ten ciphertexts and as the
    slots of every library hold.

    Bits are not packed: what a library makes of many of them is another matter (docs/programs.md).
    """
    slots = _slots(takes)
    if rotates and takes.batch & (takes.batch - 1):
        slots = min(slots, _BROKEN_SLOTS)
    pack = 1
    while 2 * pack * takes.batch <= slots and -(-rows // (2 * pack)) >= _FEWEST:
        pack *= 2
    return pack


def _slots(takes: Signature) -> int:
    """Over integers those of rings of powers of two: 2^k where t is prime and 1 modulo 2^(k+1)."""
    if takes.approximate:
        return MOST_SLOTS
    modulus, slots = takes.modulus or 2, 1
    while slots < MOST_SLOTS and modulus % (4 * slots) == 1:
        slots *= 2
    return slots if slots > 1 and _is_prime(modulus) else 1


def _is_prime(number: int) -> bool:
    """Miller and Rabin, with bases that decide below 2^64."""
    if number < 41 or number % 2 == 0:
        return number in (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37)
    twos = ((number - 1) & -(number - 1)).bit_length() - 1
    for base in (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37):
        power = pow(base, (number - 1) >> twos, number)
        if power == 1:
            continue
        if all(pow(power, 1 << step, number) != number - 1 for step in range(twos)):
            return False
    return True


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
