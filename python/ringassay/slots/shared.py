"""What parameters and keys of vectors of integers and of real numbers have in common."""

from __future__ import annotations

from typing import Protocol, TypedDict

from ringassay.notebook import card


class SharedFacts(TypedDict):
    """What is known of parameters, as the compiled module says it."""

    explanation: list[str]
    n: int
    slots: int
    log2_q: float
    log2_p: float
    security_bits: float
    security: str
    is_secure: bool | None


class ParameterFacts:
    """What is known of a parameter set of any scheme with hybrid key switching."""

    facts: SharedFacts

    @property
    def explanation(self) -> list[str]:
        """Why these, in sentences; empty for parameters that were loaded."""
        return self.facts["explanation"]

    @property
    def n(self) -> int:
        """The degree of the ring."""
        return self.facts["n"]

    @property
    def slots(self) -> int:
        """The number of slots: the most entries of a vector."""
        return self.facts["slots"]

    @property
    def log2_q(self) -> float:
        """log2 of the modulus of fresh ciphertexts."""
        return self.facts["log2_q"]

    @property
    def log2_p(self) -> float:
        """log2 of the special modulus of key switching."""
        return self.facts["log2_p"]

    @property
    def log2_qp(self) -> float:
        """log2 of the largest modulus at which something is published; security is judged there."""
        return self.log2_q + self.log2_p

    @property
    def security_bits(self) -> float:
        """log2 of the cost of the best attack known to the estimator."""
        return self.facts["security_bits"]

    @property
    def security(self) -> str:
        """The estimate in words: attack, cost model."""
        return self.facts["security"]

    @property
    def is_secure(self) -> bool | None:
        """Whether the security asked for is reached; None for parameters that were loaded."""
        return self.facts["is_secure"]


class Saved(Protocol):
    """A key of the compiled module."""

    def save(self) -> bytes:
        """The key as bytes."""
        ...


class AnySecretKey:
    """What secret keys have, whichever the scheme."""

    native: Saved

    def save(self) -> bytes:
        """The key as bytes: keep them as secret as the key."""
        return self.native.save()

    def __repr__(self) -> str:
        """Shows nothing of the key."""
        return "SecretKey(…)"

    def _repr_html_(self) -> str:
        """Shows nothing of the key."""
        return card("secret key", "decrypts; nothing of it is shown")


class AnyPublicKey:
    """What public keys have, whichever the scheme."""

    native: Saved
    parameters: object

    def save(self) -> bytes:
        """The key as bytes."""
        return self.native.save()

    def __repr__(self) -> str:
        """Of what."""
        return f"<public key of {self.parameters!r}>"
