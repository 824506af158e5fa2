"""Rings and moduli at which single operations are measured, N = 2^10 to 2^17."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from ringassay.bench.beside.best_chains import Chain, best_chains
from ringassay.bench.beside.shapes import T

MEMORY = ("diagonals", "dense")
"""Groups whose keys and diagonals take gigabytes."""


@dataclass(frozen=True)
class LatticeShape:
    """A ring of dimension N with moduli for reals and for integers.

    They are the same for all libraries, where a shape has no `best`.
    """

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
    best: Mapping[tuple[str, str], Chain] = field(default_factory=dict)
    """By scheme and library: with which it is fastest, of those with as many levels."""

    def chain(self, scheme: str, library: str) -> Chain:
        """What a library is asked for."""
        shared = self.reals if scheme == "CKKS" else self.integers
        return self.best.get((scheme, library), shared)

    def asked(self, scheme: str, sample_us: int, library: str) -> dict[str, object]:
        """As a program takes it, without the operations."""
        chain = self.chain(scheme, library)
        return {
            "name": self.name,
            "n": self.n,
            "t": self.t,
            "q_bits": chain.q_bits,
            "p_bits": chain.p_bits,
            "log2_scale": self.log2_scale,
            "scheme": scheme,
            "sample_us": sample_us,
            "library": library,
            "settings": dict(chain.settings),
        }


_ONE_PRODUCT = (Chain((40, 30), (39,)), Chain((36, 36), (37,)))
"""The smallest moduli for one product."""

_LARGE = (Chain((50, *[45] * 24), (47,) * 5), Chain((48,) * 25, (48,) * 5))
"""25 + 5 primes."""

LARGE_T = 786433
"""A prime that is 1 modulo 2^18."""

_SHARED = {
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
"""The same primes for all."""


def _best(name: str) -> LatticeShape:
    return replace(_SHARED[name], name=f"{name}-best", best=best_chains(name))


LATTICE_SHAPES = {**_SHARED, **{f"{name}-best": _best(name) for name in ("N13", "N14")}}
"""By name: log2 N, and the number of primes of P where it is not one; or each library's best."""

USUAL_LATTICE = ("N13", "N13-best", "N14", "N14-best", "N15", "N15x3")
"""Measured where none is named."""
