"""What is known of a system on a computation: figures, where they come from, why not more."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from ringassay.security.stated import CONJUGATE_INVARIANT

Step = Literal["keys", "ingest", "encrypt", "evaluate", "decrypt"]
STEPS: tuple[Step, ...] = ("keys", "ingest", "encrypt", "evaluate", "decrypt")
"""Once for each key, once for each circuit, then for each input."""
PER_INPUT: tuple[Step, ...] = ("encrypt", "evaluate", "decrypt")

Basis = Literal["tally", "tally and runs", "runs", "stored runs"]


@dataclass(frozen=True)
class Cost:
    """Processor time in nanoseconds of each step's own program, client or server; bytes."""

    ns: dict[Step, float]
    peak_bytes: float
    """The most memory that the server holds during an evaluation."""
    key_bytes: float
    """All published keys."""
    ciphertext_bytes: float
    """What the client sends for one input: the ciphertexts of all wires."""
    search_ns: float | None = None
    """Processor time of choosing parameters: once for every set of them, in no key's time and no
    total. None where it is not stated."""

    def total_ns(self, inputs: int) -> float:
        """Keys and ingestion once, the other steps for each input; without choosing parameters."""
        return sum(ns * (inputs if step in PER_INPUT else 1) for step, ns in self.ns.items())


@dataclass(frozen=True)
class Candidate:
    """A system that can run the computation, as it is predicted."""

    system: str
    """As `ringassay sut list` calls it, or the scheme's key where there is no such system."""
    label: str
    """Library and scheme in prose."""
    ours: bool
    """Whether its inside is known: a scheme of our catalogue."""
    provable: bool
    """Whether there is a system under test that `--prove` can run."""
    cost: Cost
    basis: Basis
    error: float | None
    """The median error of predictions of the small circuits, each from the others; None without
    any."""
    parameters: dict[str, object]
    """As the system states them."""
    security_bits: float | None
    """By our estimator on these parameters."""
    security_how: str
    """The best attack, or why there is no estimate."""
    precision_bits: float | None = None
    """Over reals: what its parameters leave of the scale, in the worst case."""
    log2_failure: float | None = None
    """log2 of the probability that noise makes a result wrong, where it is known."""
    notes: tuple[str, ...] = ()
    samples: int = 0
    """Small circuits that were measured."""
    measured_at: str | None = None
    """When, of stored ones."""
    shipped: bool = True
    """Whether it is a system of this package. No prediction shows whether another encrypts: it is
    compared, and not recommended."""
    key_params: str | None = None
    """The key parameters it is asked with; None for those of the computation."""

    @property
    def text(self) -> str:
        """Its parameters in a few words."""
        said = [
            f"{name} = {self.parameters[name]}" for name in ("m", "n") if self._is_telling(name)
        ]
        modulus = self.parameters.get("log2_qp", self.parameters.get("log2_q"))
        if isinstance(modulus, int | float):
            said.append(f"log2 q = {round(modulus)}")
        if self.parameters.get("ring") == CONJUGATE_INVARIANT:
            said.append("conjugate-invariant ring")
        return ", ".join(said)

    def _is_telling(self, name: str) -> bool:
        """An index is named where it is no power of two, the degree elsewhere."""
        m, n = self.parameters.get("m"), self.parameters.get("n")
        plain = isinstance(m, int) and isinstance(n, int) and m == 2 * n
        return name in self.parameters and (name == "n" or not plain)


@dataclass(frozen=True)
class Excluded:
    """A system that cannot run the computation, or not within the limits."""

    system: str
    label: str
    reason: str
    """A clause behind the name: "needs …"."""
    candidate: Candidate | None = None
    """Its figures, where a limit excludes it."""


@dataclass(frozen=True)
class Limits:
    """What a candidate has to satisfy, and how often the circuit will be run under one key."""

    security_bits: float = 128.0
    precision_bits: float | None = None
    """Over reals."""
    memory_bytes: float | None = None
    seconds: float | None = None
    inputs: int = 1


@dataclass
class Assessed:
    """What became of all systems."""

    candidates: list[Candidate] = field(default_factory=list)
    excluded: list[Excluded] = field(default_factory=list)
