"""Limits and order: which candidates stay, and which comes first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ringassay.advice.figures import STEPS, Assessed, Candidate, Excluded, Limits, Step
from ringassay.advice.words import bits, size, time
from ringassay.security.asked import ROUNDING_BITS, insecure

MOST_BYTES = 1 << 30
"""Of a packet, as the harness bounds it (docs/protocol.md)."""


def judge(assessed: Assessed, limits: Limits) -> tuple[list[Candidate], list[Excluded]]:
    """Candidates within the limits, the fastest first; those excluded, with reasons."""
    ranked: list[Candidate] = []
    excluded = list(assessed.excluded)
    for candidate in sorted(assessed.candidates, key=lambda one: one.cost.total_ns(limits.inputs)):
        against = list(reasons(candidate, limits))
        if against:
            excluded.append(
                Excluded(candidate.system, candidate.label, "; ".join(against), candidate)
            )
        else:
            ranked.append(candidate)
    return ranked, excluded


def reasons(candidate: Candidate, limits: Limits) -> Iterator[str]:
    """Which limits a candidate exceeds, as clauses behind its name."""
    cost = candidate.cost
    weak = insecure(candidate.security_bits, candidate.security_how, limits.security_bits)
    if weak is not None:
        yield weak
    precision = candidate.precision_bits
    asked = limits.precision_bits
    if precision is not None and asked is not None and precision < asked - ROUNDING_BITS:
        yield f"leaves {bits(precision)} of precision, {bits(asked)} are asked for"
    if cost.ciphertext_bytes > MOST_BYTES:
        yield (
            f"takes {size(cost.ciphertext_bytes)} of ciphertexts for one input, a packet holds "
            f"{size(MOST_BYTES)} at most"
        )
    if limits.memory_bytes is not None and cost.peak_bytes > limits.memory_bytes:
        yield f"needs {size(cost.peak_bytes)} of memory, {size(limits.memory_bytes)} are allowed"
    total = cost.total_ns(limits.inputs)
    if limits.seconds is not None and total > limits.seconds * 1e9:
        yield f"takes {time(total)}, {time(limits.seconds * 1e9)} are allowed"


@dataclass(frozen=True)
class Difference:
    """The step that most of a difference between two candidates comes from."""

    step: Step
    first_ns: float
    second_ns: float


def difference(first: Candidate, second: Candidate, limits: Limits) -> Difference:
    """Why the second takes longer than the first."""

    def grows(step: Step) -> float:
        times = limits.inputs if step in ("encrypt", "evaluate", "decrypt") else 1
        return (second.cost.ns[step] - first.cost.ns[step]) * times

    step = max(STEPS, key=grows)
    return Difference(step, first.cost.ns[step], second.cost.ns[step])
