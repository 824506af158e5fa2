"""The parameters that all instances of a challenge share."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from ringassay import _native
from ringassay.challenges.errors import translated
from ringassay.security import Estimate, Key, estimate_key

Problem = Literal["continuous", "discrete", "rounding"]


@dataclass(frozen=True)
class Parameters:
    """Parameters of continuous or discrete ring-LWE (`variance`), or of ring-LWR (`p`).

    `m`: the index of the ring, at most 4096. `q`: the modulus, 2 to 2^32, not necessarily prime.
    `samples`: those of each instance, at most 1024. `variance`: the scaled variance svar; g·e has
    variance svar·m̂²/2π in each place of the canonical embedding, where m̂ is m, or m/2 for even m.
    `rounded`: the errors are rounded in the decoding basis. `p`: the modulus of b, below q.

    Raises `ChallengeError` for parameters out of range.
    """

    m: int
    q: int
    samples: int
    variance: float | None = None
    rounded: bool = False
    p: int | None = None
    native: _native.ChallengeParameters = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Checks them."""
        with translated():
            made = _native.ChallengeParameters(
                self.m,
                self.q,
                self.samples,
                variance=self.variance,
                rounded=self.rounded,
                p=self.p,
            )
        object.__setattr__(self, "native", made)

    @classmethod
    def of(cls, native: _native.ChallengeParameters) -> Parameters:
        """Those that a file states."""
        rounded = native.problem == "discrete"
        return cls(native.m, native.q, native.samples, native.variance, rounded, native.p)

    @property
    def problem(self) -> Problem:
        """`continuous` or `discrete` ring-LWE, or `rounding`: ring-LWR."""
        return self.native.problem

    @property
    def bound(self) -> float | None:
        """What ‖g·e‖²/m̂ does not exceed, but with probability 2^-25; none for ring-LWR."""
        return self.native.bound

    def key(self) -> Key:
        """An instance as plain LWE with a uniform secret.

        The standard deviation is that of a coefficient of the error in the decoding basis, rounding
        included.
        """
        with translated():
            n, log2_q, deviation, samples = self.native.lwe()
        return Key(n, log2_q, "uniform", deviation, "lwe", samples)

    def estimate(self) -> Estimate:
        """Every attack on `key()`. Raises `SecurityError` where the models say nothing."""
        return estimate_key(self.key())

    def as_json(self) -> dict[str, Any]:
        """The parameters, with the problem and the bound."""
        said = {"problem": self.problem, "m": self.m, "q": self.q, "samples": self.samples}
        if self.p is not None:
            return said | {"p": self.p}
        return said | {"variance": self.variance, "bound": self.bound}
