"""Rings and moduli at which single operations are measured, N = 2^10 to 2^17."""

from __future__ import annotations

from dataclasses import dataclass

from ringassay.bench.beside.shapes import T

MEMORY = ("diagonals", "dense")
"""Groups whose keys and diagonals take gigabytes."""


@dataclass(frozen=True)
class Chain:
    """Sizes of primes, in bits. A digit of key switching has as many primes as P."""

    q_bits: tuple[int, ...]
    p_bits: tuple[int, ...]


@dataclass(frozen=True)
class LatticeShape:
    """A ring of dimension N with moduli for reals and for integers, the same for all libraries."""

    name: str
    n: int
    reals: Chain
    """Of CKKS: the prime of level 0, then those of the others, about the size of the scale."""
    integers: Chain
    """Of BGV and BFV. Ours has primes of at most 49.8 bits of the same product."""
    log2_scale: int = 40
    t: int = T
    without: tuple[str, ...] = ()
    """Groups that are not measured unless they are named."""

    def asked(self, scheme: str, sample_us: int) -> dict[str, object]:
        """As a program takes it, without the operations."""
        chain = self.reals if scheme == "CKKS" else self.integers
        return {
            "name": self.name,
            "n": self.n,
            "t": self.t,
            "q_bits": chain.q_bits,
            "p_bits": chain.p_bits,
            "log2_scale": self.log2_scale,
            "scheme": scheme,
            "sample_us": sample_us,
        }


_ONE_PRODUCT = (Chain((40, 30), (39,)), Chain((36, 36), (37,)))
"""The smallest moduli for one product."""

_LARGE = (Chain((50, *[45] * 24), (47,) * 5), Chain((48,) * 25, (48,) * 5))
"""25 + 5 primes."""

LARGE_T = 786433
"""A prime that is 1 modulo 2^18."""

LATTICE_SHAPES = {
    shape.name: shape
    for shape in (
        LatticeShape("N10", 1 << 10, *_ONE_PRODUCT, log2_scale=30),
        LatticeShape("N11", 1 << 11, *_ONE_PRODUCT, log2_scale=30),
        LatticeShape("N12", 1 << 12, *_ONE_PRODUCT, log2_scale=30),
        LatticeShape(
            "N13", 1 << 13, Chain((48, 40, 40, 40), (48,)), Chain((43, 43, 44, 44), (44,))
        ),
        LatticeShape("N14", 1 << 14, Chain((50, *[40] * 7), (50,)), Chain((47,) * 8, (48,))),
        LatticeShape(
            "N14x2", 1 << 14, Chain((50, *[40] * 7), (46, 46)), Chain((47,) * 7, (47, 47))
        ),
        LatticeShape(
            "N15", 1 << 15, Chain((50, *[40] * 15), (50,)), Chain((48,) * 15, (49,)), without=MEMORY
        ),
        LatticeShape(
            "N15x3",
            1 << 15,
            Chain((50, *[40] * 15), (46,) * 3),
            Chain((48,) * 15, (48,) * 3),
            without=MEMORY,
        ),
        LatticeShape("N16x5", 1 << 16, *_LARGE, log2_scale=45, t=LARGE_T, without=MEMORY),
        LatticeShape("N17x5", 1 << 17, *_LARGE, log2_scale=45, t=LARGE_T, without=MEMORY),
    )
}
"""By name: log2 N, and the number of primes of P where it is not one."""

USUAL_LATTICE = ("N13", "N14", "N14x2", "N15", "N15x3")
"""Measured where none is named."""
