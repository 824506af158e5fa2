"""The estimate for one key: every attack at its best parameters."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Literal

from ringassay import _native
from ringassay.notebook import card, table
from ringassay.security.key import (
    MODELS,
    STANDARD_ERROR,
    TERNARY,
    Key,
    Model,
    NotEstimatedError,
    Problem,
    SecurityError,
    degree,
    deviation,
)

if TYPE_CHECKING:
    import pandas as pd

BROKEN = 45.0
"""Below so many bits the models only say `broken`."""


@dataclass(frozen=True)
class Attack:
    """What one attack costs at its best parameters."""

    attack: str
    bits: float
    """log2 of the cost, in the units of the cost model."""
    beta: int
    """Block size of BKZ; 0 where no lattice is reduced."""
    dimension: int
    """Dimension of the lattice that is reduced; 0 where none is."""
    eta: int
    """Dimension of the last sieve; 0 for none."""
    guessed: int
    """Coordinates of the secret that are guessed or, for sparse secrets, dropped."""
    fourier: int
    """Coordinates handled by the Fourier transform."""
    log2_repetitions: float
    """log2 of how often all that is repeated to succeed with probability 0.99."""


@dataclass(frozen=True)
class Estimate:
    """What is known of attacks on a key."""

    key: Key
    model: Model
    status: Literal["estimated", "overstretched"]
    bits: float
    """log2 of the cost of the cheapest attack; 0 for overstretched NTRU."""
    words: str
    attacks: tuple[Attack, ...]
    """Every attack that applies, cheapest first; none for overstretched NTRU."""
    notes: tuple[str, ...] = ()
    """The limits of the models that the estimate touches, a sentence each."""

    def reaches(self, bits: float) -> bool:
        """Whether there is an estimate, and it is no less."""
        return self.status == "estimated" and self.bits >= bits

    def rows(self) -> list[dict[str, Any]]:
        """The attacks as dictionaries."""
        return [asdict(attack) for attack in self.attacks]

    def as_json(self) -> dict[str, Any]:
        """The estimate as JSON has it."""
        said = {"model": self.model, "status": self.status, "bits": self.bits, "words": self.words}
        return asdict(self.key) | said | {"attacks": self.rows(), "notes": list(self.notes)}

    def frame(self) -> pd.DataFrame:
        """The attacks as a data frame, cheapest first."""
        import pandas as pd  # noqa: PLC0415

        return pd.DataFrame(self.rows(), columns=list(Attack.__dataclass_fields__))

    def __repr__(self) -> str:
        return f"<{self.key}: {self.words}>"

    def _repr_html_(self) -> str:
        """A table of the attacks."""
        note = " — broken" if self.bits < BROKEN else ""
        columns = ("attack", "bits", "β", "dimension", "last sieve", "guessed", "Fourier")
        rows = [
            (a.attack, f"{a.bits:.1f}", a.beta, a.dimension, a.eta, a.guessed, a.fourier)
            for a in self.attacks
        ]
        body = table(columns, rows) if rows else ""
        headline = f"{self.bits:.1f} bits of security{note}"
        said = "; ".join([f"{self.key}; {MODELS[self.model]}", *self.notes])
        return card(headline, said, body or self.words)


def estimate(
    n: int | None = None,
    log2_q: float | None = None,
    *,
    index: int | None = None,
    secret: str = TERNARY,
    error_std: float | str = STANDARD_ERROR,
    problem: Problem = "lwe",
    samples: int | None = None,
    model: Model = "matzov",
) -> Estimate:
    """Every attack on one key, some 5 ms (sparse secrets: 20). The parameters are those of `Key`.

    `index` instead of n: the ring of index m, whose n is φ(m). Raises `SecurityError` for
    parameters out of range, and with so few samples that no attack applies.
    """
    if log2_q is None:
        raise SecurityError("give log2_q, that of the whole modulus; or ask max_log2_q")
    if (n is None) == (index is None):
        raise SecurityError("give either the dimension n or the index of the ring")
    dimension = degree(index) if index is not None else n
    assert dimension is not None
    width = deviation(error_std)
    return estimate_key(Key(dimension, log2_q, secret, width, problem, samples), model)


def estimate_key(key: Key, model: Model = "matzov") -> Estimate:
    """The same for a `Key`."""
    try:
        found = _native.estimate_attacks(
            key.problem,
            key.n,
            key.log2_q,
            key.error_std,
            key.secret,
            key.samples,
            model,
        )
    except ValueError as refused:
        raise SecurityError(str(refused)) from refused
    bits = found["bits"]
    if found["status"] == "not estimated" or bits is None:
        raise NotEstimatedError(found["words"])
    attacks = tuple(Attack(**row) for row in found["attacks"])
    notes = tuple(found["notes"])
    return Estimate(key, model, found["status"], bits, found["words"], attacks, notes)
