"""Whether ciphertexts hang on their inputs: a test over many encryptions of two inputs.

Each pair holds one encryption of either input, made in an order that a coin decides. Of a scheme
that hides its inputs nobody can tell which of the two is which, so whatever is looked for is found
in the first input's ciphertext as often as in the second's: a sign test over the pairs that differ
in it. That holds for headers, lengths, counters and whatever else is not uniform, too. What is
tested is chosen from the ciphertexts of both inputs together, and the number of tests is allowed
for (Bonferroni, without those that could never be significant: Tarone, A Modified Bonferroni Method
for Discrete Data, Biometrics 46, 1990).
"""

from __future__ import annotations

import base64
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

END_BYTES = 1 << 18
"""So much of the beginning of a ciphertext is compared, and of its end."""
LEAST_OFTEN = 8
"""A value at a position is tested if so many pairs have it in one ciphertext only."""
LEAST_TEXT_BYTES = 8
"""Shorter texts are not looked for."""
_WORD_BYTES = 8
_STRIDE_BYTES = 4
_COLUMNS = 1 << 15


@dataclass(frozen=True)
class Sign:
    """What was found in one ciphertext of a pair only: in how many pairs, and in how many of them
    on the side where it was found more often."""

    pairs: int
    more: int

    @property
    def log2_p(self) -> float:
        """log2 of the probability of so uneven a split, or one more uneven, by chance."""
        if not self.pairs:
            return 0.0
        tail = sum(math.comb(self.pairs, k) for k in range(self.more, self.pairs + 1))
        return min(0.0, math.log2(tail) + 1.0 - self.pairs)


@dataclass(frozen=True)
class Finding:
    """The most telling of all tests: log2 of its probability, times the number of tests."""

    log2_p: float = 0.0
    what: str = ""


@dataclass
class Correlation:
    """Pairs of encryptions, one of either input in each."""

    texts: tuple[bytes, bytes]
    _heads: list[tuple[bytes, bytes]] = field(default_factory=list)
    _tails: list[tuple[bytes, bytes]] = field(default_factory=list)
    _lengths: list[int] = field(default_factory=list)
    _contains: list[int] = field(default_factory=list)

    @property
    def pairs(self) -> int:
        """How many there are."""
        return len(self._heads)

    def add(self, first: bytes, second: bytes) -> None:
        """An encryption of each input."""
        self._heads.append((first[:END_BYTES], second[:END_BYTES]))
        self._tails.append((first[-END_BYTES:], second[-END_BYTES:]))
        self._lengths.append(len(first) - len(second))
        own, other = self._spellings
        # A text in its own ciphertext speaks for a leak, in the other's against it.
        self._contains.append(
            _holds(first, own) + _holds(second, other) - _holds(first, other) - _holds(second, own)
        )

    def found(self) -> Finding:
        """The most telling test so far."""
        tests = [
            (_signs(self._lengths), 0.0, "the length of a ciphertext hangs on its input"),
            (_signs(self._contains), 0.0, "ciphertexts contain the text that was encrypted"),
        ]
        for width, stride, what in (
            (1, 1, "a byte of a ciphertext hangs on its input"),
            (_WORD_BYTES, _STRIDE_BYTES, "a part of a ciphertext hangs on its input"),
        ):
            head, tail = (self._positions(ends, width, stride) for ends in self._ends())
            best = min(head[0], tail[0], key=lambda sign: sign.log2_p)
            tests.append((best, math.log2(max(1, head[1] + tail[1])), what))
        # Four kinds of tests.
        least = min(tests, key=lambda test: test[0].log2_p + test[1])
        return Finding(min(0.0, least[0].log2_p + least[1] + 2.0), least[2])

    @cached_property
    def _spellings(self) -> tuple[tuple[bytes, ...], tuple[bytes, ...]]:
        first, second = (tuple(_spelt(text)) for text in self.texts)
        both = set(first) & set(second)
        return tuple(x for x in first if x not in both), tuple(x for x in second if x not in both)

    def _ends(self) -> Iterator[list[tuple[bytes, bytes]]]:
        """Beginnings and ends, of equal length each: what stands in front of a ciphertext or behind
        it stays in its place whatever the length."""
        size = min(len(head) for pair in self._heads for head in pair)
        yield [(first[:size], second[:size]) for first, second in self._heads]
        is_whole = size < END_BYTES and not any(self._lengths)
        is_whole = is_whole and len({len(first) for first, _ in self._heads}) == 1
        yield [
            (first[len(first) - size :], second[len(second) - size :])
            for first, second in (self._tails if not is_whole else self._tails[:0])
        ]

    @staticmethod
    def _positions(ends: list[tuple[bytes, bytes]], width: int, stride: int) -> tuple[Sign, int]:
        """The most telling position, by the value that is most frequent there in all ciphertexts,
        and how many positions there were to choose from."""
        size = len(ends[0][0]) if ends else 0
        best, count = Sign(0, 0), 0
        for begin in range(0, size - width + 1, _COLUMNS * stride):
            stop = min(size, begin + (_COLUMNS - 1) * stride + width)
            first, second = (
                np.stack([_words(pair[side][begin:stop], width, stride) for pair in ends])
                for side in (0, 1)
            )
            pairs, more = _split(first, second)
            tested = pairs >= LEAST_OFTEN
            count += int(tested.sum())
            for n in np.unique(pairs[tested]):
                one = Sign(int(n), int(more[tested & (pairs == n)].max()))
                best = min(best, one, key=lambda sign: sign.log2_p)
        return best, count


