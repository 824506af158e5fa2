"""The rows of `ringassay bench ring`: those of the tables of Λ∘λ's evaluation, and more."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

TABLE_INDICES = (1024, 2048, 1728, 5184, 14400)
"""The indices of Λ∘λ's tables 4.3 and 4.4."""

HELIB_INDICES = (5461, 8191, 13981, 15709, 21845, 43691)
"""Indices that HElib uses with plaintext modulus 2: large primes, products of large primes."""

EXTENSIONS = ((728, 2912), (728, 3640), (128, 11648))
"""The pairs m | m' of Λ∘λ's table 4.5."""

POWERS_OF_TWO = tuple(1 << k for k in range(11, 19))
"""Indices of the rings with N = 2^10 … 2^17."""

GROWTH_INDEX = 1 << 15
"""Where growth with limbs and threads is measured."""

GROWTH_LIMBS = (1, 2, 4, 8, 16)


@dataclass(frozen=True)
class RowSpec:
    """One row to measure; `modulus_bits` are those of each prime."""

    operation: str
    basis: str
    m: int
    m_big: int | None = None
    limbs: int = 1
    modulus_bits: int = 49
    threads: int = 1
    library: str = "ringassay"


CONVERSIONS = (
    ("crt", "powerful"),
    ("crt_inverse", "crt"),
    ("l", "decoding"),
    ("l_inverse", "powerful"),
)
"""Table 4.3: operation and the basis of its operand."""

OPERATIONS = (
    ("multiply", "crt"),
    ("add", "powerful"),
    ("mul_g", "powerful"),
    ("mul_g", "decoding"),
    ("mul_g", "crt"),
    ("div_g", "powerful"),
    ("div_g", "decoding"),
    ("div_g", "crt"),
    ("lift", "powerful"),
)
"""Table 4.4, and addition."""

BETWEEN = (
    ("twace", "powerful"),
    ("twace", "decoding"),
    ("twace", "crt"),
    ("embed", "powerful"),
    ("embed", "decoding"),
    ("embed", "crt"),
)
"""Table 4.5."""


def _conversions(_threads: int) -> Iterator[RowSpec]:
    for m in (*TABLE_INDICES, *HELIB_INDICES):
        for operation, basis in CONVERSIONS:
            yield RowSpec(operation, basis, m)


def _operations(_threads: int) -> Iterator[RowSpec]:
    for m in (*TABLE_INDICES, *HELIB_INDICES):
        for operation, basis in OPERATIONS:
            yield RowSpec(operation, basis, m)


def _between(_threads: int) -> Iterator[RowSpec]:
    for m, m_big in EXTENSIONS:
        for operation, basis in BETWEEN:
            yield RowSpec(operation, basis, m, m_big)


def _plain(_threads: int) -> Iterator[RowSpec]:
    for m in TABLE_INDICES:
        yield RowSpec("crt", "powerful", m, library="plain")
        yield RowSpec("multiply", "crt", m, library="plain")
    yield RowSpec("crt", "powerful", 5461, library="plain")


def _growth(threads: int) -> Iterator[RowSpec]:
    yield RowSpec("butterfly", "none", 2)
    for m in POWERS_OF_TWO:
        yield RowSpec("crt", "powerful", m)
        yield RowSpec("crt_inverse", "crt", m)
    for limbs in GROWTH_LIMBS:
        yield RowSpec("crt", "powerful", GROWTH_INDEX, limbs=limbs)
    for used in range(1, threads + 1):
        yield RowSpec("crt", "powerful", GROWTH_INDEX, limbs=GROWTH_LIMBS[-1], threads=used)


GROUPS: dict[str, Callable[[int], Iterator[RowSpec]]] = {
    "conversions": _conversions,
    "operations": _operations,
    "extensions": _between,
    "plain": _plain,
    "growth": _growth,
}
"""Name of a group of rows to the rows, given the number of threads to go up to."""


def ring_rows(groups: tuple[str, ...] = tuple(GROUPS), threads: int = 1) -> list[RowSpec]:
    """The rows of `groups`, each once."""
    return list(dict.fromkeys(row for group in groups for row in GROUPS[group](threads)))
