"""What is wrong with a modulus chain that somebody brings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from ringassay import _native

if TYPE_CHECKING:
    from ringassay._native import _CkksJudgement


@dataclass(frozen=True)
class Finding:
    """One thing that was found, and what to do about it."""

    severity: Literal["error", "warning", "note"]
    """error: insecure, impossible, or results are wrong. warning: it costs precision or time."""
    rule: str
    """Which rule, in a word or two: the same for the same fault."""
    what: str
    """What was found."""
    remedy: str
    """What to change."""


class Judgement:
    """What is known of a chain."""

    def __init__(self, facts: _CkksJudgement) -> None:
        self.facts = facts
        self.findings = [Finding(**finding) for finding in facts["findings"]]
        """The worst first."""

    @property
    def is_sound(self) -> bool:
        """Whether nothing is an error."""
        return self.facts["is_sound"]

    @property
    def levels(self) -> int:
        """Products in a row."""
        return self.facts["levels"]

    @property
    def security_bits(self) -> float:
        """log2 of the cost of the best attack known to the estimator, on the largest modulus."""
        return self.facts["security_bits"]

    def __repr__(self) -> str:
        """Soundness and the rules that found something."""
        found = ", ".join(dict.fromkeys(finding.rule for finding in self.findings))
        verdict = "sound" if self.is_sound else "not sound"
        return f"<chain of {self.levels} levels, {verdict}{': ' if found else ''}{found}>"

    def _repr_html_(self) -> str:
        """The findings, and the levels with their precision."""
        from ringassay.ckks import shown  # noqa: PLC0415

        return shown.judgement(self)


def judge(
    degree: int,
    primes: Sequence[int],
    scale: int,
    special: Sequence[int] | None = None,
    *,
    security: float = 128,
    range: float = 1,
    precision: float | None = None,
    depth: int | None = None,
    hamming_weight: int | None = None,
) -> Judgement:
    """What is wrong with a modulus chain, and what to change.

    SEAL: `judge(8192, [60, 40, 40, 60], scale=40)`, the bit sizes of `CoeffModulus::Create`, of
    which the last is the special prime. Lattigo: `judge(16384, LogQ, LogDefaultScale, LogP)`. Sizes
    are bits; what is larger than 64 is the prime itself. `scale` is log2 of it. `precision` and
    `depth` are what is wanted, if anything is; secrets are ternary unless they have a
    `hamming_weight`. Raises `SchemeError` for what is no chain.
    """
    return Judgement(
        _native.judge_ckks(
            degree,
            list(primes),
            None if special is None else list(special),
            scale,
            hamming_weight,
            security,
            range,
            precision,
            depth,
        )
    )
