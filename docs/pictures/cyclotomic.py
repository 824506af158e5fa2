"""What the pictures show, from the definitions. Nothing here shares code with the library."""

from __future__ import annotations

from itertools import product
from math import gcd, prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

Real = NDArray[np.floating[Any]]


def factorise(n: int) -> list[tuple[int, int]]:
    """The prime powers (p, e) of n, the largest prime first: the axes of the tensor."""
    powers, p = [], 2
    while n > 1:
        e = 0
        while n % p == 0:
            n, e = n // p, e + 1
        if e:
            powers.append((p, e))
        p = p + 1 if p * p <= n else max(n, p + 1)
    return powers[::-1]


def is_prime(n: int) -> bool:
    """Whether n is prime."""
    return n > 1 and factorise(n) == [(n, 1)]


def totient(n: int) -> int:
    """φ(n)."""
    return prod((p - 1) * p ** (e - 1) for p, e in factorise(n))


def units(m: int) -> list[int]:
    """The exponents u below m that have no divisor in common with m."""
    return [u for u in range(m) if gcd(u, m) == 1]


def powerful_exponents(m: int) -> list[int]:
    """The powerful basis as powers of ζ_m, row-major, the axis of the largest prime first."""
    axes = [range(0, m, m // p**e)[: totient(p**e)] for p, e in factorise(m)]
    return [sum(exponents) % m for exponents in product(*axes)]


def tensor(axes: list[Real]) -> Real:
    """The Kronecker product of one matrix for each axis."""
    whole: Real = np.eye(1)
    for axis in axes:
        whole = np.kron(whole, axis)
    return whole


def running_sums(m: int) -> Real:
    """L: decoding to powerful coefficients, sums along the axis of p - 1 of each odd prime."""
    axes: list[Real] = []
    for p, e in factorise(m):
        sums = np.tril(np.ones((p - 1, p - 1))) if p > 2 else np.eye(1)
        axes.append(np.kron(sums, np.eye(p ** (e - 1))))
    return tensor(axes)


def generator(p: int) -> int:
    """The smallest number whose powers are all residues but 0 modulo the prime p."""
    return next(g for g in range(1, p) if len({pow(g, k, p) for k in range(p - 1)}) == p - 1)


def values(coefficients: list[int], root: int, q: int, exponents: list[int]) -> list[int]:
    """A polynomial at powers of a root of unity modulo q."""
    return [sum(c * pow(root, u * j, q) for j, c in enumerate(coefficients)) % q for u in exponents]


def embedding(m: int) -> Real:
    """From powerful coefficients to the coordinates √2·Re σ_u, √2·Im σ_u of the canonical
    embedding, σ_u: ζ ↦ exp(2πi·u/m), one of each pair of conjugates."""
    half = [u for u in units(m) if 2 * u < m]
    angles = 2 * np.pi * np.outer(half, powerful_exponents(m)) / m
    coordinates: Real = np.sqrt(2) * np.vstack([np.cos(angles), np.sin(angles)])
    return coordinates


def g_values(m: int) -> NDArray[np.complex128]:
    """σ_u(g), g the product of 1 - ζ_p over the odd primes p | m, for the u of `embedding`."""
    half = np.array([u for u in units(m) if 2 * u < m])
    odd = [p for p, _ in factorise(m) if p > 2]
    g = np.ones(len(half), dtype=np.complex128)
    for p in odd:
        g *= 1 - np.exp(2j * np.pi * half / p)
    return g


def times_g(m: int) -> Real:
    """Multiplication by g on the coordinates of `embedding`."""
    g = g_values(m)
    return np.block([[np.diag(g.real), np.diag(-g.imag)], [np.diag(g.imag), np.diag(g.real)]])


def decoding_covariance(m: int, sigma: float, *, rounded: bool = True) -> Real:
    """Of the decoding coefficients of an error of width σ: σ²·(p·I - J) along the axis of each odd
    prime, and 1/12 for the rounding of each coefficient."""
    axes: list[Real] = []
    for p, e in factorise(m):
        spread = p * np.eye(p - 1) - 1 if p > 2 else np.eye(1)
        axes.append(np.kron(spread, np.eye(p ** (e - 1))))
    exact: Real = sigma**2 * tensor(axes)
    return exact + np.eye(len(exact)) / 12 if rounded else exact


def deviations(map_: Real, covariance: Real) -> Real:
    """The standard deviations along the principal directions of map·x, ascending."""
    variances: Real = np.linalg.eigvalsh(map_ @ covariance @ map_.T)
    return np.sqrt(variances)
