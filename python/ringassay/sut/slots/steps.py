"""Rotations composed of the steps there are keys for.

Keys exist for powers of two: up to some bound upwards, up to a possibly smaller one downwards.
Rotations take their signed-digit form, which has the fewest terms
(a third of the bits on average); terms that have no key fall back to plain binary.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache


def key_steps(batch: int, row: int, *, rebuild: bool) -> frozenset[int]:
    """The steps to make keys for: vectors of `batch` entries in cyclic rows of `row` slots.

    Powers of two below the batch, in both directions. Where the batch does not divide the row,
    `rebuild` adds the long upward steps that replicate one copy of a vector over the row.
    """
    short = {1 << i for i in range((batch - 1).bit_length())}
    steps = short | {-step for step in short if 2 * step != batch}
    if rebuild and row % batch:
        steps |= {1 << i for i in range((row - 1).bit_length())}
    return frozenset(steps)


def compose(shift: int, row: int, steps: Collection[int]) -> tuple[int, ...]:
    """The shortest sum found of `steps` that is congruent to `shift` mod `row`.

    Raises `ValueError` if the steps cannot express the shift.
    """
    return _compose(shift % row, row, frozenset(steps))


@lru_cache(maxsize=4096)
def _compose(shift: int, row: int, steps: frozenset[int]) -> tuple[int, ...]:
    down = shift - row if shift else 0
    candidates = [
        terms
        for terms in (_signed(shift), _signed(down), _binary(shift), _binary(down))
        if all(term in steps for term in terms)
    ]
    if not candidates:
        greedy = (_greedy(shift, steps), _greedy(down, steps))
        candidates = [terms for terms in greedy if terms is not None]
    if not candidates:
        raise ValueError(f"no keys for a rotation by {shift}")
    return min(candidates, key=len)


def _signed(shift: int) -> tuple[int, ...]:
    """Non-adjacent form: powers of two with signs, no two of them neighbours."""
    terms = []
    power = 1
    while shift:
        if shift & 1:
            digit = 2 - (shift & 3)  # 1 or -1, so that the next bit becomes 0
            terms.append(digit * power)
            shift -= digit
        shift >>= 1
        power <<= 1
    return tuple(terms)


def _binary(shift: int) -> tuple[int, ...]:
    sign = -1 if shift < 0 else 1
    size = abs(shift)
    return tuple(sign * (1 << i) for i in range(size.bit_length()) if size >> i & 1)


def _greedy(shift: int, steps: frozenset[int]) -> tuple[int, ...] | None:
    """Largest fitting step first, as often as it fits; None if something is left over."""
    sign = -1 if shift < 0 else 1
    left = abs(shift)
    terms: list[int] = []
    for size in sorted((step * sign for step in steps if step * sign > 0), reverse=True):
        terms += [sign * size] * (left // size)
        left %= size
    return None if left else tuple(terms)
