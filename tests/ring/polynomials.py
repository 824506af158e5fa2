"""Z[ζ_m] by the definitions, in Python's integers: the oracle of these tests."""

from __future__ import annotations

from functools import cache
from itertools import product
from math import gcd, prod


@cache
def cyclotomic(m: int) -> tuple[int, ...]:
    """Φ_m, least coefficient first: X^m - 1 divided by Φ_d for the proper divisors d of m."""
    remainder = [-1, *[0] * (m - 1), 1]
    for d in range(1, m):
        if m % d == 0:
            remainder = _divide(remainder, cyclotomic(d))
    return tuple(remainder)


def _divide(dividend: list[int], divisor: tuple[int, ...]) -> list[int]:
    rest, quotient = list(dividend), []
    while len(rest) >= len(divisor):
        lead = rest[-1]
        quotient.append(lead)
        for i, c in enumerate(reversed(divisor)):
            rest[-1 - i] -= lead * c
        rest.pop()
    assert not any(rest)
    return quotient[::-1]


def reduce(polynomial: list[int], m: int) -> list[int]:
    """Modulo Φ_m."""
    phi, rest = cyclotomic(m), list(polynomial)
    while len(rest) >= len(phi):
        lead = rest[-1]
        for i, c in enumerate(reversed(phi)):
            rest[-1 - i] -= lead * c
        rest.pop()
    return rest + [0] * (len(phi) - 1 - len(rest))


def multiply(a: list[int], b: list[int], m: int) -> list[int]:
    """The product modulo Φ_m."""
    out = [0] * (len(a) + len(b) - 1)
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            out[i + j] += x * y
    return reduce(out, m)


def powerful_exponents(m: int) -> list[int]:
    """The exponents of the powerful basis: Σ j_i·m/m_i, largest prime first, last axis fastest."""
    powers = []
    rest, p = m, 2
    while rest > 1:
        power = 1
        while rest % p == 0:
            rest, power = rest // p, power * p
        if power > 1:
            powers.append((p, power))
        p += 1
    powers.reverse()
    axes = [range(power - power // p) for p, power in powers]
    steps = [m // power for _, power in powers]
    return [sum(j * s for j, s in zip(js, steps, strict=True)) % m for js in product(*axes)]


def from_powerful(coefficients: list[int], m: int) -> list[int]:
    """Powerful coefficients as a polynomial modulo Φ_m."""
    out = [0] * m
    for c, exponent in zip(coefficients, powerful_exponents(m), strict=True):
        out[exponent] += c
    return reduce(out, m)


def evaluate(polynomial: list[int], x: int, q: int) -> int:
    """Horner."""
    value = 0
    for c in reversed(polynomial):
        value = (value * x + c) % q
    return value


def units(m: int) -> list[int]:
    """The units of Z/m."""
    return [a for a in range(m) if gcd(a, m) == 1]


def crt(residues: list[int], moduli: list[int]) -> int:
    """The integer in (-Q/2, Q/2] with these residues."""
    q = prod(moduli)
    x = sum(r * (q // p) * pow(q // p, -1, p) for r, p in zip(residues, moduli, strict=True)) % q
    return x - q if 2 * x > q else x
