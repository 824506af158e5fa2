"""Advice on a computation: the ranking, what was excluded, and the proof."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from ringassay.advice import sentences
from ringassay.advice.computation import Computation
from ringassay.advice.figures import Candidate, Excluded, Limits
from ringassay.advice.proof import Proof
from ringassay.advice.uncertainty import changes

FORMAT = 1
"""Of `to_dict`."""


@dataclass(frozen=True)
class Advice:
    """Which systems run a computation, the fastest first, and why not the others.

    A notebook shows it as tables; `to_dict` is what `--json` prints.
    """

    computation: Computation
    limits: Limits
    ranking: tuple[Candidate, ...]
    excluded: tuple[Excluded, ...]
    kernels: str
    """The calibration behind tallies, in a sentence."""
    proof: Proof | None = None

    @property
    def best(self) -> Candidate | None:
        """The first of the ranking that may be recommended."""
        return next((one for one in self.ranking if one.shipped), None)

    @property
    def sentences(self) -> list[str]:
        """The answer: what to use and why, then what the proof says."""
        found = sentences.answer(self.ranking, self.limits)
        return [*found, *(sentences.proof(self.proof, self.limits) if self.proof else ())]

    @property
    def exclusions(self) -> list[str]:
        """A sentence for each system that was excluded."""
        return sentences.exclusions(self.excluded)

    def with_proof(self, proof: Proof) -> Advice:
        """The same with what was executed."""
        return replace(self, proof=proof)

    def to_dict(self) -> dict[str, Any]:
        """For programs: times in nanoseconds, sizes in bytes."""
        computation = self.computation
        found: dict[str, Any] = _finite(
            {
                "format": FORMAT,
                "computation": {
                    "name": computation.name,
                    "origin": computation.origin,
                    "key_parameters": computation.params,
                    "circuit": dict(computation.summary),
                },
                "limits": asdict(self.limits),
                "by_inputs": [
                    {
                        "system": one.after.system,
                        "from_inputs": one.inputs,
                        "earliest": one.earliest,
                        "latest": one.latest,
                    }
                    for one in changes(self.ranking)
                ],
                "ranking": [self._candidate(one) for one in self.ranking],
                "excluded": [_excluded(one) for one in self.excluded],
                "sentences": self.sentences,
                "kernels": self.kernels,
                "proof": None if self.proof is None else self._proof(self.proof),
            }
        )
        return found

    def _candidate(self, one: Candidate) -> dict[str, Any]:
        total = one.cost.total_ns(self.limits.inputs)
        return {**asdict(one), "total_ns": total}

    def _proof(self, proof: Proof) -> dict[str, Any]:
        inputs = self.limits.inputs
        return {
            "runs": list(proof.runs),
            "best": None if proof.best is None else proof.best.candidate.system,
            "best_was_predicted": None if proof.best is None else proof.best.predicted_rank,
            "proven": [
                {
                    "system": one.candidate.system,
                    "predicted_rank": one.predicted_rank,
                    "proven_rank": one.proven_rank,
                    "right": one.right,
                    "answers": one.answers,
                    "failure": one.failure,
                    "precision_bits": one.precision_bits,
                    "truth": None if one.truth is None else asdict(one.truth),
                    "truth_total_ns": None if one.truth is None else one.truth.total_ns(inputs),
                    "predicted_total_ns": one.candidate.cost.total_ns(inputs),
                    "error": one.total_error(inputs),
                    "step_errors": {step: one.error(step) for step in one.candidate.cost.ns},
                    "memory_error": one.memory_error,
                }
                for one in proof.proven
            ],
        }

    def __repr__(self) -> str:
        """The first of the ranking."""
        best = "nothing" if self.best is None else self.best.label
        return f"<advice on {self.computation.name}: {best}, {len(self.ranking)} in the ranking>"

    def _repr_html_(self) -> str:
        """Ranking, proof, exclusions."""
        from ringassay.advice import shown  # noqa: PLC0415

        return shown.advice(self)


def _finite(value: Any) -> Any:
    """The same with None for numbers that JSON does not have."""
    if isinstance(value, dict):
        return {name: _finite(one) for name, one in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(one) for one in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


def _excluded(one: Excluded) -> dict[str, Any]:
    return {
        "system": one.system,
        "label": one.label,
        "reason": one.reason,
        "predicted": None if one.candidate is None else asdict(one.candidate),
    }


def provable(ranking: Sequence[Candidate], count: int) -> list[Candidate]:
    """The first of the ranking that can be executed."""
    return [one for one in ranking if one.provable][:count]
