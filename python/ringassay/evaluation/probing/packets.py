"""Ciphertexts as bytes: what is in a packet, and how to spoil half of it."""

from __future__ import annotations

import os
import zlib
from collections.abc import Iterator, Sequence

import numpy as np

BLOCK_BYTES = 64
"""Every other block of this size is overwritten: smaller than half of any ciphertext that hides one
value, so that each is hit whichever half is taken."""
DENSE_SHARE = 0.97
WINDOW_BYTES = 32
DISTINCT_BYTES = 8 << 20
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


def remarked(raw: bytes, own: Sequence[bytes], others: Sequence[bytes]) -> bytes | None:
    """A packet of `own` with the marks of `others`: bytes that are the same in all packets of
    either, and not the same in both. None where there are none, or lengths differ."""
    if len({len(packet) for packet in (raw, *own, *others)}) != 1:
        return None
    mine, theirs = (
        np.stack([np.frombuffer(packet, np.uint8) for packet in packets])
        for packets in (own, others)
    )
    is_mark = (mine == mine[0]).all(0) & (theirs == theirs[0]).all(0) & (mine[0] != theirs[0])
    if not is_mark.any():
        return None
    changed = np.frombuffer(raw, np.uint8).copy()
    changed[is_mark] = theirs[0][is_mark]
    return changed.tobytes()


class Shape:
    """How long the encryptions of one input are, and how much of that is random."""

    def __init__(self, raw: bytes) -> None:
        data = payload(raw)
        self.bytes = len(data)
        """Of the first encryption, without framing."""
        self.chunks = tuple(end - begin for begin, end in spans(raw))
        self._first = sample(data)
        self._data = data
        self._moved = 0
        self._counted = 1

    def add(self, raw: bytes) -> None:
        """Another encryption of the input."""
        again = sample(payload(raw))
        size = min(len(self._first), len(again))
        differing = int.from_bytes(self._first[:size]) ^ int.from_bytes(again[:size])
        self._moved |= differing << 8 * (len(self._first) - size)
        self._counted += 1

    @property
    def counted(self) -> int:
        """Encryptions so far."""
        return self._counted

    @property
    def is_dense(self) -> bool:
        """Whether nearly every bit changes, as of what is packed or compressed."""
        return self._moved.bit_count() >= DENSE_SHARE * 8 * len(self._first)

    @property
    def random_bytes(self) -> float:
        """What is random in an encryption, at most: the bits that were not the same in all of them
        (a random one is the same in 24 of them once in 2^23), the entropy of the bytes that were
        not (less than 8 bits in text), what compression leaves, what is no repetition."""
        share = len(self._data) / max(1, len(self._first))
        moved = np.frombuffer(self._moved.to_bytes(len(self._first)), np.uint8) > 0
        spoken = np.bincount(np.frombuffer(self._first, np.uint8)[moved]) / max(1, moved.sum())
        entropy = -float((spoken[spoken > 0] * np.log2(spoken[spoken > 0])).sum())
        bits = min(float(self._moved.bit_count()), entropy * float(moved.sum()))
        varying = bits / 8 * share
        once = len(self._data) * distinct_share(self._data)
        return min(varying, float(compressed_bytes(self._data)), once)


def distinct_share(data: bytes) -> float:
    """The share of the data that is no repetition of 32 bytes elsewhere in it; 1 for what is too
    large to tell."""
    count = len(data) - WINDOW_BYTES + 1
    if not 0 < count <= DISTINCT_BYTES:
        return 1.0
    windows = np.lib.stride_tricks.sliding_window_view(np.frombuffer(data, np.uint8), 8)
    words = np.ascontiguousarray(windows).view(np.uint64)[:, 0]
    # One number for each window; equal ones by chance are too few to matter.
    mixed = np.zeros(count, dtype=np.uint64)
    for at in range(0, WINDOW_BYTES, 8):
        mixed = (mixed ^ words[at : at + count]) * np.uint64(0x9E3779B97F4A7C15)
        mixed ^= mixed >> np.uint64(29)
    return len(np.unique(mixed)) / count


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
