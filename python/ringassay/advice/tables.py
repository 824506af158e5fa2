"""The tables of advice, as texts: for terminals and notebooks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ringassay.advice.figures import STEPS, Candidate, Limits
from ringassay.advice.proof import Proof, Proven
from ringassay.advice.words import bits, percent, size, time

if TYPE_CHECKING:
    from ringassay.advice.verdict import Advice

EXCLUDED = ("system", "why it is excluded")
NONE = "–"


def ranking_columns(advice: Advice) -> tuple[str, ...]:
    """The columns of the ranking; precision where there are reals."""
    last = ("precision",) if _is_real(advice) else ("log2 failure",)
    return (
        "system",
        "parameters",
        "total",
        *STEPS,
        "search",
        "peak",
        "keys' size",
        "inputs' size",
        "security",
        *last,
        "predicted by",
    )


def ranking_rows(advice: Advice) -> list[tuple[str, ...]]:
    """A row for each candidate."""
    return [_row(one, advice) for one in advice.ranking]


def _is_real(advice: Advice) -> bool:
    return advice.computation.precision is not None


def _row(one: Candidate, advice: Advice) -> tuple[str, ...]:
    cost = one.cost
    if _is_real(advice):
        last = NONE if one.precision_bits is None else bits(one.precision_bits)
    else:
        last = NONE if one.log2_failure is None else f"{one.log2_failure:.0f}"
    return (
        one.label,
        one.text,
        time(cost.total_ns(advice.limits.inputs)),
        *(NONE if cost.ns[step] == 0.0 else time(cost.ns[step]) for step in STEPS),
        NONE if cost.search_ns is None else time(cost.search_ns),
        size(cost.peak_bytes),
        size(cost.key_bytes),
        size(cost.ciphertext_bytes),
        NONE if one.security_bits is None else bits(one.security_bits),
        last,
        basis(one),
    )


def basis(one: Candidate) -> str:
    """Where the figures come from, with the error that the fit has on its own measurements."""
    if one.basis == "tally":
        return "tally"
    error = "" if one.error is None else f", ± {100 * one.error:.0f} %"
    of = "" if one.measured_at is None else f" of {one.measured_at[:10]}"
    runs = f"{one.samples} circuits{of}{error}"
    return f"tally and {runs}" if one.basis == "tally and runs" else runs


def proof_columns() -> tuple[str, ...]:
    """The columns of the proof."""
    return (
        "system",
        "predicted rank",
        "rank",
        "answers right",
        "predicted",
        "executed",
        "error",
        *(f"{step} error" for step in STEPS),
        "peak",
        "peak error",
        "precision",
    )


def proof_rows(proof: Proof, limits: Limits) -> list[tuple[str, ...]]:
    """A row for each that was executed."""
    return [_proof_row(one, limits) for one in proof.proven]


def _proof_row(one: Proven, limits: Limits) -> tuple[str, ...]:
    truth = one.truth
    return (
        one.candidate.label,
        str(one.predicted_rank),
        NONE if one.proven_rank is None else str(one.proven_rank),
        f"{one.right} of {one.answers}",
        time(one.candidate.cost.total_ns(limits.inputs)),
        one.failure or NONE if truth is None else time(truth.total_ns(limits.inputs)),
        _error(one.total_error(limits.inputs)),
        *(_error(one.error(step)) for step in STEPS),
        NONE if truth is None else size(truth.peak_bytes),
        _error(one.memory_error),
        NONE if one.precision_bits is None else f"{one.precision_bits:.1f} bits",
    )


def _error(error: float | None) -> str:
    return NONE if error is None else percent(error)
