"""The ring Z_Q[ζ_m]."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ringassay import _native
from ringassay.integers import integers
from ringassay.ring.element import Basis, Element
from ringassay.ring.slots import Slots
from ringassay.ring.tally import Tally

SEED_BYTES = 32


class Ring:
    """The ring of integers of the m-th cyclotomic field, modulo Q.

    `Ring(1728, limbs=3)` finds three primes of `bits` bits with Q their product;
    `Ring(1728, moduli=[…])` takes the given primes, each 1 modulo m. `backend` is `portable`,
    `neon`, `avx2` or `avx512`; by default the best of this machine. With a `tally` the ring counts
    what it would do instead of doing it. Raises `RingError`.

    A ring is called to make elements of it: `R(5)`, `R([1, 2, …])`, `R(array, basis="crt")`.
    """

    def __init__(
        self,
        m: int,
        *,
        limbs: int = 1,
        bits: int = 49,
        moduli: Sequence[int] | None = None,
        backend: str | None = None,
        tally: Tally | None = None,
    ) -> None:
        if moduli is None:
            moduli = _native.find_primes(m, bits, limbs, [])
        recorder = None if tally is None else tally.native
        self.native = _native.RnsRing(m, list(moduli), backend, recorder)

    @property
    def m(self) -> int:
        """The index."""
        return self.native.m

    @property
    def n(self) -> int:
        """The degree φ(m): the number of coefficients."""
        return self.native.n

    @property
    def moduli(self) -> list[int]:
        """The primes whose product is Q, limb by limb."""
        return self.native.moduli

    @property
    def limbs(self) -> int:
        """The number of primes."""
        return len(self.moduli)

    @property
    def q(self) -> int:
        """Q, the product of the primes."""
        return math.prod(self.moduli)

    @property
    def backend(self) -> str:
        """The instructions that compute: `portable`, `neon`, `avx2` or `avx512`; or `tally`."""
        return self.native.backend

    @property
    def is_tally(self) -> bool:
        """Whether it counts instead of computing."""
        return self.backend == "tally"

    @property
    def transforms(self) -> list[str]:
        """How the CRT is computed along each axis, in words."""
        return self.native.transforms

    @property
    def factors(self) -> list[tuple[int, int]]:
        """The prime powers (p, e) of m, in the order of the axes: largest prime first."""
        return _native.index_of(self.m)["factors"]

    def slots(self, p: int) -> Slots:
        """How the ring modulo the prime p splits into slots."""
        return Slots.of(self.m, p)

    def prefix(self, limbs: int) -> Ring:
        """The ring modulo the first `limbs` primes; shares all plans with this one."""
        ring = object.__new__(Ring)
        ring.native = self.native.prefix(limbs)
        return ring

    def __call__(self, value: int | ArrayLike, basis: Basis = "powerful") -> Element:
        """An element: a constant, or from coefficients.

        One axis of n integers of any size: coefficients in `basis` (powerful or decoding), reduced
        modulo every prime. Two axes, limbs x n: residues as `Element.residues` gives them, from 0
        to below their prime, in any basis. Raises `RingError` for anything but integers.
        """
        array = integers(value, _native.RingError)
        if array.ndim == 0:
            return Element(self, self.native.constant(self.reduce(int(array))))
        if array.ndim == 2:
            return Element(self, self.native.from_residues(self._residues(array), basis))
        if array.ndim > 2 or array.dtype == np.int64 or array.shape != (self.n,) or self.is_tally:
            array = np.zeros(array.shape, np.int64) if array.dtype == object else array
            return Element(self, self.native.from_integers(np.ascontiguousarray(array), basis))
        residues = [(array % q).astype(np.uint64) for q in self.moduli]
        return Element(self, self.native.from_residues(np.stack(residues), basis))

    def _residues(self, array: NDArray[Any]) -> NDArray[np.uint64]:
        if array.shape != (self.limbs, self.n):
            raise _native.RingError(
                f"residues of shape {array.shape}: this ring has {self.limbs} x {self.n}"
            )
        for row, q in zip(array, self.moduli, strict=True):
            if row.min() < 0 or row.max() >= q:
                raise _native.RingError(f"residues modulo {q} lie from 0 to {q - 1}")
        return np.ascontiguousarray(array, dtype=np.uint64)

    def reduce(self, value: int) -> list[int]:
        """An integer modulo each prime."""
        return [value % q for q in self.moduli]

    def zero(self) -> Element:
        """0."""
        return self(0)

    def uniform(self, seed: bytes | int | None = None) -> Element:
        """A uniform element, in the CRT basis.

        Equal seeds give equal elements, on every machine and in every version. A seed is 32 bytes
        or, for experiments, a small number; without one it comes from the operating system.
        """
        return Element(self, self.native.uniform(_seed(seed)))

    def ternary(self, weight: int | None = None, seed: bytes | int | None = None) -> Element:
        """A secret: coefficients -1, 0, 1 in the powerful basis, `weight` of them not 0."""
        return Element(self, self.native.ternary(weight, _seed(seed)))

    def binomial(self, eta: int, seed: bytes | int | None = None) -> Element:
        """Coefficients of the centred binomial distribution (variance η/2), powerful basis."""
        return Element(self, self.native.binomial(eta, _seed(seed)))

    def error(self, sigma: float = 3.2, seed: bytes | int | None = None) -> Element:
        """An error: Gaussian, spherical in the canonical embedding, for every index.

        In the decoding basis (ePrint 2013/293 §6.3); independent coefficients of standard
        deviation `sigma` where m is a power of two.
        """
        return Element(self, self.native.gaussian(sigma, True, _seed(seed)))

    def coefficient_gaussian(self, sigma: float, seed: bytes | int | None = None) -> Element:
        """Independent discrete Gaussian coefficients in the powerful basis.

        No error for ring-LWE unless m is a power of two: use `error`.
        """
        return Element(self, self.native.gaussian(sigma, False, _seed(seed)))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Ring) and bool(self.native == other.native)

    def __hash__(self) -> int:
        return hash((self.m, tuple(self.moduli)))

    def __str__(self) -> str:
        return f"Z_Q[ζ_{self.m}]"

    def __repr__(self) -> str:
        """Index, degree, moduli and backend."""
        primes = "1 prime" if self.limbs == 1 else f"{self.limbs} primes"
        return f"<{self}: n = {self.n}, Q of {self.q.bit_length()} bits ({primes}), {self.backend}>"

    def _repr_html_(self) -> str:
        """Index, degree, moduli, how transforms are computed."""
        from ringassay.ring import shown  # noqa: PLC0415

        return shown.ring(self)


def _seed(seed: bytes | int | None) -> bytes | None:
    if isinstance(seed, int):
        return seed.to_bytes(SEED_BYTES, "little")
    if seed is not None and len(seed) != SEED_BYTES:
        raise _native.RingError(f"a seed has {SEED_BYTES} bytes, this one {len(seed)}")
    return seed
