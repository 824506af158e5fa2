"""What libraries are asked for when they are measured beside each other."""

from __future__ import annotations

from dataclasses import asdict, dataclass

T = 65537


@dataclass(frozen=True)
class Shape:
    """A ring of dimension N, t = 65537, and the sizes of primes that SEAL has by default."""

    name: str
    n: int
    q_bits: tuple[int, ...]
    p_bits: tuple[int, ...]
    t: int = T

    @property
    def log2_qp(self) -> float:
        """The modulus that all libraries keep to."""
        return float(sum(self.q_bits) + sum(self.p_bits))

    def asked(self, scheme: str, sample_us: int, library: str) -> dict[str, object]:
        """As the program of any library takes it."""
        return {**asdict(self), "scheme": scheme, "sample_us": sample_us}


SHAPES = {
    shape.name: shape
    for shape in (
        Shape("N12", 1 << 12, (36, 36), (37,)),
        Shape("N13", 1 << 13, (43, 43, 44, 44), (44,)),
        Shape("N14", 1 << 14, (48, 48, 48, 49, 49, 49, 49, 49), (49,)),
        Shape("N15", 1 << 15, (55,) * 15, (56,)),
    )
}
"""By name."""

SCHEMES = ("BGV", "BFV")
