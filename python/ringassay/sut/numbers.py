"""Number theory that adapters need to choose parameters."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache


def is_prime(number: int) -> bool:
    """Miller-Rabin with bases that decide every number below 2^64."""
    bases = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37)
    if number < 2 or any(number % base == 0 and number != base for base in bases):
        return False
    odd, twos = number - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    for base in bases:
        x = pow(base, odd, number)
        if number == base or x in (1, number - 1):
            continue
        for _ in range(twos - 1):
            x = x * x % number
            if x == number - 1:
                break
        else:
            return False
    return True


def primes_below(limit: int, step: int) -> Iterator[int]:
    """The primes below `limit` that are 1 mod `step`, the largest first."""
    candidates = range((limit - 2) // step * step + 1, step, -step)
    return (candidate for candidate in candidates if is_prime(candidate))


@cache
def primes_of_size(step: int, bits: int) -> int:
    """How many primes of so many bits are 1 mod `step`; counted up to 64."""
    first = (1 << bits - 1) // step * step + 1
    found = 0
    for candidate in range(first, 1 << bits, step):
        found += candidate >> bits - 1 == 1 and is_prime(candidate)
        if found == 64:
            break
    return found


def least_prime_bits(step: int, count: int) -> int:
    """The size of which there are so many primes that are 1 mod `step`."""
    bits = step.bit_length()
    while primes_of_size(step, bits) < count:
        bits += 1
    return bits
