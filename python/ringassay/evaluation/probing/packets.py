"""Ciphertexts as bytes: what is in a packet, and how to spoil half of it."""

from __future__ import annotations

import os
import zlib
from collections.abc import Iterator

BLOCK_BYTES = 64
"""Every other block of this size is overwritten: smaller than half of any ciphertext that hides one
value, so that each is hit whichever half is taken."""
SAMPLE_BYTES = 32 << 20
"""So much of a large ciphertext is looked at: its beginning and its end."""


def spans(raw: bytes) -> Iterator[tuple[int, int]]:
    """Beginning and end of each chunk of an EDATA packet that the harness has accepted."""
    at = raw.index(b"\n") + 1
    while raw[at : at + 1].isdigit():
        line = raw.index(b"\n", at)
        begin = line + 1
        at = begin + int(raw[at:line])
        yield begin, at


def payload(raw: bytes) -> bytes:
    """The chunks, one behind the other."""
    return b"".join(raw[begin:end] for begin, end in spans(raw))


def sample(data: bytes) -> bytes:
    """The data, or beginning and end of what is too large to look at whole."""
    if len(data) <= SAMPLE_BYTES:
        return data
    half = SAMPLE_BYTES // 2
    return data[:half] + data[-half:]


def compressed_bytes(data: bytes) -> int:
    """What `data` comes to when compressed; where it is large, scaled up from a sample."""
    looked_at = sample(data)
    return round(len(zlib.compress(looked_at, 1)) * len(data) / max(1, len(looked_at)))


def spoilt(raw: bytes, half: int) -> tuple[bytes, int]:
    """The packet with every other block overwritten by noise, and how many bytes that are; `half` 0
    or 1 says which blocks."""
    changed = bytearray(raw)
    count = 0
    for begin, end in spans(raw):
        block = max(1, min(BLOCK_BYTES, (end - begin) // 4))
        for at in range(begin + half * block, end, 2 * block):
            stop = min(at + block, end)
            changed[at:stop] = os.urandom(stop - at)
            count += stop - at
    return bytes(changed), count


class Leak:
    """Looks for bytes that hang on the input alone.

    Of two inputs, encrypted in turn, it keeps the positions whose byte has been the same in every
    encryption of the one, the same in every encryption of the other, and differs between the two.
    Encryption leaves none of them after a few rounds.
    """

    def __init__(self, first: bytes, second: bytes) -> None:
        self._first, self._second = sample(first), sample(second)
        self._size = min(len(self._first), len(self._second))
        self._ones = int.from_bytes(b"\x01" * self._size)
        self._left = self._differing(self._first, self._second)
        self.varying = 0
        """Positions at which encryptions of the first input have been seen to differ."""

    def add(self, first: bytes, second: bytes) -> None:
        """Another encryption of each."""
        first, second = sample(first), sample(second)
        moved = self._differing(self._first, first)
        self.varying = max(self.varying, moved.bit_count() + abs(len(first) - len(self._first)))
        self._left &= ~(moved | self._differing(self._second, second))

    @property
    def positions(self) -> int:
        """How many are left."""
        return self._left.bit_count()

    def _differing(self, one: bytes, other: bytes) -> int:
        """A one for each position with different bytes; what is missing differs from nothing."""
        size = min(self._size, len(one), len(other))
        word = int.from_bytes(one[:size]) ^ int.from_bytes(other[:size])
        for shift in (4, 2, 1):
            word |= word >> shift
        return (word << 8 * (self._size - size)) & self._ones
