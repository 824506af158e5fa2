"""How many rows there may be, and how many of them share a ciphertext."""

from __future__ import annotations

from ringassay.evaluation.data.signature import Signature

MOST_ROWS = 100_000
"""Inputs of a computation at most."""

MOST_SLOTS = 4096
"""Slots that rows are packed into where nobody says how many go together: every library has as many
in the smallest ring that carries a few products."""
_BROKEN_SLOTS = 1024
"""Likewise for rotations of vectors whose length is no power of two, which need room for more."""
_FEWEST = 10
"""Ciphertexts that are to be left, so that times can be compared."""


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