def _words(data: bytes, width: int, stride: int) -> NDArray[np.unsignedinteger]:
    raw = np.frombuffer(data, dtype=np.uint8)
    if width == 1:
        return raw
    windows = np.lib.stride_tricks.sliding_window_view(raw, width)[::stride]
    return np.ascontiguousarray(windows).view(np.uint64)[:, 0]


def _split(
    first: NDArray[np.unsignedinteger], second: NDArray[np.unsignedinteger]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Per column: in how many pairs the column's most frequent value is in one of both only, and in
    how many of these it is on its more frequent side."""
    pairs = np.zeros(first.shape[1], dtype=np.int64)
    more = np.zeros_like(pairs)
    both = np.concatenate([first, second])
    ordered = np.sort(both, axis=0)
    repeated = (ordered[LEAST_OFTEN - 1 :] == ordered[: len(ordered) - LEAST_OFTEN + 1]).any(axis=0)
    wanted = np.flatnonzero(repeated & (ordered[0] != ordered[-1]))
    if not len(wanted):
        return pairs, more
    columns = both[:, wanted]
    most = np.zeros(len(wanted), dtype=np.int64)
    value = columns[0].copy()
    for row in columns:
        often = (columns == row).sum(axis=0)
        # Of equally frequent values the smallest: no choice that hangs on the order of encryptions.
        better = (often > most) | ((often == most) & (row < value))
        most[better], value[better] = often[better], row[better]
    one, other = first[:, wanted] == value, second[:, wanted] == value
    ahead, behind = (one & ~other).sum(axis=0), (other & ~one).sum(axis=0)
    pairs[wanted], more[wanted] = ahead + behind, np.maximum(ahead, behind)
    return pairs, more


def _signs(values: list[int]) -> Sign:
    ahead, behind = sum(value > 0 for value in values), sum(value < 0 for value in values)
    return Sign(ahead + behind, max(ahead, behind))


def _spelt(text: bytes) -> Iterator[bytes]:
    """A text as it may stand in a ciphertext that hides nothing."""
    spellings: tuple[Callable[[bytes], bytes], ...] = (
        bytes,
        lambda raw: raw[::-1],
        lambda raw: raw.hex().encode(),
        # The last digits would hang on what follows.
        lambda raw: base64.b64encode(raw[: len(raw) // 3 * 3]),
    )
    for body in {text.strip(), text.strip().strip(b"[]")}:
        if len(body) >= LEAST_TEXT_BYTES:
            yield from (spell(body) for spell in spellings)


def _holds(data: bytes, spellings: tuple[bytes, ...]) -> int:
    return int(any(spelling in data for spelling in spellings))
